package game

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Every game fits on every screen, with all pieces, the names of the four players, the
// newest moves and the last two lines.
func TestFramesOfEveryGame(t *testing.T) {
	for _, def := range variants.All() {
		words := uitest.Opening(t, def.Name)
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			for _, n := range []int{0, len(words) / 2, len(words)} {
				v := uitest.GameView(t, def.Name, nil, words[:n])
				d := atTable(t, uitest.People[v.Actor], v, kit.Config{Width: size[0], Height: size[1], NoColor: n == 0})
				d.Sees(
					def.Title,
					"Inky",
					"Blinky",
					"Pinky",
					"Clyde",
					"Your move, "+present.Seat(v.Variant.Facts(), v.Actor),
					"Move: _",
					"? help",
				)
				if n > 0 {
					d.Sees(v.Moves[n-1].Text)
				}
				d.checkSquares(size)
			}
		}
	}
}

// checkSquares compares every square on the screen with the same square of a board that is
// drawn alone. It also checks that a click on a square finds this square.
func (d *driver) checkSquares(size [2]int) {
	d.T.Helper()
	screen, s := d.ScreenOf(), d.table()
	p := s.picture()
	v := p.Board()
	if s.View.Phase == table.Playing && !p.Back {
		s.Input.mark(s.seen(), v)
	}
	alone := draw.NewGrid(v.Width(), v.Height(), draw.Style{})
	v.Draw(alone, 0, 0)
	at := s.at()
	if at.X+v.Width() > size[0] || at.Y+v.Height() > size[1]-2 {
		d.T.Fatalf("%v: the board ends at %d, %d", size, at.X+v.Width(), at.Y+v.Height())
	}
	for _, sq := range v.Facts().Geometry.Squares {
		x, y := v.Corner(sq)
		for dx := range v.Size.W {
			if got, want := screen.CellAt(at.X+x+dx, at.Y+y).Content, alone.At(x+dx, y).Text; got != want {
				d.T.Fatalf("%v: %s is %q, not %q", size, v.Facts().Geometry.Name(sq), got, want)
			}
		}
		if hit, ok := v.SquareAt(x+v.Size.W-1, y+v.Size.H-1); !ok || hit != sq {
			d.T.Fatalf("%v: a click on %s hits another square", size, v.Facts().Geometry.Name(sq))
		}
	}
}

func TestSeatSeesOwnSide(t *testing.T) {
	for _, def := range variants.All() {
		for seat, p := range uitest.People {
			d := atTable(t, p, uitest.GameView(t, def.Name, nil, nil), kit.Config{})
			v := d.table().Drawn()
			_, lowest := v.Corner(v.Order()[len(v.Order())-1])
			if _, y := v.Corner(v.Position.King[seat]); y != lowest {
				t.Errorf("%s: %s's king is on line %d, the lowest is %d", def.Name, p.Name, y, lowest)
			}
			if mover := v.Variant.Controller(v.Position, d.table().Input.Selection.Cursor); mover != rules.Seat(seat) &&
				v.Facts().Zones != nil {
				t.Errorf("%s: %s's cursor begins in another's zone", def.Name, p.Name)
			}
		}
	}
}

func TestWideBoardTurnsByHalf(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.GameView(t, "quadrochess", nil, nil), kit.Config{})
	var sides []int
	for range 4 {
		sides = append(sides, d.table().Board.turned)
		d.Keys("/")
	}
	if !slices.Equal(sides, []int{0, 2, 0, 2}) {
		t.Errorf("the board was turned by %v", sides)
	}
}

// TestTypedMovesInOwnNotation checks that moves can be typed in plain notation and in the
// notation of the game. Short forms are also accepted.
func TestTypedMovesInOwnNotation(t *testing.T) {
	for game, typed := range map[string]map[string]string{
		"verney":      {"h3": "h2-h3", "Nf3": "e1-f3", "Ne1-f3": "e1-f3", "h2-h3": "h2-h3", "H2-H3": "h2-h3"},
		"quadrochess": {"e4": "e2-e4", "Nb1-c3": "b1-c3", "Nc3": "b1-c3", "e2-e4": "e2-e4"},
		"forchess":    {"c4xc5": "c4-c5", "c4c5": "c4-c5", "Nc2xe1": "c2-e1", "c4-c5": "c4-c5"},
	} {
		for text, want := range typed {
			d := atTable(t, uitest.People[0], uitest.GameView(t, game, nil, nil), kit.Config{})
			if !slices.Contains(rules.LegalPlain(d.table().View.Variant, &d.table().View.Position), want) {
				t.Fatalf("%s: %s is not legal", game, want)
			}
			d.Keys(text, "enter")
			d.Plays(want)
		}
	}
	for game, text := range map[string]string{"verney": "Ne5", "quadrochess": "O-O", "forchess": "Nb3xe6"} {
		d := atTable(t, uitest.People[0], uitest.GameView(t, game, nil, nil), kit.Config{})
		d.Keys(text, "enter")
		d.Sees("Move: "+text+"_", "! ")
		d.Plays()
	}
}

func TestTabCompletesOwnNotation(t *testing.T) {
	for game, begun := range map[string]string{"verney": "N", "quadrochess": "N", "forchess": "c4", "chess4": "N"} {
		d := atTable(t, uitest.People[0], uitest.GameView(t, game, nil, nil), kit.Config{})
		d.Keys(begun, "tab")
		if d.table().Input.Line.Text == begun {
			t.Errorf("%s: no move begins with %q", game, begun)
		}
		d.Keys("enter")
		if len(d.Backend.Commands) != 1 {
			t.Errorf("%s: the completion is not a move", game)
		}
	}
}

// If a pawn can only become a queen, it is promoted without a dialog.
func TestSinglePromotionIsNotAsked(t *testing.T) {
	const near = "variant verney\nyellow K h1\nred K a4\nwhite K g14\nblack K n7\nred R a10\nyellow P b9\n"
	for _, typed := range []string{"b9-a10", "bxa10=Q", "bxa10"} {
		d := atTable(t, uitest.People[0], uitest.PositionView(t, near), kit.Config{})
		d.Keys(typed, "enter")
		d.Plays("b9-a10=Q")
	}
	d := atTable(t, uitest.People[0], uitest.PositionView(t, near), kit.Config{})
	d.Click("b9")
	d.Release("b9")
	d.Click("a10")
	d.Plays("b9-a10=Q")
}

func TestPieceIsRemoved(t *testing.T) {
	for _, how := range [][]string{{"cursor"}, {"-e4", "enter"}, {"e4-x", "enter"}, {"E4-x", "enter"}} {
		d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.WalledIn), kit.Config{})
		d.Sees("Your move, Southwest", "No piece can move: remove one of your pieces")
		if got := d.Square("e4"); !strings.Contains(got, "🬭") {
			t.Fatalf("e4 is %q", got)
		}
		if how[0] == "cursor" {
			d.Keys("tab")
			for d.table().View.Variant.Facts().Geometry.Name(d.table().Input.Selection.Cursor) != "e4" {
				d.Keys("tab")
			}
			how = []string{"enter"}
		}
		d.Keys(how...)
		d.Plays("e4-x")
	}
	d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.WalledIn), kit.Config{})
	d.Keys("tab", "enter", "enter") // the second Enter is one too many and changes nothing
	if n := len(d.Backend.Commands); n != 1 {
		t.Errorf("%d commands were sent", n)
	}
	d = atTable(t, uitest.People[0], uitest.PositionView(t, uitest.WalledIn), kit.Config{})
	d.table().Input.Selection.Cursor, _ = d.table().View.Variant.Facts().Geometry.Square("e4")
	d.Keys("enter") // may be one too many after the Enter that opened the table
	d.Sees("Press Enter once more to remove the pawn on e4")
	d.Plays()
	d.Click("a1")
	d.Sees("The king on a1 cannot be removed now")
	d.Click("c2")
	d.Sees("The queen on c2 is southeast's")
	d.Plays()
	d = atTable(t, uitest.People[1], uitest.PositionView(t, uitest.WalledIn), kit.Config{})
	d.Lacks("off the board")
}

func TestRemovablePiecesAreMarked(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.PositionView(t, uitest.WalledIn), kit.Config{})
	d.table().Board.larger = -1
	if got := d.Square("e4"); got != "1Px" {
		t.Errorf("e4 is %q", got)
	}
	if got := d.Square("a1"); strings.HasSuffix(got, "x") {
		t.Errorf("a1 is %q", got)
	}
}

func TestTokenMoveIsAnnounced(t *testing.T) {
	const lost = "variant forchess\nsouthwest K a1\nsouthwest R a2\nsoutheast K h1\nsoutheast Q g2\nsoutheast R g1\n"
	d := atTable(t, uitest.People[0], uitest.PositionView(t, lost), kit.Config{})
	d.Sees("The check cannot be stopped: make a token move", "! check")
	d.Keys("a2-a3", "enter")
	d.Plays("a2-a3")
}

// With the option "method" set to 2, a Chess4 player who checkmates an army chooses which of
// two armies to keep.
func TestArmyIsChosen(t *testing.T) {
	words := uitest.Words(t, "internal/table/decide/testdata/second-method.txt")
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "army:") })
	second := map[string]string{"method": "2"}
	v := uitest.GameView(t, "chess4", second, words[:at])
	_, other, _ := strings.Cut(words[at], ":")
	for _, how := range [][]string{{"enter", other[:1]}, {"@" + other[:1], "enter"}, {words[at], "enter"}} {
		d := atTable(t, uitest.People[v.Actor], v, kit.Config{})
		d.Sees("Press Enter to choose the army to keep")
		d.Keys(how[0])
		if how[0] == "enter" {
			d.Sees("Keep which army?", present.Capital(other)+"'s army")
			d.Keys("enter") // no army is selected
			d.Plays()
		}
		d.Keys(how[1])
		d.Plays(words[at])
	}
	d := atTable(t, uitest.People[v.Actor], v, kit.Config{})
	d.Click("h8")
	d.Sees("Keep which army?")
	d.Keys("esc")
	d.Plays()
	d = atTable(t, uitest.Spectator, v, kit.Config{})
	d.Lacks("press Enter")
}

func TestControllerOfArmyIsShown(t *testing.T) {
	words := uitest.Words(t, "rules/chess4/testdata/method2-game.txt")
	second := map[string]string{"method": "2"}
	v := uitest.GameView(t, "chess4", second, words[:10]) // Black is to move with Gold's army
	d := atTable(t, uitest.People[2], v, kit.Config{})
	d.Sees("Your move with Gold's army")
	if title := d.Model.View().Title; title != "12: YOUR MOVE" {
		t.Errorf("title %q", title)
	}
	if got := d.Square("h13"); got != "gPb" {
		t.Errorf("h13 is %q", got)
	}
	d.Click("b11")
	d.Sees("The pawn on b11 cannot move")
	d.Keys("esc", "d12-e14", "enter")
	d.Plays("d12-e14")
	d = atTable(t, uitest.People[3], v, kit.Config{})
	d.Sees("Black to move with Gold's army")
}

func TestPieceMovedInDoubleMoveIsBarred(t *testing.T) {
	words := uitest.Opening(t, "quadrochess")
	d := atTable(
		t,
		uitest.People[2],
		uitest.GameView(t, "quadrochess", nil, append(slices.Clone(words[:len(words)-1]), "e9-i5")),
		kit.Config{},
	)
	if got := d.Square("i5"); got != "bQ=" {
		t.Errorf("i5 is %q", got)
	}
	d.Click("i5")
	d.Sees("The queen on i5 has already moved in this double move")
	d.Keys("esc")
	d.Sees("i5: black queen, moved by Black B, already moved")
	d.Click("c7")
	d.Sees("The knight on c7 is black-a's")
}

func TestInertPiecesAreMarked(t *testing.T) {
	const inert = "variant verney\nyellow K h1\nyellow N d3\nred K a8\nwhite K g14\nblack K n7\nred P b5\nfrozen red\nyellow P " +
		"h9\nreversed h9\n"
	d := atTable(t, uitest.People[0], uitest.PositionView(t, inert), kit.Config{})
	if a, b := d.Square("b5"), d.Square("h9"); a != "rp*" || b != "yP<" {
		t.Errorf("b5 %q, h9 %q", a, b)
	}
	d.Click("b5")
	d.Keys("esc")
	d.Sees("b5: red pawn, inert: in checkmate")
}

func TestV25_LiftIsCommand(t *testing.T) {
	for _, how := range []string{"enter", "click"} {
		d := atTable(t, uitest.People[0], uitest.Touching(t, ""), kit.Config{})
		if how == "click" {
			d.Click("h2")
		} else {
			d.table().Input.Selection.Cursor, _ = d.table().View.Variant.Facts().Geometry.Square("h2")
			d.Keys("enter") // may be one Enter too many after the one that opened the table
			d.Sees("Press Enter once more to touch the pawn on h2")
			d.Asks()
			d.Keys("enter")
		}
		h2, _ := d.table().View.Variant.Facts().Geometry.Square("h2")
		if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Kind != table.Lift || d.Backend.Commands[0].Square != h2 ||
			d.Backend.Commands[0].Seat != 0 {
			t.Fatalf("%s: the commands are %+v", how, d.Backend.Commands)
		}
		d.Show(uitest.Touching(t, "h2"))
		d.Sees("touch-move", "h2: yellow pawn, lifted: it must move")
		if got := d.Square("h2"); got != "[P^" {
			t.Errorf("h2 is %q", got)
		}
	}
}

func TestV25_TouchedPieceMustMove(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.Touching(t, "h2"), kit.Config{})
	d.Click("h2")
	d.Sees("You touched the pawn on h2, so it must move")
	d.Keys("esc", "esc")
	d.Sees("Back to the lobby?")
	d.Keys("esc")
	if d.table().Input.Selection.Lifted == rules.NoSquare {
		t.Error("esc put the piece back")
	}
	d.Click("h3")
	d.Plays("h2-h3")
	d = atTable(t, uitest.People[0], uitest.Touching(t, "h2"), kit.Config{})
	d.Keys("tab", "enter")
	if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Action.From != d.table().View.Lifted {
		t.Errorf("after Tab the commands are %+v", d.Backend.Commands)
	}
}

func TestV25_EveryoneSeesTouchedPiece(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Touching(t, "h2"), kit.Config{})
	d.Sees("Yellow to move", "Yellow touched the pawn on h2")
	if got := d.Square("h2"); !strings.HasSuffix(got, "^") {
		t.Errorf("h2 is %q", got)
	}
	d.Keys("enter")
	d.Sees("It is not your turn")
}

// Dragging a piece at a touch-move table sends two commands: the touch, then the move.
func TestV25_DragTouchesAndMoves(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.Touching(t, ""), kit.Config{})
	s := d.table()
	s.Subscription.running = true // the previous command has not been answered yet
	x, y := d.At("h2")
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	x, y = d.At("h3")
	d.Send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	if len(d.Backend.Commands) != 0 {
		t.Fatalf("commands sent while busy: %+v", d.Backend.Commands)
	}
	d.Send(actedMsg{to: s.address})
	if len(d.Backend.Commands) != 2 || d.Backend.Commands[0].Kind != table.Lift || d.Backend.Commands[1].Kind != table.Play {
		t.Errorf("the commands are %+v", d.Backend.Commands)
	}
}

// If the table refuses the touch of a piece, the screen no longer shows the piece as lifted.
func TestV25_RefusedLiftIsReported(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.Touching(t, ""), kit.Config{})
	d.Backend.Answer = func(table.Command) error { return &table.Refusal{Reason: table.Stale, Subject: "h2-h3"} }
	d.Click("h2")
	d.Sees("The position has changed")
	if d.table().Input.Selection.Lifted != rules.NoSquare {
		t.Error("the piece is still lifted")
	}
}

func TestG5_TeamResignsTogether(t *testing.T) {
	asked := func(seats ...rules.Seat) *table.View {
		v := uitest.GameView(t, "verney", nil, nil)
		for _, s := range seats {
			v.Resigning = v.Resigning.With(s)
		}
		return v
	}
	d := atTable(t, uitest.People[0], asked(), kit.Config{})
	d.Keys("!")
	d.Reads("A team resigns together.")
	d.Keys("r")
	d.Plays("resign")
	d.Show(asked(0))
	d.Sees("You offered to resign; waiting for Pinky")
	d.Keys("!")
	d.Sees("[ Keep waiting ]")
	d.Reads("waiting for ")
	d.Keys("w")
	if a := d.Backend.Commands[1]; a.Kind != table.PlayOn {
		t.Errorf("the command is %+v", a)
	}

	d = atTable(t, uitest.People[2], asked(0), kit.Config{})
	d.Keys("!")
	d.Sees("Accept: resign white")
	d.Show(asked())
	d.Lacks("Accept: resign white")

	d = atTable(t, uitest.People[2], asked(0), kit.Config{})
	d.Sees("Inky wants your team to resign. ctrl+y yes, ctrl+n no")
	d.Keys("!")
	d.Reads("Inky wants your team to resign.")
	d.Sees("[ Close ]", "Accept: resign white", "Decline")
	d.Keys("a")
	if a := d.Backend.Commands[0]; a.Kind != table.Play || a.Action.Type != rules.Resign || a.Seat != 2 {
		t.Errorf("the command is %+v", a)
	}
	d = atTable(t, uitest.People[2], asked(0), kit.Config{})
	d.Keys("!", "d")
	if a := d.Backend.Commands[0]; a.Kind != table.PlayOn {
		t.Errorf("the command is %+v", a)
	}

	for _, adversary := range []int{1, 3} {
		d = atTable(t, uitest.People[adversary], asked(0), kit.Config{})
		d.Lacks("resign:", "your team")
	}
}

func TestPartnersAreMarked(t *testing.T) {
	for game, partner := range map[string]int{"verney": 2, "quadrochess": 3, "forchess": 2} {
		d := atTable(t, uitest.People[0], uitest.GameView(t, game, nil, nil), kit.Config{Width: 120, Height: 40})
		lines := d.Text()
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, uitest.People[partner].Name) })
		if at < 0 || !strings.Contains(lines[at+1], " partner ") {
			t.Errorf("%s: %s is not marked as partner", game, uitest.People[partner].Name)
		}
	}
	d := atTable(t, uitest.People[0], uitest.GameView(t, "chess4", nil, nil), kit.Config{})
	d.Lacks("partner")
}

// The same entry of the menu stays selected when other players sit down.
func TestMenuSelectionStays(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Waiting(t), kit.Config{})
	d.Keys("down", "down", "down")
	d.Sees("▸ Sit down as Gold")
	d.Show(uitest.Waiting(t, 0))
	d.Sees("▸ Sit down as Gold")
	d.Show(uitest.Waiting(t, 0, 3))
	d.Lacks("Sit down as Gold")
	d.Lacks("▸ ")                 // Enter must not take another seat
	d.Keys("tab", "tab", "enter") // sit down as black
	if a := d.Backend.Commands[0]; a.Kind != table.Sit || a.Seat != 2 {
		t.Fatalf("the command is %+v", a)
	}
	v := uitest.Waiting(t, 0, 3)
	v.Seats[2] = table.SeatView{Player: uitest.People[1], Present: true}
	d.Show(v)
	d.Sees("▸ I am ready")
	d.Keys("enter", "down") // press Down before the table answers
	d.Sees("▸ Sit down as Silver")
	ready := *v
	ready.Seats[2].Ready = true
	d.Show(&ready)
	d.Sees("▸ Sit down as Silver")
}
