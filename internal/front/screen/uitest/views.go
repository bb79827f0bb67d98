package uitest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Opening returns the first moves of a game, from a record in docs/pictures.
func Opening(t testing.TB, game string) []string {
	t.Helper()
	return Words(t, "docs/pictures/"+game+".txt")
}

// Words returns the words of a file, in order.
func Words(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(), path))
	if err != nil {
		t.Fatal(err)
	}
	return rules.SplitRecord(string(text))
}

var openings = struct {
	once  sync.Once
	views map[string]*table.View
}{views: map[string]*table.View{}}

// OpeningView returns a copy of the view after the moves that Opening returns.
func OpeningView(t testing.TB, game string) *table.View {
	t.Helper()
	openings.once.Do(func() {
		for _, def := range variants.All() {
			openings.views[def.Name] = GameView(t, def.Name, nil, Opening(t, def.Name))
		}
	})
	v := *openings.views[game]
	return &v
}

// GameView returns the view of a game with the given options after the given moves.
func GameView(t testing.TB, game string, options map[string]string, words []string) *table.View {
	t.Helper()
	v, err := variants.New(game, options)
	if err != nil {
		t.Fatal(err)
	}
	return ViewOf(t, rules.NewGame(v), words)
}

// Touching returns a view of a touch-move table at which the piece on a square was touched.
func Touching(t *testing.T, lifted string) *table.View {
	v := GameView(t, "verney", nil, nil)
	v.Terms.Touch = true
	v.Lifted, _ = v.Variant.Facts().Geometry.Square(lifted)
	return v
}

// TakingBack returns a view in which a player asks for a takeback.
func TakingBack(t *testing.T, by player.Player) *table.View {
	v := ViewAfter(t, Recorded(t)[:5])
	v.Takeback = &table.TakebackView{By: by, To: 1, Accepted: rules.Seats(0).With(1)}
	return v
}

// PlayerAway returns a view in which the fourth player has been away for the given time. It
// also returns the current time.
func PlayerAway(t *testing.T, away time.Duration) (*table.View, time.Time) {
	v := ViewAfter(t, Recorded(t)[:5])
	now := time.Now()
	v.Seats[3].AwaySince, v.Seats[3].Present = now.Add(-away), false
	return v, now
}

func Finished(t *testing.T) *table.View {
	v := ViewAfter(t, Recorded(t))
	v.Phase, v.Actor, v.ChatOpen = table.Finished, rules.NoSeat, true
	return v
}

// Chatting returns a view of a game in which players may chat, with the given chat lines.
func Chatting(t *testing.T, lines ...table.ChatLine) *table.View {
	v := ViewAfter(t, nil)
	v.ChatOpen, v.Chat = true, lines
	return v
}

// Asks fails the test unless commands of exactly the given kinds were sent to the table.
func (d *Driver) Asks(want ...table.CommandKind) {
	d.T.Helper()
	var got []table.CommandKind
	for _, a := range d.Backend.Commands {
		got = append(got, a.Kind)
	}
	if !slices.Equal(got, want) {
		d.T.Fatalf("the table received %v, want %v", got, want)
	}
}

// Choose picks the choice with this label in an open dialog.
func (d *Driver) Choose(label string) {
	d.T.Helper()
	for range 12 {
		if strings.Contains(strings.Join(d.Text(), "\n"), "[ "+label+" ]") {
			d.Keys("enter")
			return
		}
		d.Keys("down")
	}
	d.Sees(label)
	d.T.Fatalf("%q cannot be selected", label)
}

// Reads fails the test unless the screen shows the words of a text in this order. The text
// may be wrapped.
func (d *Driver) Reads(text string) {
	d.T.Helper()
	rest := strings.Join(d.Text(), "\n")
	for _, w := range strings.Fields(text) {
		i := strings.Index(rest, w)
		if i < 0 {
			d.T.Fatalf("%q of %q is missing:\n%s", w, text, strings.Join(d.Text(), "\n"))
		}
		rest = rest[i+len(w):]
	}
}

// Until presses Down until the menu entry with this label is selected.
func (d *Driver) Until(label string) {
	d.T.Helper()
	for range 20 {
		if frame := strings.Join(d.Text(), "\n"); selectedLabel(label).MatchString(frame) {
			return
		}
		d.Keys("down")
	}
	d.Sees("▸" + label)
}

// selectedLabel matches the selected line that begins with a text. Signs may stand between the
// sign of the selection and the text.
func selectedLabel(label string) *regexp.Regexp {
	return regexp.MustCompile("[>▸][ ●★]*" + regexp.QuoteMeta(label))
}

// PositionView returns a view of a game that begins with the position that `text` describes.
func PositionView(t *testing.T, text string) *table.View {
	t.Helper()
	g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return ViewOf(t, g, nil)
}

// Waiting returns a view of a table before the game, with players on the given seats.
func Waiting(t testing.TB, seated ...int) *table.View {
	v := ViewAfter(t, nil)
	v.Phase, v.Actor, v.Legal = table.Waiting, rules.NoSeat, nil
	for s := range v.Seats {
		v.Seats[s] = table.SeatView{Open: true}
	}
	for _, s := range seated {
		v.Seats[s] = table.SeatView{Player: People[s], Present: true}
	}
	return v
}

// At returns the cell that shows the piece on a square.
func (d *Driver) At(name string) (x, y int) {
	d.T.Helper()
	d.Draw() // draw a frame first, because mouse events refer to the last frame
	for _, s := range d.Stack.Screens {
		if t, ok := s.(interface {
			Cell(square string) (x, y int, ok bool)
		}); ok {
			if x, y, ok = t.Cell(name); ok {
				return x, y
			}
		}
	}
	d.T.Fatalf("no board on the screen has a square %s", name)
	return 0, 0
}

// Square returns the text of a square that is three cells wide.
func (d *Driver) Square(name string) string {
	x, y := d.At(name)
	e := d.ScreenOf()
	return e.CellAt(x-1, y).Content + e.CellAt(x, y).Content + e.CellAt(x+1, y).Content
}

// Click clicks on a square.
func (d *Driver) Click(name string) {
	x, y := d.At(name)
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Release releases the mouse button on a square.
func (d *Driver) Release(name string) {
	x, y := d.At(name)
	d.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Plays fails the test unless exactly these moves were sent to the table.
func (d *Driver) Plays(want ...string) {
	d.T.Helper()
	var got []string
	for _, a := range d.Backend.Commands {
		got = append(got, rules.Plain(d.facts(), a.Seat, a.Action))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		d.T.Fatalf("the table received %q, want %q", got, want)
	}
}

func (d *Driver) facts() *rules.Facts {
	for _, s := range d.Stack.Screens {
		if t, ok := s.(interface{ Game() nav.Help }); ok && t.Game().Facts != nil {
			return t.Game().Facts
		}
	}
	d.T.Fatal("no table is on the screen")
	return nil
}

// Line returns a chat line with the number n.
func Line(n int, by player.Player, text string) table.ChatLine {
	return table.ChatLine{Number: n, By: by, Text: text}
}

// WalledIn is a Forchess position in which the player to move must remove a piece.
const WalledIn = "variant forchess\nsouthwest K a1\nsouthwest P e4\nsouthwest P e3\nnorthwest K a8\nnorthwest P f5\n" +
	"northeast K h8\nnortheast P c5\nnortheast P f4\nsoutheast K h1\nsoutheast Q c2\n"

// NearPromotion is a position in which a pawn can promote.
const NearPromotion = "variant chess4\nturn white\nwhite K n7\nwhite P b5\nsilver K k1\nblack K a8\ngold K h14\n"

// Permit sets who may do what at a table, as a live table would for this view.
func Permit(v *table.View) {
	if v == nil {
		return
	}
	state := fold.State{
		Terms: v.Terms, Host: v.Host, Variant: v.Variant, Phase: v.Phase,
		Game:  fold.Game{Game: &rules.Game{Variant: v.Variant, Position: v.Position}, Moves: v.Moves, Lifted: v.Lifted, Out: v.Out},
		Seats: fold.Seats{Replaced: v.Replaced}, Resigning: fold.Proposals{Seats: v.Resigning},
		Takeback: fold.Takebacks{Offer: v.Takeback}, Vote: fold.Votes{Cast: v.Votes, Adjourned: v.Adjourned},
		Chat: fold.Chat{Muted: v.Muted, Open: v.ChatOpen}, Rematch: fold.RematchState{Offer: v.Rematch, Next: v.Next},
		Fairness: fold.Fairness{FirstMoves: v.FirstMoves},
	}
	for i := range v.Seats {
		seat := &v.Seats[i]
		state.Seats.List[i] = fold.Seat{
			Player: seat.Player, Ready: seat.Ready, Closed: seat.Closed, AcceptsChat: seat.AcceptsChat, Vacant: seat.Vacant,
		}
		state.AwaySince[i] = seat.AwaySince
	}
	if v.Offer != nil {
		state.Offer = &fold.DrawOffer{OfferView: *v.Offer}
	}
	for _, p := range v.Premoves {
		state.Premoves[p.Seat] = fold.Premove{Action: p.Action, Dropped: p.Dropped}
	}
	v.Allowed = (&decide.Decision{State: &state, Now: Noon, Env: decide.Env{Bots: true}}).Allowed(v.Legal)
	for i := range v.Allowed.Seats {
		if !v.ChatOpen { // also before and after the game, where tests have players who cannot chat
			v.Allowed.Seats[i] &^= table.CommandSet(0).With(table.Chat)
		}
	}
}

// PointsWon returns a game in which points decide, its first moves up to one that wins points without
// check, and how many it wins.
func PointsWon(t testing.TB) (game string, words []string, points uint16) {
	t.Helper()
	for _, def := range variants.All() {
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, decide := v.(rules.Standing); !decide {
			continue
		}
		g := rules.NewGame(v)
		for n := range 200 {
			legal := v.Legal(&g.Position, nil)
			a := legal[n*7%len(legal)]
			for _, other := range legal {
				var after rules.Position
				if e := v.Apply(&after, &g.Position, other); e.Won > 0 && v.InCheck(&after) == 0 {
					a = other
				}
			}
			words = append(words, rules.Plain(v.Facts(), v.Actor(&g.Position), a))
			if e, err := g.Play(a); err != nil {
				t.Fatal(err)
			} else if e.Won > 0 && v.InCheck(&g.Position) == 0 {
				return def.Name, words, e.Won
			}
		}
	}
	t.Fatal("no game is decided by points")
	return "", nil, 0
}
