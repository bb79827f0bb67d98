package command

// Uses returns the path, arguments and flags of every command.
func Uses() (uses []string) {
	for i := range rows {
		uses = append(uses, rows[i].usage())
	}
	return uses
}
