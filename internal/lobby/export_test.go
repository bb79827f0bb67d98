package lobby

// Hold keeps the locks of the lobby, but for the directory's, as somebody does who
// looks at it for long.
func (l *Lobby) Hold() (release func()) {
	l.opener.mu.Lock()
	l.publisher.mu.Lock()
	l.invitations.mu.Lock()
	return func() {
		l.invitations.mu.Unlock()
		l.publisher.mu.Unlock()
		l.opener.mu.Unlock()
	}
}

// The room for tables that wait.
const WaitingRoom = maxEmptyWaiting

// Arrange puts tables in the order of a view.
var Arrange = sortTables
