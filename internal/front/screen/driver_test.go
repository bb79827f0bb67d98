package screen

import (
	"testing"

	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

type driver = uitest.Driver

// newDriver returns a driver of the root model.
func newDriver(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	return uitest.Drive(t, cfg, func(e *kit.Env) (kit.Model, *kit.Stack) {
		r := newRoot(e)
		return r, r.stack
	})
}

func rootOf(d *driver) *root { return d.Model.(*root) }

func tableOf(d *driver) *game.Screen { return uitest.Find[*game.Screen](d) }

// atTable returns a driver of the screen of a table.
func atTable(t testing.TB, who player.Player, view *table.View, cfg kit.Config) *driver {
	t.Helper()
	d := newDriver(t, uitest.AtTable(who, cfg))
	d.Show(view)
	return d
}
