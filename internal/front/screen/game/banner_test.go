package game

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestAnnouncementLeavesRunningClocks draws long announcements over a game with clocks, in
// terminals of all sizes. No cell of the panel with the clocks may change.
func TestAnnouncementLeavesRunningClocks(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("The server restarts at noon. ", 8))
	for _, game := range variants.Names() {
		for _, size := range [][2]int{{46, 16}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}, {300, 100}} {
			v := uitest.GameView(t, game, nil, nil)
			v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
			v.Clock = &table.ClockView{Running: v.Actor, Since: uitest.Noon, Deadline: uitest.Noon.Add(5 * time.Minute)}
			for s := range rules.Seat(rules.SeatCount) {
				v.Clock.Left[s] = 5 * time.Minute
			}
			d := atTable(t, uitest.People[0], v, kit.Config{Width: size[0], Height: size[1]})
			d.Env.Now = uitest.Noon
			draw := func() *draw.Grid {
				g := draw.NewGrid(size[0], size[1], draw.Style{})
				d.Stack.Draw(g)
				return g
			}
			before, after := draw(), draw()
			kit.DrawBanner(d.Env, after, text, "  ctrl+n close", 240)
			l, _ := d.layout()
			changed, clocks := false, 0
			for y := range size[1] {
				for x := range size[0] {
					same := before.Row(y)[x] == after.Row(y)[x]
					changed = changed || !same
					if inside := x >= l.Panel.X && x < l.Panel.X+l.Panel.Width && y >= l.Panel.Y && y < l.Panel.Y+l.Panel.Height; inside &&
						!same {
						t.Fatalf("%s at %v: the announcement covers %d, %d", game, size, x, y)
					}
				}
				row := ""
				for _, c := range after.Row(y) {
					row += c.Text
				}
				clocks += strings.Count(row, "5:00")
			}
			if !changed || l.Panel.Width > 0 && clocks < rules.SeatCount {
				t.Errorf("%s at %v: drawn %v, %d clocks", game, size, changed, clocks)
			}
		}
	}
}
