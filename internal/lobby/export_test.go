package lobby

// Hold keeps the lobby's lock, as somebody does who looks at it for long.
func (l *Lobby) Hold() (release func()) {
	l.mu.Lock()
	return l.mu.Unlock
}

// The room for tables that wait.
const WaitingRoom = waitingRoom

// Arrange puts tables in the order of a view.
var Arrange = arrange
