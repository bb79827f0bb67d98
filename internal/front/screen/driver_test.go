package screen

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// driver drives the root model in tests.
type driver struct{ *uitest.Driver }

func newDriver(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	return &driver{uitest.Drive(t, cfg, func(e *kit.Env) (kit.Model, *kit.Stack) {
		r := newRoot(e)
		return r, r.stack
	})}
}

func (d *driver) root() *root { return d.Model.(*root) }

// atTable returns a driver of the screen of a table.
func atTable(t testing.TB, who player.Player, view *table.View, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named, cfg.Open = who, true, &nav.Table{ID: 12}
	d := newDriver(t, cfg)
	d.show(view)
	return d
}

func (d *driver) show(view *table.View) {
	d.T.Helper()
	uitest.Permit(view)
	d.Send(game.ViewMsg{To: d.table().Address(), View: view})
}

// toTable selects a table in the lobby.
func (d *driver) toTable(id table.ID) {
	d.T.Helper()
	selected := regexp.MustCompile(fmt.Sprintf(`[▸>]. *%d `, id))
	d.Keys("home")
	for range 40 {
		if selected.MatchString(strings.Join(d.Text(), "\n")) {
			return
		}
		d.Keys("down")
	}
	d.T.Fatalf("table %d cannot be selected", id)
}

func (d *driver) table() *game.Screen {
	d.T.Helper()
	for _, s := range d.Stack.Screens {
		if t, ok := s.(*game.Screen); ok {
			return t
		}
	}
	d.T.Fatal("no table's screen is open")
	return nil
}
