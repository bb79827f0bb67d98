package game

import (
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func near() (time.Duration, bool) { return 20 * time.Millisecond, true }

// picture returns the cells of a player's screen.
func (d *driver) picture() *draw.Grid {
	g := draw.NewGrid(d.Env.Width, d.Env.Height, draw.Style{})
	d.table().Draw(g)
	if d.table().FirstLasts() > 0 {
		d.table().First(g)
	}
	return g
}

// atStill opens the screen of a table with a clock that only the test sets.
func atStill(t *testing.T, who player.Player, v *table.View, cfg kit.Config) *driver {
	t.Helper()
	d := atTable(t, who, v, cfg)
	d.setClock(uitest.Noon)
	return d
}

func (d *driver) setClock(now time.Time) {
	d.Env.Steady = func() time.Time { return now }
}

// moving reports whether a move is not yet shown on its square.
func (d *driver) moving() bool { return d.table().motion.moving(d.Env.Steady()) }

// ground returns the background of a square.
func (d *driver) ground(g *draw.Grid, name string) assets.Shade {
	t := d.table()
	sq, _ := t.View.Variant.Facts().Geometry.Square(name)
	x, y := t.Drawn().Corner(sq)
	at := t.at()
	return g.At(at.X+x+1, at.Y+y).Style.Bg
}

// corner reports whether an upper corner of a square has a colour. The moving piece may hide the other.
func (d *driver) corner(name string, shade assets.Shade) bool {
	t := d.table()
	sq, _ := t.View.Variant.Facts().Geometry.Square(name)
	v, at, g := t.Drawn(), t.at(), d.picture()
	x, y := v.Corner(sq)
	return g.At(at.X+x, at.Y+y).Style.Fg == shade || g.At(at.X+x+v.Size.W-1, at.Y+y).Style.Fg == shade
}

// advance lets the time pass until the moving piece arrives, or until the next move begins.
func (d *driver) advance() {
	if t := d.table(); d.Env.Steady().Before(t.motion.arrives) {
		d.setClock(t.motion.arrives)
	} else {
		d.Send(motionMsg{t.address, len(t.View.Moves)})
	}
}

// A move is shown half way, then on its square. A captured piece is marked meanwhile.
func TestMoveIsShownInMotion(t *testing.T) {
	words := uitest.Recorded(t)
	b := &assets.Themes[0].Board
	captures := 0
	for n := range words[:32] {
		d := atStill(t, uitest.People[0], uitest.ViewAfter(t, words[:n]), kit.Config{Width: 120, Height: 40, RoundTrip: near})
		d.Show(uitest.ViewAfter(t, words[:n+1]))
		v := d.table().View
		a, facts := v.Moves[n].Action, v.Variant.Facts()
		to := facts.Geometry.Name(a.To)
		if !d.moving() {
			t.Fatalf("move %d is not in motion", n+1)
		}
		if first := d.picture(); d.ground(first, to) == b.Last || d.ground(first, facts.Geometry.Name(a.From)) != b.Last {
			t.Errorf("move %d: the first step shows the piece on its square", n+1)
		}
		if v.Moves[n].Captured.IsPiece() {
			captures++
			if !d.corner(to, b.Take) {
				t.Errorf("move %d: the captured piece is not marked", n+1)
			}
		}
		d.advance()
		if d.moving() {
			t.Errorf("move %d: the motion does not end", n+1)
		}
		if got := d.ground(d.picture(), to); got != b.Last && got != b.Check {
			t.Errorf("move %d: the destination has the background %d", n+1, got)
		}
		if took := d.Env.Steady().Sub(uitest.Noon); took <= 0 || took > 120*time.Millisecond {
			t.Errorf("move %d takes %v", n+1, took)
		}
	}
	if captures == 0 {
		t.Error("the record has no capture")
	}
}

// Moves are shown at once to spectators, to players who do not want motion, on a connection that is
// slow or not measured, without colours, and if the previous move is still in motion.
func TestMoveIsShownAtOnce(t *testing.T) {
	words := uitest.Recorded(t)
	off := func(s player.Setting, value string) player.Settings {
		return player.Settings{}.With(player.Choice{Setting: s, Value: value})
	}
	slow := func() (time.Duration, bool) { return 121 * time.Millisecond, true }
	unknown := func() (time.Duration, bool) { return 0, false }
	for name, c := range map[string]struct {
		who player.Player
		cfg kit.Config
	}{
		"spectator":    {uitest.Spectator, kit.Config{RoundTrip: near}},
		"motion off":   {uitest.People[0], kit.Config{RoundTrip: near, Settings: off(player.Motion, "off")}},
		"sync off":     {uitest.People[0], kit.Config{RoundTrip: near, Settings: off(player.Sync, "off")}},
		"NO_COLOR":     {uitest.People[0], kit.Config{RoundTrip: near, NoColor: true}},
		"mono":         {uitest.People[0], kit.Config{RoundTrip: near, Settings: off(player.Theme, "mono")}},
		"slow":         {uitest.People[0], kit.Config{RoundTrip: slow}},
		"unknown":      {uitest.People[0], kit.Config{RoundTrip: unknown}},
		"not measured": {uitest.People[0], kit.Config{}},
	} {
		d := atStill(t, c.who, uitest.ViewAfter(t, words[:8]), c.cfg)
		d.Show(uitest.ViewAfter(t, words[:9]))
		if d.moving() {
			t.Errorf("%s: the move is in motion", name)
		}
	}
	d := atStill(t, uitest.People[0], uitest.ViewAfter(t, words[:8]), kit.Config{RoundTrip: near})
	d.Show(uitest.ViewAfter(t, words[:9]))
	d.Show(uitest.ViewAfter(t, words[:10]))
	if d.moving() {
		t.Error("a move is in motion although the client is behind")
	}
	d.advance()
	d.Show(uitest.ViewAfter(t, words[:12])) // two moves at once
	if d.moving() {
		t.Error("one of two moves is in motion")
	}
}

// A moving piece stays on the board, whatever the size of squares.
func TestMotionAtEverySize(t *testing.T) {
	words := uitest.Recorded(t)
	for _, size := range [][2]int{{46, 16}, {80, 24}, {100, 30}, {120, 40}, {200, 60}, {300, 100}} {
		d := atStill(t, uitest.People[0], uitest.ViewAfter(t, words[:8]), kit.Config{Width: size[0], Height: size[1], RoundTrip: near})
		before := d.picture()
		d.Show(uitest.ViewAfter(t, words[:9]))
		moving := d.picture()
		d.advance()
		after := d.picture()
		if equal(before, moving) || equal(moving, after) {
			t.Errorf("%v: nothing moves in squares of %v", size, d.table().Drawn().Size)
		}
	}
}

func equal(a, b *draw.Grid) bool {
	for y := range a.Height {
		for x := range a.Width {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// gameWithALot returns a game in which some turns are decided by lot, and its first moves: the second seat
// resigns on its first turn, and its first and second moves are drawn by lot.
func gameWithALot(t *testing.T) (game string, words []string) {
	t.Helper()
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := v.(rules.Lots); !ok {
			continue
		}
		g := rules.NewGame(v)
		for n := range 7 {
			word := rules.LegalPlain(v, &g.Position)[0]
			if n == 1 {
				word = "resign"
			}
			if err := rules.PlayRecord(g, []string{word}); err != nil {
				t.Fatal(err)
			}
			words = append(words, word)
		}
		return def.Name, words
	}
	t.Fatal("no game has turns that are decided by lot")
	return "", nil
}

// shows reports whether the screen shows a piece on a square.
func (d *driver) shows(name string) bool {
	t, g := d.table(), d.picture()
	sq, _ := t.View.Variant.Facts().Geometry.Square(name)
	v, at := t.Drawn(), t.at()
	x, y := v.Corner(sq)
	for dy := range v.Size.H {
		for dx := range v.Size.W {
			if strings.TrimSpace(g.At(at.X+x+dx, at.Y+y+dy).Text) != "" {
				return true
			}
		}
	}
	return false
}

// TestALotIsShownAfterAPause checks that the board shows the move of a player first, then the move that the
// table drew by lot in the same step.
func TestALotIsShownAfterAPause(t *testing.T) {
	game, words := gameWithALot(t)
	last := len(words) // with the resignation of the second seat, and its first lot
	view := func(n int) *table.View {
		v := uitest.GameView(t, game, nil, words[:n])
		for i := range v.Moves {
			v.Moves[i].Lot = i == last-5 || i == last-1
		}
		return v
	}
	for _, c := range []struct {
		before, after int
		first         time.Duration // how long a piece moves before the lot waits
		waits         []bool        // whether the lot waits in each step
	}{
		{last - 6, last - 4, 0, []bool{true, false}},              // a resignation and a lot
		{last - 2, last, motionFrame, []bool{false, true, false}}, // a move and a lot
		{last - 1, last, 0, []bool{true, false}},
	} {
		d := atStill(t, uitest.People[0], view(c.before), kit.Config{Width: 120, Height: 40, RoundTrip: near})
		d.Ticks = nil
		d.Show(view(c.after))
		lot := d.table().View.Moves[c.after-1].Action
		from := d.table().View.Variant.Facts().Geometry.Name(lot.From)
		if want := lotPause + c.first; !slices.Contains(d.Ticks, want) {
			t.Errorf("%d to %d: waits %v, not %v", c.before, c.after, d.Ticks, want)
		}
		for i, waits := range c.waits {
			if !d.moving() || d.table().FirstLasts() == 0 != waits {
				t.Errorf("%d to %d, frame %d: moves", c.before, c.after, i)
			}
			if waits && !d.shows(from) {
				t.Errorf("%d to %d, frame %d: no piece on %s", c.before, c.after, i, from)
			}
			d.advance()
		}
		if d.moving() || d.shows(from) {
			t.Errorf("%d to %d: the motion does not end", c.before, c.after)
		}
	}
	// Who moves meanwhile sees everything at once.
	d := atStill(t, uitest.People[0], view(last-6), kit.Config{Width: 120, Height: 40, RoundTrip: near})
	d.Show(view(last - 4))
	d.Show(view(last - 3))
	if d.moving() {
		t.Error("a lot waits although the next player has moved")
	}
}
