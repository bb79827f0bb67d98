package kit

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
)

// TableHandle is an open table as its screen uses it: what gives it commands, and a
// watcher of its own.
type TableHandle struct {
	Do    func(context.Context, table.Command) error
	Watch Watcher[*table.View]
}

// Watcher is what the screens need of a watcher. One Cmd at a time waits on it.
type Watcher[T any] interface {
	Take(context.Context) (T, bool)
	Close()
}

// openTable opens a table of the lobby.
func (c *Config) openTable(ctx context.Context, id table.ID, me player.Player) (*TableHandle, error) {
	t, err := c.Lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return nil, err
	}
	return &TableHandle{Do: t.Do, Watch: t.Watch(me)}, nil
}

// Take waits for the next value of a watcher.
func Take[T any](ctx context.Context, e *Env, w Watcher[T]) (T, bool) {
	if e.OnWait != nil {
		e.OnWait()
	}
	return w.Take(ctx)
}

// DefaultGame is the first game on offer, for screens that are about none.
func DefaultGame() string { return setup.Offers()[0].Name }
