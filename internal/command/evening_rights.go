package command

// STANDIN until m's House is there
func (r *request) mayModerate() error { _ = errSecretary; return nil }
