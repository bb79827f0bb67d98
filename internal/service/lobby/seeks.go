package lobby

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// SeekTables gives the service of seeks access to the tables of a lobby, including private ones.
type SeekTables struct {
	*Lobby
	system System
}

// ForSeeks returns the tables of a lobby for the service of seeks.
func ForSeeks(l *Lobby) SeekTables { return SeekTables{l, ForSystem(l)} }

// Watch subscribes to the views of the lobby.
func (t SeekTables) Watch() view.Watcher { return t.Lobby.Watch() }

// Live is [System.Live].
func (t SeekTables) Live() []*view.Summary { return t.system.Live() }

// First is [System.First].
func (t SeekTables) First(id table.ID) bool { return t.system.First(id) }

// Present is [System.Present].
func (t SeekTables) Present(id table.ID, who player.ID) bool { return t.system.Present(id, who) }

// Learn is [System.Learn].
func (t SeekTables) Learn(ctx context.Context, id table.ID) error { return t.system.Learn(ctx, id) }
