package lobby

import "quadrille/internal/player"

// Lock takes all locks of the lobby except those of presence and directory. It simulates a
// reader that holds the locks for a long time.
func (l *Lobby) Lock() (release func()) {
	l.opener.mu.Lock()
	l.publisher.mu.Lock()
	l.invitations.mu.Lock()
	return func() {
		l.invitations.mu.Unlock()
		l.publisher.mu.Unlock()
		l.opener.mu.Unlock()
	}
}

const (
	MaxEmptyWaiting = maxEmptyWaiting
	MaxListed       = maxListed
)

var SortTables = sortTables

// Rename changes the player's name.
func (v *Session) Rename(name string) {
	v.presence.rename(player.Player{ID: v.id, Name: name})
}
