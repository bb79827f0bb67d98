package game

import (
	"testing"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// driver drives the screens of tables in tests. A uitest.Place replaces the lobby.
type driver struct{ *uitest.Driver }

func newDriver(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	return &driver{uitest.New(t, cfg, func(e *kit.Env) []kit.Screen {
		return []kit.Screen{uitest.Place{}, New(e, *cfg.Open)}
	}, func(e *kit.Env, p nav.Place) kit.Screen {
		switch p := p.(type) {
		case nav.Table:
			return New(e, p)
		case nav.AnnotatedGame:
			return NewScore(e, p.AnnotatedGame)
		}
		return nil
	})}
}

// atTable returns a driver of a table's screen.
func atTable(t testing.TB, who player.Player, view *table.View, cfg kit.Config) *driver {
	t.Helper()
	d := newDriver(t, uitest.AtTable(who, cfg))
	d.Show(view)
	return d
}

// layout returns the layout of the screen, and the positions of the moves in the list.
func (d *driver) layout() (scene.Layout, []scene.MoveSpot) {
	d.T.Helper()
	s := d.table().picture()
	l := s.Layout()
	return l, s.MoveSpots(&l)
}

func (d *driver) table() *Screen { return uitest.Find[*Screen](d.Driver) }
