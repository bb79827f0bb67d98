package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// at is the cell of the screen where a square's man stands.
func (d *driver) at(name string) (x, y int) {
	d.t.Helper()
	t := d.table()
	sq, ok := t.View.Variant.Facts().Geometry.Square(name)
	if !ok {
		d.t.Fatalf("there is no square %s", name)
	}
	d.r.View() // the mouse hits what was drawn
	v := t.Drawn()
	x, y = v.Corner(sq)
	return t.Board.At.X + x + v.Size.W/2, t.Board.At.Y + y + (v.Size.H-1)/2
}

// square is the text of a square of one line.
func (d *driver) square(name string) string {
	x, y := d.at(name)
	e := d.screenOf()
	return e.CellAt(x-1, y).Content + e.CellAt(x, y).Content + e.CellAt(x+1, y).Content
}

func (d *driver) click(name string) {
	x, y := d.at(name)
	d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

func (d *driver) release(name string) {
	x, y := d.at(name)
	d.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// plays fails unless the table was asked for these actions and nothing else.
func (d *driver) plays(want ...string) {
	d.t.Helper()
	var got []string
	for _, a := range d.house.acts {
		got = append(got, rules.Plain(d.table().View.Variant.Facts(), a.Seat, a.Action))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		d.t.Fatalf("the table was asked for %q, want %q", got, want)
	}
}

func TestTypedMovesInBothNotations(t *testing.T) {
	for typed, want := range map[string]string{
		"k7": "m7-k7", "m7-k7": "m7-k7", "M7-K7": "m7-k7", "Nl6": "n5-l6", "n5-l6": "n5-l6",
	} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
		d.keys(typed)
		d.sees("Move: " + typed + "_")
		d.keys("enter")
		d.plays(want)
		if a := d.house.acts[0]; a.Do != table.Play || a.By != people[0] || a.Answers != 0 || a.ID == "" || a.Received.IsZero() {
			t.Errorf("%s: the act says too little: %+v", typed, a)
		}
		d.lacks(typed + "_")
	}
}

func TestEveryEnterIsEnter(t *testing.T) {
	for _, key := range []string{"enter", "kpenter", "linefeed"} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
		d.keys("k7", key)
		d.plays("m7-k7")
	}
}

func TestCastlingIsTyped(t *testing.T) {
	words := recorded(t)
	d := atTable(t, people[1], viewAfter(t, words[:25]), kit.Config{})
	d.keys("O-O", "enter")
	d.plays("g1-e1")
}

func TestARefusalStandsBesideWhatWasTyped(t *testing.T) {
	for typed, says := range map[string]string{
		"m7-k9":  "The pawn on m7 does not move to k9",
		"m7-z9":  "There is no square",
		"hello":  "is not a move",
		"a8-a7":  "The man on a8 is black's",
		"Qk7":    "No queen of yours goes to k7",
		"k7=Q":   "",
		"m7-k7x": "There is no square",
	} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: 120, Height: 40})
		d.house.answer = func(a table.Act) error {
			g := rules.NewGame(d.table().View.Variant)
			return g.Check(a.Action)
		}
		d.keys(typed, "enter")
		d.sees("Move: "+typed+"_", "! ")
		if !strings.Contains(strings.Join(d.text(), "\n"), says) && !strings.Contains(strings.ToLower(strings.Join(d.text(), "\n")), strings.ToLower(says)) {
			t.Errorf("%s: the screen does not say %q:\n%s", typed, says, d.text()[39])
		}
		if d.bells != 1 {
			t.Errorf("%s: %d beeps", typed, d.bells)
		}
		d.keys("backspace")
		if d.table().Refusal != "" {
			t.Errorf("%s: what was wrong still stands there when it is mended", typed)
		}
	}
}

func TestATableThatRefusesIsHeard(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.house.answer = func(table.Act) error { return errors.New("that was another position") }
	d.keys("k7", "enter")
	d.sees("Move: k7_", "That was another position")
}

func TestWhoMayNotMoveIsTold(t *testing.T) {
	for _, c := range []struct {
		who  player.Player
		says string
	}{{onlooker, "You look on here"}, {people[2], "It is not your turn; white is to move"}} {
		v := viewAfter(t, nil)
		v.Terms.Touch = true // without it, a move is kept for later
		d := atTable(t, c.who, v, kit.Config{})
		d.keys("k7", "enter")
		d.sees(c.says)
		d.keys("esc", "enter")
		d.sees(c.says)
		d.plays()
	}
}

func TestCursorLiftsAndDrops(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("up", "up", "down", "down", "left", "right") // comes back to m8
	if got := d.square("m8"); got != "wP]" {
		t.Fatalf("the cursor is not on m8: %q", got)
	}
	d.keys("enter")
	if d.square("m8") != "[P^" || d.square("l8") != " o " || d.square("k8") != " o " {
		t.Fatalf("the lifted man and where he may go are not marked: %q %q", d.square("m8"), d.square("l8"))
	}
	d.keys("up", "up", "enter")
	d.plays("m8-k8")
}

func TestSpaceLiftsToo(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("space", "up", "space")
	d.plays("m8-l8")
}

func TestAnotherManIsLiftedInstead(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("enter", "left", "enter")
	if d.square("m8") != "wP " || d.square("m7") != "[P^" {
		t.Fatalf("m8 %q m7 %q", d.square("m8"), d.square("m7"))
	}
	d.keys("enter")
	if d.square("m7") != "wP]" {
		t.Fatalf("he was not put back: %q", d.square("m7"))
	}
}

func TestMenThatCannotBeLifted(t *testing.T) {
	for square, says := range map[string]string{
		"k7": "No man stands on k7", "a8": "The king on a8 is black's", "n7": "The king on n7 cannot move",
	} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
		d.click(square)
		d.sees(says)
		if d.bells != 1 {
			t.Errorf("%s: %d beeps", square, d.bells)
		}
	}
}

func TestMouseClicksAndDrags(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.click("m5")
		d.release("m5")
		d.click("k5")
		d.release("k5")
		d.plays("m5-k5")

		d = atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.click("m5")
		d.release("l5")
		d.plays("m5-l5")
	}
}

func TestAClickOutsideDoesNothing(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.r.View()
	for _, at := range [][2]int{{0, 0}, {5, 5}, {79, 23}, {60, 12}} {
		d.send(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	}
	d.plays()
	d.lacks("! ")
}

// positionView is a game that begins in a position given as text (P1).
func positionView(t *testing.T, text string) *table.View {
	t.Helper()
	g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return viewOf(t, g, nil)
}

const nearPromotion = "variant chess4\nturn white\nwhite K n7\nwhite P b5\nsilver K k1\nblack K a8\ngold K h14\n"

func TestPromotionIsChosenAndTheQueenIsPreselected(t *testing.T) {
	for _, how := range []string{"typed", "cursor", "mouse"} {
		d := atTable(t, people[0], positionView(t, nearPromotion), kit.Config{})
		switch how {
		case "typed":
			d.keys("b5-a5", "enter")
		case "mouse":
			d.click("b5")
			d.release("b5")
			d.click("a5")
		case "cursor":
			d.click("b5")
			d.release("b5")
			d.keys("up", "enter")
		}
		d.sees("becomes a", "[ Queen ]", "Rook", "Bishop", "Knight")
		d.plays()
		d.keys("enter")
		d.plays("b5-a5=Q")
	}
	d := atTable(t, people[0], positionView(t, nearPromotion), kit.Config{})
	d.keys("a5", "enter")
	d.keys("right", "right", "right", "enter")
	d.plays("b5-a5=N")
	d = atTable(t, people[0], positionView(t, nearPromotion), kit.Config{})
	d.keys("b5-a5", "enter", "r")
	d.plays("b5-a5=R")
	d = atTable(t, people[0], positionView(t, nearPromotion), kit.Config{})
	d.keys("B5-A5=q", "enter")
	d.plays("b5-a5=Q")
}

func TestTabCyclesWhatCouldBeMeant(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("n", "tab")
	d.sees("Move: n")
	first := d.text()[23]
	d.keys("tab")
	if d.text()[23] == first {
		t.Error("tab does not go on")
	}
	d.keys("shift+tab")
	if d.text()[23] != first {
		t.Error("shift+tab does not go back")
	}
	d.keys("esc", "tab", "enter")
	if lifted := d.table().Hand.Lifted; lifted == rules.NoSquare {
		t.Fatal("tab does not find a man that can move")
	}
	d.keys("tab", "enter")
	if len(d.house.acts) != 1 {
		t.Error("tab does not find where he may go")
	}
}

func TestResignAsksFirst(t *testing.T) {
	for _, keys := range [][]string{{"!"}, {"resign", "enter"}, {"%%", "!"}} {
		d := atTable(t, people[2], viewAfter(t, nil), kit.Config{})
		d.keys(keys...)
		d.sees("Resign?", "[ Play on ]")
		d.keys("enter")
		d.plays()
		d.keys("!", "right", "enter")
		d.plays("resign")
		if a := d.house.acts[0]; a.Seat != 2 || a.Action.Seat != 2 {
			t.Errorf("%v: another seat resigns: %+v", keys, a)
		}
	}
	d := atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	d.keys("!")
	d.sees("There is nothing to resign")
}

func TestDrawIsOfferedAnsweredAndClaimed(t *testing.T) {
	offer := &table.OfferView{By: people[1], Accepted: rules.Seats(0).With(1)}
	for _, c := range []struct {
		name  string
		offer *table.OfferView
		claim bool
		who   int
		pick  string
		do    table.Do
	}{
		{"offer", nil, false, 3, "o", table.Offer},
		{"accept", offer, false, 3, "a", table.Accept},
		{"decline", offer, false, 3, "d", table.Decline},
		{"take back", offer, false, 1, "t", table.Decline},
		{"claim", nil, true, 0, "c", table.Play},
	} {
		v := viewAfter(t, nil)
		v.Offer, v.CanClaim = c.offer, c.claim
		d := atTable(t, people[c.who], v, kit.Config{})
		if c.offer != nil && c.who != 1 {
			d.sees("Blinky offers a draw. ctrl+y yes, ctrl+n no")
		}
		d.keys("=")
		d.sees("A draw?", "[ Play on ]")
		d.keys(c.pick)
		if len(d.house.acts) != 1 || d.house.acts[0].Do != c.do {
			t.Errorf("%s: the table was asked for %+v", c.name, d.house.acts)
		}
	}
}

func TestLookingBackIsNeverYankedForward(t *testing.T) {
	words := recorded(t)
	d := atTable(t, people[0], viewAfter(t, words[:8]), kit.Config{})
	d.keys("[", "[")
	d.sees("after 6 of 8 moves")
	if d.square("n6") != "   " {
		t.Errorf("after six moves the bishop is not away from n6: %q", d.square("n6"))
	}
	d.keys("<")
	d.sees("after 2 of 8 moves")
	d.show(viewAfter(t, words[:9]))
	d.sees("after 2 of 9 moves")
	if d.square("k7") != "wP " || d.square("k9") != "   " || d.square("k3") != "sN~" {
		t.Errorf("the board moved on: k9 %q k3 %q", d.square("k9"), d.square("k3"))
	}
	d.keys("enter")
	d.sees("You are looking back")
	d.keys("home")
	d.sees("after 0 of 9 moves")
	d.keys("]", ">")
	d.sees("after 5 of 9 moves")
	d.keys("end")
	d.lacks("Looking back")
	d.keys("pgup")
	d.sees("after 8 of 9 moves")
	d.keys("esc", "esc")
	d.lacks("Looking back")
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.sees("after 8 of 9 moves")
}

func TestTheWholeGameCanBeLookedThrough(t *testing.T) {
	words := recorded(t)
	d := atTable(t, onlooker, viewAfter(t, words), kit.Config{})
	d.sees("Silver wins", "Scores  0 - 3 - 2 - 1", "Points  0 - 3 - 0 - 0", "Over")
	d.keys("home")
	for range words {
		d.keys("]")
	}
	d.lacks("Looking back")
	d.keys("q")
	if len(d.r.stack.Screens) != 1 {
		t.Error("q does not leave a finished game")
	}
}

func TestTheTurnCannotBeMissed(t *testing.T) {
	words := recorded(t)
	d := atTable(t, people[1], viewAfter(t, nil), kit.Config{})
	d.sees("To move: White", "> w  Inky")
	if title := d.r.View().WindowTitle; title != "12: Chess4" {
		t.Errorf("title %q", title)
	}
	d.show(viewAfter(t, words[:1]))
	d.sees("Your move, Silver", "> s  Blinky")
	if title := d.r.View().WindowTitle; title != "12: YOUR MOVE" {
		t.Errorf("title %q", title)
	}
	if d.bells != 1 {
		t.Fatalf("%d bells when the turn came", d.bells)
	}
	d.show(viewAfter(t, words[:1]))
	d.show(viewAfter(t, words[:2]))
	d.show(viewAfter(t, words[:3]))
	if d.bells != 1 {
		t.Errorf("%d bells for one turn", d.bells)
	}
	d.keys("ctrl+g")
	d.sees("The bell is off")
	d.show(viewAfter(t, words[:5]))
	if d.bells != 1 {
		t.Error("it rings though it was told not to")
	}
	d.keys("ctrl+g")
	d.sees("The bell is on")
	if d.bells != 2 {
		t.Errorf("%d bells when it was turned on", d.bells-1)
	}
	d.keys("tab")
	d.lacks("The bell is on")
}

func TestCheckAndMateAreShown(t *testing.T) {
	words := recorded(t)
	var seen [2]bool
	for _, v := range viewsOf(t, words) {
		check, mated := v.Variant.Check(&v.Position), v.Variant.Mated(&v.Position)
		if check == 0 || mated == 0 && seen[0] || seen[1] {
			continue
		}
		d := atTable(t, onlooker, v, kit.Config{})
		for s := range rules.Seat(rules.SeatCount) {
			king := v.Variant.Facts().Geometry.Name(v.Position.King[s])
			switch {
			case mated.Has(s):
				d.sees("# mated")
				seen[1] = strings.HasSuffix(d.square(king), "K#")
			case check.Has(s):
				d.sees("! check")
				seen[0] = strings.HasSuffix(d.square(king), "K!")
			}
		}
	}
	if !seen[0] || !seen[1] {
		t.Errorf("check shown %v, mate shown %v", seen[0], seen[1])
	}
}

func TestEverybodySeesTheBoardFromHisSide(t *testing.T) {
	for seat, p := range people {
		d := atTable(t, p, viewAfter(t, nil), kit.Config{})
		v := d.table().View
		king := v.Variant.Facts().Geometry.Name(v.Position.King[seat])
		_, y := d.at(king)
		if want := d.table().Board.At.Y + d.table().Drawn().Height() - 1; y != want {
			t.Errorf("%s's king stands in line %d, the lowest is %d", p.Name, y, want)
		}
	}
}

func TestTheBoardIsTurnedByHandAndStays(t *testing.T) {
	d := atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	sides := map[int]bool{}
	for range 4 {
		sides[d.table().Board.Turned] = true
		d.keys("/")
	}
	if len(sides) != 4 {
		t.Errorf("an onlooker sees it from %d sides", len(sides))
	}
	d.keys("/")
	turned := d.table().Board.Turned
	d.show(viewAfter(t, recorded(t)[:3]))
	if d.table().Board.Turned != turned {
		t.Error("a move turned the board back")
	}
}

func TestOnePersonWithAllSeats(t *testing.T) {
	words := recorded(t)
	mine := func(n int) *table.View {
		v := viewAfter(t, words[:n])
		for s := range v.Seats {
			v.Seats[s].Player = people[0]
		}
		return v
	}
	d := atTable(t, people[0], mine(0), kit.Config{})
	for n := range 4 {
		turned := d.table().Board.Turned
		d.keys(words[n], "enter")
		d.show(mine(n + 1))
		if d.table().Board.Turned != turned {
			t.Error("the board turns with the turn")
		}
	}
	d.plays(words[:4]...)
	if d.bells != 0 {
		t.Errorf("%d bells for one's own moves", d.bells)
	}
	d.keys("!")
	d.sees("Resign white", "Resign silver", "Resign black", "Resign gold")
}

func TestKeysWaitWhileTheTableIsBusy(t *testing.T) {
	words := recorded(t)
	mine := func(n int) *table.View {
		v := viewAfter(t, words[:n])
		for s := range v.Seats {
			v.Seats[s].Player = people[0]
		}
		return v
	}
	d := atTable(t, people[0], mine(0), kit.Config{})
	d.keys(words[0], "enter", words[1], "enter") // the view has not come yet
	d.plays(words[0])
	d.show(mine(1))
	d.plays(words[0], words[1])
	d.show(mine(2))
	d.keys("b8")
	d.sees("Move: b8_")
}

func TestEscUndoesOneThingAfterAnother(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("enter", "x9", "esc")
	d.lacks("x9_")
	if d.table().Hand.Lifted == rules.NoSquare {
		t.Fatal("esc put the man back too early")
	}
	d.keys("esc")
	if d.table().Hand.Lifted != rules.NoSquare {
		t.Fatal("esc does not put the man back")
	}
	d.keys("esc")
	d.sees("Back to the lobby?", "[ Stay ]")
	d.keys("esc")
	d.lacks("Back to the lobby?")
	d.keys("esc", "l")
	if len(d.r.stack.Screens) != 1 {
		t.Error("leaving does not leave")
	}
	if got := <-d.house.closed; got != "table" {
		t.Errorf("%s was closed", got)
	}
}

func TestAnOnlookerLeavesUnasked(t *testing.T) {
	d := atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	d.keys("esc")
	if len(d.r.stack.Screens) != 1 {
		t.Error("esc does not leave")
	}
	d = atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	d.keys("quit", "enter")
	if len(d.r.stack.Screens) != 1 {
		t.Error("quit does not leave")
	}
}

func TestCtrlCAsksWhoPlays(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("ctrl+c")
	d.sees("Leave Quadrille?", "[ Stay ]")
	if d.quit {
		t.Fatal("it did not ask")
	}
	d.keys("enter")
	d.lacks("Leave Quadrille?")
	d.keys("ctrl+c", "ctrl+c")
	if !d.quit {
		t.Error("the second ctrl-c does not end it")
	}
	d = atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	d.keys("ctrl+c")
	if !d.quit {
		t.Error("who looks on is asked")
	}
}

func TestSizesAndLooksAreChanged(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	sizes := map[int]bool{}
	for range 4 {
		sizes[d.table().Drawn().Size.W] = true
		d.keys("-")
	}
	for range 8 {
		d.keys("+")
	}
	sizes[d.table().Drawn().Size.W] = true
	if !sizes[3] || !sizes[5] || d.table().Drawn().Size.W != 5 {
		t.Errorf("sizes seen: %v", sizes)
	}
	looks := map[string]bool{}
	for range 3 {
		looks[d.square("n7")] = true
		d.keys("ctrl+p")
	}
	if !looks["w♚ "] || !looks["wK "] {
		t.Errorf("looks seen: %v", looks)
	}
}

func TestClockCountsDownByItself(t *testing.T) {
	v := viewAfter(t, nil)
	start := time.Now()
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
	v.Clock = &table.ClockView{Running: 0, Since: start, Deadline: start.Add(65 * time.Second)}
	for s := range v.Clock.Left {
		v.Clock.Left[s] = time.Duration(61+s) * time.Minute
	}
	d := atTable(t, people[0], v, kit.Config{})
	now := start
	d.r.env.Clock = func() time.Time { return now }
	d.send(nil)
	d.sees("1:05", "1:02:00", "1:03:00", "1:04:00")
	if len(d.ticks) != 1 {
		t.Fatalf("%d ticks are on their way", len(d.ticks))
	}
	now = start.Add(500 * time.Millisecond)
	d.send(game.TickMsg{T: d.table()})
	if len(d.ticks) != 2 || d.ticks[1] != 501*time.Millisecond {
		t.Fatalf("the next tick does not come with the next second: %v", d.ticks)
	}
	d.show(v)
	if len(d.ticks) != 2 {
		t.Fatal("a view armed a second tick")
	}
	now = start.Add(56 * time.Second)
	d.send(game.TickMsg{T: d.table()})
	d.sees("9.0")
	if last := d.ticks[len(d.ticks)-1]; last > 201*time.Millisecond {
		t.Errorf("in the last seconds it looks every %v", last)
	}
	now = start.Add(70 * time.Second)
	d.send(game.TickMsg{T: d.table()})
	d.sees("0.0")
	n := len(d.ticks)
	d.send(game.TickMsg{T: d.table()})
	if len(d.ticks) != n {
		t.Error("it ticks on after the deadline")
	}
}

func TestNoTickWithoutAClock(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.show(viewAfter(t, recorded(t)[:1]))
	if len(d.ticks) != 0 {
		t.Errorf("ticks without a clock: %v", d.ticks)
	}
}

func waiting(t testing.TB, seated ...int) *table.View {
	v := viewAfter(t, nil)
	v.Phase, v.Actor, v.Legal = table.Waiting, rules.NoSeat, nil
	for s := range v.Seats {
		v.Seats[s] = table.SeatView{Open: true}
	}
	for _, s := range seated {
		v.Seats[s] = table.SeatView{Player: people[s], Present: true}
	}
	return v
}

func TestBeforeTheGameArrowsAndEnterSuffice(t *testing.T) {
	d := atTable(t, people[1], waiting(t, 0), kit.Config{})
	d.sees("Waiting for the players", "Inky", "not ready", "(open)", "> Sit down as silver")
	d.keys("down", "enter")
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 2 {
		t.Fatalf("it asked for %+v", a)
	}
	d.show(waiting(t, 0, 1))
	d.sees("> I am ready", "Stand up from silver")
	d.keys("enter")
	if a := d.house.acts[1]; a.Do != table.Ready {
		t.Fatalf("it asked for %+v", a)
	}
	v := waiting(t, 0, 1)
	v.Seats[1].Ready = true
	d.show(v)
	d.sees("not ready", "Wait, I am not ready")
	d.keys("down", "down", "enter")
	if a := d.house.acts[2]; a.Do != table.Unready {
		t.Fatalf("it asked for %+v", a)
	}
	d.show(v)
	d.keys("end", "up", "enter")
	if a := d.house.acts[3]; a.Do != table.Stand || a.Seat != 1 {
		t.Fatalf("it asked for %+v", a)
	}
	d.keys("end", "enter")
	if len(d.r.stack.Screens) != 1 {
		t.Error("the last line does not lead back")
	}
}

// Somebody else sits down while Enter is on its way: it does what was chosen, or
// nothing worse than the first line.
func TestTheMenuKeepsWhatWasChosenWhenOthersSit(t *testing.T) {
	v := waiting(t, 0)
	d := atTable(t, people[1], v, kit.Config{})
	d.keys("down", "down")
	d.sees("> Sit down as gold")
	taken := *v
	taken.Seats[1] = table.SeatView{Player: people[2]}
	d.show(&taken)
	d.sees("> Sit down as gold")
	d.keys("enter")
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 3 {
		t.Fatalf("it asked for %+v", a)
	}
}

func TestBeforeTheGameTheMouseDoes(t *testing.T) {
	d := atTable(t, people[1], waiting(t, 0), kit.Config{})
	d.r.View()
	at := d.table().Board.MenuAt
	d.send(tea.MouseClickMsg{X: at.X + 3, Y: at.Y + 2, Button: tea.MouseLeft})
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 3 {
		t.Fatalf("it asked for %+v", a)
	}
}

func TestAGuestIsToldHowHeComesBack(t *testing.T) {
	v := waiting(t, 0)
	guest := player.Player{ID: "guest:k7f3", Name: "guest-k7f3"}
	d := atTable(t, guest, v, kit.Config{ReturnCode: "k7f3-2222", Width: 120, Height: 40})
	d.lacks("k7f3-2222")
	v.Seats[1] = table.SeatView{Player: guest}
	d.show(v)
	d.sees("return k7f3-2222")
	d.keys("?")
	d.sees("return k7f3-2222")
}

func TestASeatIsTakenAtOnceIfAsked(t *testing.T) {
	cfg := kit.Config{Player: people[3], Named: true, Open: &nav.Table{ID: 12, Seat: 3, Sit: true}}
	d := newDriver(t, cfg)
	d.show(waiting(t))
	if len(d.house.acts) != 1 || d.house.acts[0].Do != table.Sit || d.house.acts[0].Seat != 3 {
		t.Fatalf("it asked for %+v", d.house.acts)
	}
	d.show(waiting(t, 3))
	if len(d.house.acts) != 1 {
		t.Error("it sits down twice")
	}
}

func TestATableThatCannotBeOpenedSaysSo(t *testing.T) {
	e := newFakeHouse()
	e.openErr = errors.New("there is no table 12")
	d := newDriver(t, kit.Config{Player: onlooker, Named: true})
	d.r.env.Services = e
	d.r.stack.Screens = append(d.r.stack.Screens, game.New(d.r.env, nav.Table{ID: 12}))
	d.do(d.table().Start())
	d.sees("there is no table 12")
	d.keys("esc")
	if len(d.r.stack.Screens) != 1 {
		t.Error("esc does not leave")
	}
}

func TestATableThatClosesKeepsTheBoard(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.show(nil)
	d.sees("The table is closed for now", "wK")
}

func TestRoundsFollowTheTurn(t *testing.T) {
	words := recorded(t)
	list := game.Rounds(viewAfter(t, words).Moves)
	if len(list) != 55 {
		t.Errorf("%d rounds, the record has 55", len(list))
	}
	first, last := list[0].Text, list[54].Text
	if first != [4]string{"k7", "Nk3", "d8", "h11"} || last[1] == "" || last[2] != "%%" {
		t.Errorf("first %q, last %q", first, last)
	}
	if list[42].Text[0] != "pass" {
		t.Errorf("round 43 is %q; White passes", list[42].Text)
	}
}
