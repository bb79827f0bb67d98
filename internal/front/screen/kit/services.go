package kit

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
)

// TableHandle is an open table. The field Do sends a command to the table, and the field
// Watch delivers its views.
type TableHandle struct {
	Do    func(context.Context, table.Command) error
	Watch Watcher[*table.View]
}

// Watcher delivers values. Only one Cmd at a time may wait for a value.
type Watcher[T any] interface {
	Take(context.Context) (T, bool)
	Waiter
	Close()
}

// openTable opens a table of the lobby for a player.
func (c *Config) openTable(ctx context.Context, id table.ID, me player.Player) (*TableHandle, error) {
	t, err := c.Lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return nil, err
	}
	return &TableHandle{Do: t.Do, Watch: t.Watch(me)}, nil
}

// DefaultGame returns the first game that the server offers. Screens that are not about a
// particular game use it.
func DefaultGame() string { return setup.Offers()[0].Name }
