package screen

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// sent counts the bytes that a screen sends to its terminal.
type sent struct{ screen *wire.Screen }

func newLine(p colorprofile.Profile, width, height int) sent {
	return sent{wire.New("xterm-256color", p, width, height)}
}

// frame sends a frame and returns its number of bytes.
func (l sent) frame(d *driver) int { return len(l.screen.Frame(nil, d.Model.View(), nil)) }

// bytesOfMoves returns the mean number of bytes that a viewer receives for a move, and the
// number of bytes of the first frame.
func bytesOfMoves(t *testing.T, who player.Player, views []*table.View, p colorprofile.Profile, width, height int) (mean, first int) {
	d := atTable(t, who, views[0], kit.Config{Width: width, Height: height})
	d.Send(tea.ColorProfileMsg{Profile: p})
	w := newLine(p, width, height)
	first = w.frame(d)
	for _, v := range views[1:] {
		d.Show(v)
		mean += w.frame(d)
		if n := w.frame(d); n != 0 {
			t.Fatalf("an unchanged frame cost %d bytes", n)
		}
	}
	return mean / (len(views) - 1), first
}

// bytesOfAMove contains the maximum number of bytes that a move may cost in each game: for
// players at 80 × 24, 120 × 40 and 200 × 60 cells (averaged over the players), and for a
// spectator at 120 × 40. The entry "recorded" is for the beginning of a recorded Chess4
// game. Forchess costs the most, because its squares are the largest and its pieces have an
// outline.
var bytesOfAMove = map[string]struct {
	players   [3]int
	spectator int
}{
	"recorded":    {[3]int{130, 200, 315}, 185},
	"chess4":      {[3]int{147, 205, 320}, 190},
	"verney":      {[3]int{147, 222, 345}, 205},
	"quadrochess": {[3]int{128, 217, 455}, 195},
	"forchess":    {[3]int{242, 360, 656}, 335},
	"fourplayer":  {[3]int{154, 205, 320}, 190},
}

// meanBytesOfAMove is the maximum number of bytes of a move at 120 × 40, averaged over the games.
const meanBytesOfAMove = 240

func TestBytesOfMove(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and starts no goroutines")
	}
	games := map[string][]*table.View{"recorded": uitest.ViewsOf(t, uitest.Recorded(t)[:32])}
	for _, def := range variants.All() {
		v, err := variants.New(def.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		games[def.Name] = uitest.ViewsFrom(t, rules.NewGame(v), uitest.Opening(t, def.Name))
	}
	for i, size := range []struct{ width, height, first int }{{80, 24, 5400}, {120, 40, 17000}, {200, 60, 34000}} {
		overall := 0
		for game, views := range games {
			looksOn, _ := bytesOfMoves(t, uitest.Spectator, views, colorprofile.ANSI256, size.width, size.height)
			all := 0
			for _, who := range uitest.People {
				mean, first := bytesOfMoves(t, who, views, colorprofile.ANSI256, size.width, size.height)
				if all += mean; first > size.first {
					t.Errorf("%s at %d x %d: the first frame has %d bytes", game, size.width, size.height, first)
				}
			}
			t.Logf(
				"%d x %d, %s: a move costs players %d bytes; spectators %d",
				size.width,
				size.height,
				game,
				all/len(uitest.People),
				looksOn,
			)
			limit, known := bytesOfAMove[game]
			if !known {
				t.Fatalf("%s has no limit", game)
			}
			if size.width <= 120 && looksOn > limit.spectator {
				t.Errorf("for spectators that is more than %d", limit.spectator)
			}
			if all/len(uitest.People) > limit.players[i] {
				t.Errorf("for players that is more than %d", limit.players[i])
			}
			if game != "recorded" {
				overall += all / len(uitest.People)
			}
		}
		if overall /= len(variants.All()); size.width == 120 && overall > meanBytesOfAMove {
			t.Errorf("in all games, a move costs players %d bytes on average", overall)
		}
	}
}

// Motion adds at most 150 bytes to a move on average: at 120 × 40, a move with motion takes at most 390 bytes,
// averaged over the games, and in each game but Forchess.
func TestBytesOfMotion(t *testing.T) {
	const addedMax, most = 150, 390
	overall := 0
	near := func() (time.Duration, bool) { return time.Millisecond, true }
	for _, def := range variants.All() {
		v, err := variants.New(def.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		views := uitest.ViewsFrom(t, rules.NewGame(v), uitest.Opening(t, def.Name))
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			sum := 0
			for _, who := range uitest.People {
				d := atTable(t, who, views[0], kit.Config{Width: size[0], Height: size[1], RoundTrip: near})
				d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
				w := newLine(colorprofile.ANSI256, size[0], size[1])
				w.frame(d)
				for n, view := range views[1:] {
					at := uitest.Noon.Add(time.Duration(n) * time.Second)
					d.Env.Steady = func() time.Time { return at }
					d.Show(view)
					sum += w.frame(d)
					at = at.Add(d.Model.(interface{ Output() kit.Output }).Output().FirstLasts)
					sum += len(w.screen.AppendRest(nil))
					if n := w.frame(d); n != 0 {
						t.Fatalf("an unchanged frame cost %d bytes", n)
					}
				}
			}
			moves := len(uitest.People) * (len(views) - 1)
			still := 0
			for _, who := range uitest.People {
				mean, _ := bytesOfMoves(t, who, views, colorprofile.ANSI256, size[0], size[1])
				still += mean
			}
			still /= len(uitest.People)
			t.Logf("%d x %d, %s: a move takes %d bytes, with motion %d", size[0], size[1], def.Name, still, sum/moves)
			if added := sum/moves - still; added > addedMax || added <= 0 {
				t.Errorf("motion adds %d bytes", added)
			}
			if def.Name != "forchess" && size[0] <= 120 && sum/moves > most {
				t.Errorf("that is more than %d", most)
			}
			if size[0] == 120 {
				overall += sum / moves
			}
		}
	}
	if overall /= len(variants.All()); overall > most {
		t.Errorf("in all games, a move with motion takes %d bytes on average", overall)
	}
}

// TestBytesOfTypedMove limits the bytes that a player receives while they type and play a
// move, at 120 × 40.
func TestBytesOfTypedMove(t *testing.T) {
	for game, limit := range map[string]int{"chess4": 262, "verney": 280, "quadrochess": 276, "forchess": 416} {
		v, err := variants.New(game, nil)
		if err != nil {
			t.Fatal(err)
		}
		views := uitest.ViewsFrom(t, rules.NewGame(v), uitest.Opening(t, game))
		sum, moves := 0, 0
		for i, after := range views[1:] {
			before, word := views[i], after.Moves[len(after.Moves)-1].Plain
			d := atTable(t, uitest.People[before.Actor], before, kit.Config{Width: 120, Height: 40})
			d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
			w := newLine(colorprofile.ANSI256, 120, 40)
			w.frame(d)
			for _, letter := range word {
				d.Keys(string(letter))
				sum += w.frame(d)
			}
			d.Keys("enter")
			sum += w.frame(d)
			d.Show(after)
			sum += w.frame(d)
			moves++
		}
		if t.Logf("%s: a move of their own costs a player %d bytes", game, sum/moves); sum/moves > limit {
			t.Errorf("%s: that is more than %d", game, limit)
		}
	}
}

// A move in true colour costs only a few more bytes than in 256 colours, because most
// colours are sent as palette numbers.
func TestBytesOfMoveInAnyColour(t *testing.T) {
	views := uitest.ViewsOf(t, uitest.Recorded(t)[:32])
	all := 0
	for _, who := range uitest.People {
		mean, _ := bytesOfMoves(t, who, views, colorprofile.TrueColor, 80, 24)
		all += mean
	}
	if t.Logf("a move costs %d bytes", all/len(uitest.People)); all/len(uitest.People) > 155 {
		t.Error("that is more than 155")
	}
}

// TestBytesOfNextTable limits the bytes that are sent when a player opens a table from the
// lobby and returns.
func TestBytesOfNextTable(t *testing.T) {
	for _, size := range []struct{ width, height, limit int }{{80, 24, 4700}, {120, 40, 10200}} {
		d := inLobby(t, kit.Config{Width: size.width, Height: size.height})
		w := newLine(colorprofile.ANSI256, size.width, size.height)
		first := w.frame(d)
		d.Keys("tab", "end", "enter")
		d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:8]))
		there := w.frame(d)
		d.Keys("esc")
		back := w.frame(d)
		t.Logf("%d x %d: the lobby %d bytes, to a table %d, and back %d", size.width, size.height, first, there, back)
		if max(first, there, back) > size.limit || min(first, there, back) == 0 {
			t.Errorf("more than %d", size.limit)
		}
	}
}

// A running clock costs at most 60 bytes per second.
func TestBytesOfClock(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	start := time.Now()
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
	v.Clock = &table.ClockView{Running: v.Actor, Since: start, Deadline: start.Add(5 * time.Minute)}
	v.Clock.Left[v.Actor] = 5 * time.Minute
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	w := newLine(colorprofile.ANSI256, 120, 40)
	w.frame(d)
	sum := 0
	for i := range 30 {
		second := i * 3
		d.Env.Clock = func() time.Time { return start.Add(time.Duration(second) * time.Second) }
		d.Model.Update(nil)
		n := w.frame(d)
		sum += n
		if n > 60 && second > 0 {
			t.Fatalf("second %d cost %d bytes", second, n)
		}
	}
	if t.Logf("a second costs %d bytes on average", sum/30); sum == 0 {
		t.Error("the clock did not change")
	}
	if n := w.frame(d); n != 0 {
		t.Fatalf("an unchanged frame cost %d bytes", n)
	}
}
