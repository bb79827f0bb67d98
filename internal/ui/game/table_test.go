package game

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/internal/ui/uitest"
	"quadrille/rules"
)

func TestTypedMovesInBothNotations(t *testing.T) {
	for typed, want := range map[string]string{
		"k7": "m7-k7", "m7-k7": "m7-k7", "M7-K7": "m7-k7", "Nl6": "n5-l6", "n5-l6": "n5-l6",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(typed)
		d.Sees("Move: " + typed + "_")
		d.Keys("enter")
		d.Plays(want)
		if a := d.Backend.Commands[0]; a.Kind != table.Play || a.By != uitest.People[0] || a.Answers != 0 || a.ID == "" || a.Received.IsZero() {
			t.Errorf("%s: the act says too little: %+v", typed, a)
		}
		d.Lacks(typed + "_")
	}
}

func TestTypedCastling(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, words[:25]), kit.Config{})
	d.Keys("O-O", "enter")
	d.Plays("g1-e1")
}

func TestRefusalIsShownBesideMove(t *testing.T) {
	for typed, says := range map[string]string{
		"m7-k9":  "The pawn on m7 cannot move to k9",
		"m7-z9":  "There is no square",
		"hello":  "is not a move",
		"a8-a7":  "The piece on a8 belongs to black",
		"Qk7":    "You have no queen that can move to k7",
		"k7=Q":   "",
		"m7-k7x": "There is no square",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
		d.Backend.Answer = func(a table.Command) error {
			g := rules.NewGame(d.table().View.Variant)
			return g.Validate(a.Action)
		}
		d.Keys(typed, "enter")
		d.Sees("Move: "+typed+"_", "! ")
		if !strings.Contains(strings.Join(d.Text(), "\n"), says) && !strings.Contains(strings.ToLower(strings.Join(d.Text(), "\n")), strings.ToLower(says)) {
			t.Errorf("%s: the screen does not say %q:\n%s", typed, says, d.Text()[39])
		}
		if d.Bells != 1 {
			t.Errorf("%s: %d beeps", typed, d.Bells)
		}
		d.Keys("backspace")
		if d.table().Input.Refusal != "" {
			t.Errorf("%s: the refusal is still shown after a correction", typed)
		}
	}
}

func TestRefusalOfTableIsShown(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Backend.Answer = func(table.Command) error { return errors.New("that was another position") }
	d.Keys("k7", "enter")
	d.Sees("Move: k7_", "That was another position")
}

func TestRefusalOutOfTurn(t *testing.T) {
	for _, c := range []struct {
		who  player.Player
		says string
	}{{uitest.Spectator, "You are a spectator"}, {uitest.People[2], "It is not your turn; white is to move"}} {
		v := uitest.ViewAfter(t, nil)
		v.Terms.Touch = true // without it, a move is kept for later
		d := atTable(t, c.who, v, kit.Config{})
		d.Keys("k7", "enter")
		d.Sees(c.says)
		d.Keys("esc", "enter")
		d.Sees(c.says)
		d.Plays()
	}
}

func TestMoveByCursor(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("up", "up", "down", "down", "left", "right") // comes back to m8
	if got := d.Square("m8"); got != "wP]" {
		t.Fatalf("the cursor is not on m8: %q", got)
	}
	d.Keys("enter")
	if d.Square("m8") != "[P^" || d.Square("l8") != " o " || d.Square("k8") != " o " {
		t.Fatalf("the lifted piece and its targets are not marked: %q %q", d.Square("m8"), d.Square("l8"))
	}
	d.Keys("up", "up", "enter")
	d.Plays("m8-k8")
}

func TestSpaceLifts(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("space", "up", "space")
	d.Plays("m8-l8")
}

func TestLiftAnotherPiece(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("enter", "left", "enter")
	if d.Square("m8") != "wP " || d.Square("m7") != "[P^" {
		t.Fatalf("m8 %q m7 %q", d.Square("m8"), d.Square("m7"))
	}
	d.Keys("enter")
	if d.Square("m7") != "wP]" {
		t.Fatalf("the piece was not put back: %q", d.Square("m7"))
	}
}

func TestPiecesThatCannotBeLifted(t *testing.T) {
	for square, says := range map[string]string{
		"k7": "There is no piece on k7", "a8": "The king on a8 is black's", "n7": "The king on n7 cannot move",
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Click(square)
		d.Sees(says)
		if d.Bells != 1 {
			t.Errorf("%s: %d beeps", square, d.Bells)
		}
	}
}

func TestMoveByMouse(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.Click("m5")
		d.Release("m5")
		d.Click("k5")
		d.Release("k5")
		d.Plays("m5-k5")

		d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]})
		d.Click("m5")
		d.Release("l5")
		d.Plays("m5-l5")
	}
}

func TestClickOutsideBoard(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Model.View()
	for _, at := range [][2]int{{0, 0}, {5, 5}, {79, 23}, {60, 12}} {
		d.Send(tea.MouseClickMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	}
	d.Plays()
	d.Lacks("! ")
}

func TestPromotionDialog(t *testing.T) {
	for _, how := range []string{"typed", "cursor", "mouse"} {
		d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
		switch how {
		case "typed":
			d.Keys("b5-a5", "enter")
		case "mouse":
			d.Click("b5")
			d.Release("b5")
			d.Click("a5")
		case "cursor":
			d.Click("b5")
			d.Release("b5")
			d.Keys("up", "enter")
		}
		d.Sees("Promote the pawn on", "[ Queen ]", "Rook", "Bishop", "Knight")
		d.Plays()
		d.Keys("enter")
		d.Plays("b5-a5=Q")
	}
	d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("a5", "enter")
	d.Keys("right", "right", "right", "enter")
	d.Plays("b5-a5=N")
	d = atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("b5-a5", "enter", "r")
	d.Plays("b5-a5=R")
	d = atTable(t, uitest.People[0], uitest.PositionView(t, uitest.NearPromotion), kit.Config{})
	d.Keys("B5-A5=q", "enter")
	d.Plays("b5-a5=Q")
}

func TestTabCyclesCompletions(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("n", "tab")
	d.Sees("Move: n")
	first := d.Text()[23]
	d.Keys("tab")
	if d.Text()[23] == first {
		t.Error("tab does not go on")
	}
	d.Keys("shift+tab")
	if d.Text()[23] != first {
		t.Error("shift+tab does not go back")
	}
	d.Keys("esc", "tab", "enter")
	if lifted := d.table().Input.Selection.Lifted; lifted == rules.NoSquare {
		t.Fatal("tab does not find a piece that can move")
	}
	d.Keys("tab", "enter")
	if len(d.Backend.Commands) != 1 {
		t.Error("tab does not find the target")
	}
}

func TestResignAsksFirst(t *testing.T) {
	for _, keys := range [][]string{{"!"}, {"resign", "enter"}, {"%%", "!"}} {
		d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(keys...)
		d.Sees("Resign?", "[ Cancel ]")
		d.Keys("enter")
		d.Plays()
		d.Keys("!", "right", "enter")
		d.Plays("resign")
		if a := d.Backend.Commands[0]; a.Seat != 2 || a.Action.Seat != 2 {
			t.Errorf("%v: another seat resigns: %+v", keys, a)
		}
	}
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("!")
	d.Sees("Only players can resign")
}

func TestDrawDialog(t *testing.T) {
	offer := &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	for _, c := range []struct {
		name  string
		offer *table.OfferView
		claim bool
		who   int
		pick  string
		do    table.CommandKind
	}{
		{"offer", nil, false, 3, "o", table.OfferDraw},
		{"accept", offer, false, 3, "a", table.AcceptDraw},
		{"decline", offer, false, 3, "d", table.DeclineDraw},
		{"withdraw", offer, false, 1, "w", table.DeclineDraw},
		{"claim", nil, true, 0, "c", table.Play},
	} {
		v := uitest.ViewAfter(t, nil)
		v.Offer, v.CanClaim = c.offer, c.claim
		d := atTable(t, uitest.People[c.who], v, kit.Config{})
		if c.offer != nil && c.who != 1 {
			d.Sees("Blinky offers a draw. ctrl+y yes, ctrl+n no")
		}
		d.Keys("=")
		d.Sees("Draw", "[ Play on ]")
		d.Keys(c.pick)
		if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Kind != c.do {
			t.Errorf("%s: the table was asked for %+v", c.name, d.Backend.Commands)
		}
	}
}

func TestMovesDoNotEndLookingBack(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, words[:8]), kit.Config{})
	d.Keys("[", "[")
	d.Sees("move 6 of 8")
	if d.Square("n6") != "   " {
		t.Errorf("after six moves the bishop is not away from n6: %q", d.Square("n6"))
	}
	d.Keys("<")
	d.Sees("move 2 of 8")
	d.show(uitest.ViewAfter(t, words[:9]))
	d.Sees("move 2 of 9")
	if d.Square("k7") != "wP " || d.Square("k9") != "   " || d.Square("k3") != "sN~" {
		t.Errorf("the board moved on: k9 %q k3 %q", d.Square("k9"), d.Square("k3"))
	}
	d.Keys("enter")
	d.Sees("You are looking back")
	d.Keys("home")
	d.Sees("move 0 of 9")
	d.Keys("]", ">")
	d.Sees("move 5 of 9")
	d.Keys("end")
	d.Lacks("Looking back")
	d.Keys("pgup")
	d.Sees("move 8 of 9")
	d.Keys("esc", "esc")
	d.Lacks("Looking back")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.Sees("move 8 of 9")
}

func TestLookThroughWholeGame(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, words), kit.Config{})
	d.Sees("Silver wins", "Scores: 0 - 3 - 2 - 1", "Points: 0 - 3 - 0 - 0", "Game over")
	d.Keys("home")
	for range words {
		d.Keys("]")
	}
	d.Lacks("Looking back")
	d.Keys("q")
	if len(d.Stack.Screens) != 1 {
		t.Error("q does not leave a finished game")
	}
}

func TestCheckAndMateAreShown(t *testing.T) {
	words := uitest.Recorded(t)
	var seen [2]bool
	for _, v := range uitest.ViewsOf(t, words) {
		check, mated := v.Variant.InCheck(&v.Position), v.Variant.Mated(&v.Position)
		if check == 0 || mated == 0 && seen[0] || seen[1] {
			continue
		}
		d := atTable(t, uitest.Spectator, v, kit.Config{})
		for s := range rules.Seat(rules.SeatCount) {
			king := v.Variant.Facts().Geometry.Name(v.Position.King[s])
			switch {
			case mated.Has(s):
				d.Sees("# mated")
				seen[1] = strings.HasSuffix(d.Square(king), "K#")
			case check.Has(s):
				d.Sees("! check")
				seen[0] = strings.HasSuffix(d.Square(king), "K!")
			}
		}
	}
	if !seen[0] || !seen[1] {
		t.Errorf("check shown %v, mate shown %v", seen[0], seen[1])
	}
}

func TestPlayersSeeBoardFromOwnSide(t *testing.T) {
	for seat, p := range uitest.People {
		d := atTable(t, p, uitest.ViewAfter(t, nil), kit.Config{})
		v := d.table().View
		king := v.Variant.Facts().Geometry.Name(v.Position.King[seat])
		_, y := d.At(king)
		if want := d.table().Board.At().Y + d.table().Board.Drawn().Height() - 1; y != want {
			t.Errorf("%s's king stands in line %d, the lowest is %d", p.Name, y, want)
		}
	}
}

func TestBoardStaysTurned(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	sides := map[int]bool{}
	for range 4 {
		sides[d.table().Board.turned] = true
		d.Keys("/")
	}
	if len(sides) != 4 {
		t.Errorf("an onlooker sees it from %d sides", len(sides))
	}
	d.Keys("/")
	turned := d.table().Board.turned
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:3]))
	if d.table().Board.turned != turned {
		t.Error("a move turned the board back")
	}
}

func TestPlayerWithAllSeats(t *testing.T) {
	words := uitest.Recorded(t)
	mine := func(n int) *table.View {
		v := uitest.ViewAfter(t, words[:n])
		for s := range v.Seats {
			v.Seats[s].Player = uitest.People[0]
		}
		return v
	}
	d := atTable(t, uitest.People[0], mine(0), kit.Config{})
	for n := range 4 {
		turned := d.table().Board.turned
		d.Keys(words[n], "enter")
		d.show(mine(n + 1))
		if d.table().Board.turned != turned {
			t.Error("the board turns with the turn")
		}
	}
	d.Plays(words[:4]...)
	if d.Bells != 0 {
		t.Errorf("%d bells for one's own moves", d.Bells)
	}
	d.Keys("!")
	d.Sees("Resign white", "Resign silver", "Resign black", "Resign gold")
}

func TestKeysWaitForTable(t *testing.T) {
	words := uitest.Recorded(t)
	mine := func(n int) *table.View {
		v := uitest.ViewAfter(t, words[:n])
		for s := range v.Seats {
			v.Seats[s].Player = uitest.People[0]
		}
		return v
	}
	d := atTable(t, uitest.People[0], mine(0), kit.Config{})
	d.Keys(words[0], "enter", words[1], "enter") // the view has not come yet
	d.Plays(words[0])
	d.show(mine(1))
	d.Plays(words[0], words[1])
	d.show(mine(2))
	d.Keys("b8")
	d.Sees("Move: b8_")
}

func TestEscCancelsOneThingAtATime(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("enter", "x9", "esc")
	d.Lacks("x9_")
	if d.table().Input.Selection.Lifted == rules.NoSquare {
		t.Fatal("esc put the piece back too early")
	}
	d.Keys("esc")
	if d.table().Input.Selection.Lifted != rules.NoSquare {
		t.Fatal("esc does not put the piece back")
	}
	d.Keys("esc")
	d.Sees("Back to the lobby?", "[ Stay ]")
	d.Keys("esc")
	d.Lacks("Back to the lobby?")
	d.Keys("esc", "l")
	if len(d.Stack.Screens) != 1 {
		t.Error("leaving does not leave")
	}
	if got := <-d.Backend.Closed; got != "table" {
		t.Errorf("%s was closed", got)
	}
}

func TestSpectatorLeavesWithoutQuestion(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("esc")
	if len(d.Stack.Screens) != 1 {
		t.Error("esc does not leave")
	}
	d = atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("quit", "enter")
	if len(d.Stack.Screens) != 1 {
		t.Error("quit does not leave")
	}
}

func TestSizesAndPieceSets(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	sizes := map[int]bool{}
	for range 4 {
		sizes[d.table().Board.Drawn().Size.W] = true
		d.Keys("-")
	}
	for range 8 {
		d.Keys("+")
	}
	sizes[d.table().Board.Drawn().Size.W] = true
	if !sizes[3] || !sizes[5] || d.table().Board.Drawn().Size.W != 5 {
		t.Errorf("sizes seen: %v", sizes)
	}
	looks := map[string]bool{}
	for range 3 {
		looks[d.Square("n7")] = true
		d.Keys("ctrl+p")
	}
	if !looks["w♚ "] || !looks["wK "] {
		t.Errorf("looks seen: %v", looks)
	}
}

func TestClockCountsDown(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	start := time.Now()
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
	v.Clock = &table.ClockView{Running: 0, Since: start, Deadline: start.Add(65 * time.Second)}
	for s := range v.Clock.Left {
		v.Clock.Left[s] = time.Duration(61+s) * time.Minute
	}
	d := atTable(t, uitest.People[0], v, kit.Config{})
	now := start
	d.Env.Clock = func() time.Time { return now }
	d.Send(nil)
	d.Sees("1:05", "1:02:00", "1:03:00", "1:04:00")
	if len(d.Ticks) != 1 {
		t.Fatalf("%d ticks are on their way", len(d.Ticks))
	}
	now = start.Add(500 * time.Millisecond)
	d.Send(tickMsg{t: d.table()})
	if len(d.Ticks) != 2 || d.Ticks[1] != 501*time.Millisecond {
		t.Fatalf("the next tick does not come with the next second: %v", d.Ticks)
	}
	d.show(v)
	if len(d.Ticks) != 2 {
		t.Fatal("a view armed a second tick")
	}
	now = start.Add(56 * time.Second)
	d.Send(tickMsg{t: d.table()})
	d.Sees("9.0")
	if last := d.Ticks[len(d.Ticks)-1]; last > 201*time.Millisecond {
		t.Errorf("in the last seconds it looks every %v", last)
	}
	now = start.Add(70 * time.Second)
	d.Send(tickMsg{t: d.table()})
	d.Sees("0.0")
	n := len(d.Ticks)
	d.Send(tickMsg{t: d.table()})
	if len(d.Ticks) != n {
		t.Error("it ticks on after the deadline")
	}
}

func TestNoTickWithoutAClock(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.show(uitest.ViewAfter(t, uitest.Recorded(t)[:1]))
	if len(d.Ticks) != 0 {
		t.Errorf("ticks without a clock: %v", d.Ticks)
	}
}

func TestMenuBeforeGameByArrows(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Waiting(t, 0), kit.Config{})
	d.Sees("Waiting for players", "Inky", "not ready", "(open)", "> Sit down as silver")
	d.Keys("down", "enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 2 {
		t.Fatalf("it asked for %+v", a)
	}
	d.show(uitest.Waiting(t, 0, 1))
	d.Sees("> I am ready", "Leave seat silver")
	d.Keys("enter")
	if a := d.Backend.Commands[1]; a.Kind != table.Ready {
		t.Fatalf("it asked for %+v", a)
	}
	v := uitest.Waiting(t, 0, 1)
	v.Seats[1].Ready = true
	d.show(v)
	d.Sees("not ready", "I am not ready")
	d.Keys("down", "down", "enter")
	if a := d.Backend.Commands[2]; a.Kind != table.Unready {
		t.Fatalf("it asked for %+v", a)
	}
	d.show(v)
	d.Keys("end", "up", "enter")
	if a := d.Backend.Commands[3]; a.Kind != table.Stand || a.Seat != 1 {
		t.Fatalf("it asked for %+v", a)
	}
	d.Keys("end", "enter")
	if len(d.Stack.Screens) != 1 {
		t.Error("the last line does not lead back")
	}
}

// Somebody else sits down while Enter is on its way: it does what was chosen, or
// nothing worse than the first line.
func TestMenuSelectionIsKept(t *testing.T) {
	v := uitest.Waiting(t, 0)
	d := atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("down", "down")
	d.Sees("> Sit down as gold")
	taken := *v
	taken.Seats[1] = table.SeatView{Player: uitest.People[2]}
	d.show(&taken)
	d.Sees("> Sit down as gold")
	d.Keys("enter")
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Fatalf("it asked for %+v", a)
	}
}

func TestMenuBeforeGameByMouse(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Waiting(t, 0), kit.Config{})
	l, _ := d.layout()
	at := l.Menu
	d.Send(tea.MouseClickMsg{X: at.X + 3, Y: at.Y + 2, Button: tea.MouseLeft})
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 3 {
		t.Fatalf("it asked for %+v", a)
	}
}

func TestGuestSeesReturnCode(t *testing.T) {
	v := uitest.Waiting(t, 0)
	guest := player.Player{ID: "guest:k7f3", Name: "guest-k7f3"}
	d := atTable(t, guest, v, kit.Config{ReturnCode: "k7f3-2222", Width: 120, Height: 40})
	d.Lacks("k7f3-2222")
	v.Seats[1] = table.SeatView{Player: guest}
	d.show(v)
	d.Sees("return k7f3-2222")
}

func TestSeatIsTakenOnOpening(t *testing.T) {
	cfg := kit.Config{Player: uitest.People[3], Named: true, Open: &nav.Table{ID: 12, Seat: 3, Sit: true}}
	d := newDriver(t, cfg)
	d.show(uitest.Waiting(t))
	if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Kind != table.Sit || d.Backend.Commands[0].Seat != 3 {
		t.Fatalf("it asked for %+v", d.Backend.Commands)
	}
	d.show(uitest.Waiting(t, 3))
	if len(d.Backend.Commands) != 1 {
		t.Error("it sits down twice")
	}
}

func TestFailedOpeningIsReported(t *testing.T) {
	d := newDriver(t, kit.Config{Player: uitest.Spectator, Named: true, Open: &nav.Table{ID: 11}})
	d.Backend.OpenErr = errors.New("there is no table 12")
	d.Send(tea.KeyPressMsg{Code: tea.KeyEscape})
	d.Do(d.Stack.Open(nav.Table{ID: 12}))
	d.Sees("there is no table 12")
	d.Keys("esc")
	if len(d.Stack.Screens) != 1 {
		t.Error("esc does not leave")
	}
}

func TestClosedTableKeepsBoard(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.show(nil)
	d.Sees("The table is closed for now", "wK")
}

// A move that was mistyped is corrected in its middle; without one the arrows are
// the board's.
func TestEditMoveLine(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	before := d.table().Input.Selection.Cursor
	d.Keys("m7k7", "left", "left", "-")
	d.Sees("Move: m7-_k7")
	if d.table().Input.Selection.Cursor != before {
		t.Error("the cursor on the board moves too")
	}
	d.Keys("enter")
	d.Plays("m7-k7")
	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("left")
	if d.table().Input.Selection.Cursor == before {
		t.Error("the cursor on the board stands still")
	}
}
