package game

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

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
		t.Errorf("check shown: %v, checkmate shown: %v", seen[0], seen[1])
	}
}

func TestPlayersSeeBoardFromOwnSide(t *testing.T) {
	for seat, p := range uitest.People {
		d := atTable(t, p, uitest.ViewAfter(t, nil), kit.Config{})
		v := d.table().View
		king := v.Variant.Facts().Geometry.Name(v.Position.King[seat])
		_, y := d.At(king)
		if want := d.table().at().Y + d.table().Drawn().Height() - 1; y != want {
			t.Errorf("%s's king is on line %d, the lowest is %d", p.Name, y, want)
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
		t.Errorf("the spectator saw %d sides", len(sides))
	}
	d.Keys("/")
	turned := d.table().Board.turned
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:3]))
	if d.table().Board.turned != turned {
		t.Error("a move turned the board")
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
		d.Show(mine(n + 1))
		if d.table().Board.turned != turned {
			t.Error("the board was turned by a move")
		}
	}
	d.Plays(words[:4]...)
	if d.Bells != 0 {
		t.Errorf("%d bells for the viewer's own moves", d.Bells)
	}
	d.Keys("!")
	d.Sees("Resign white", "Resign silver", "Resign black", "Resign gold")
}

func TestEscCancelsOneThingAtATime(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("enter", "x9", "esc")
	d.Lacks("x9_")
	if d.table().Input.Selection.Lifted == rules.NoSquare {
		t.Fatal("Esc put the piece back too early")
	}
	d.Keys("esc")
	if d.table().Input.Selection.Lifted != rules.NoSquare {
		t.Fatal("Esc did not put the piece back")
	}
	d.Keys("esc")
	d.Sees("Back to the lobby?", "[ Stay ]")
	d.Keys("esc")
	d.Lacks("Back to the lobby?")
	d.Keys("esc", "l")
	if len(d.Stack.Screens) != 1 {
		t.Error("the screen of the table is still open")
	}
	if got := <-d.Backend.Closed; got != "table" {
		t.Errorf("%s was closed", got)
	}
}

func TestSpectatorLeavesWithoutQuestion(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("esc")
	if len(d.Stack.Screens) != 1 {
		t.Error("Esc did not leave")
	}
	d = atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("quit", "enter")
	if len(d.Stack.Screens) != 1 {
		t.Error("quit did not leave")
	}
}

func TestSizesAndPieceSets(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	sizes := map[int]bool{}
	for range 4 {
		sizes[d.table().Drawn().Size.W] = true
		d.Keys("-")
	}
	for range 8 {
		d.Keys("+")
	}
	sizes[d.table().Drawn().Size.W] = true
	if !sizes[3] || !sizes[5] || d.table().Drawn().Size.W != 6 {
		t.Errorf("sizes seen: %v", sizes)
	}
	looks := map[string]bool{}
	for range len(assets.Sets) {
		looks[d.Square("n7")] = true
		d.Keys("P")
	}
	if !looks[" ♚ "] || !looks[" K "] || len(looks) < 3 {
		t.Errorf("looks seen: %v", looks)
	}
}

func TestSeatIsTakenOnOpening(t *testing.T) {
	cfg := kit.Config{Player: uitest.People[3], Named: true, Open: &nav.Table{ID: 12, Seat: 3, Sit: true}}
	d := newDriver(t, cfg)
	d.Show(uitest.Waiting(t))
	if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Kind != table.Sit || d.Backend.Commands[0].Seat != 3 {
		t.Fatalf("the command is %+v", d.Backend.Commands)
	}
	d.Show(uitest.Waiting(t, 3))
	if len(d.Backend.Commands) != 1 {
		t.Error("a second command was sent")
	}
	d.Sees("▸ I am ready") // this entry is selected, not the first open seat
}

func TestFailedOpeningIsReported(t *testing.T) {
	d := newDriver(t, kit.Config{Player: uitest.Spectator, Named: true, Open: &nav.Table{ID: 11}})
	d.Backend.OpenErr = errors.New("there is no table 12")
	d.Send(tea.KeyPressMsg{Code: tea.KeyEscape})
	d.Do(d.Stack.Open(nav.Table{ID: 12}))
	d.Sees("there is no table 12")
	d.Keys("esc")
	if len(d.Stack.Screens) != 1 {
		t.Error("Esc did not leave")
	}
}

func TestClosedTableKeepsBoard(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Show(nil)
	d.Sees("The table is closed for now", "wK")
}

// TestCursorBeginsOnAnOwnPiece opens the tables of running games. The cursor must not start on an empty square.
func TestCursorBeginsOnAnOwnPiece(t *testing.T) {
	for _, def := range variants.All() {
		words := uitest.Opening(t, def.Name)
		v := uitest.GameView(t, def.Name, nil, words)
		for seat, who := range uitest.People {
			d := atTable(t, who, v, kit.Config{})
			at := d.table().Input.Selection.Cursor
			if owner := v.Variant.Controller(&v.Position, at); !v.Position.Board[at].IsPiece() || owner != rules.Seat(seat) {
				t.Errorf("%s: the cursor of %s starts on %s", def.Name, who.Name, v.Variant.Facts().Geometry.Name(at))
			}
		}
	}
}

// TestSpectatorsWithoutAHeader checks that a screen whose board fills all lines says how many people watch, or
// which table it is if there is no room for that.
func TestSpectatorsWithoutAHeader(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:5])
	v.Spectators = 3
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 100, Height: 30})
	d.Sees("Chess4", "3 watching")
	game, words, _ := uitest.PointsWon(t) // a game with a long name
	v = uitest.GameView(t, game, nil, words)
	v.Spectators = 3
	d = atTable(t, uitest.People[0], v, kit.Config{Width: 100, Height: 30})
	d.Sees(fmt.Sprintf(", table %d", v.ID))
}

// TestTypedMoveThatBeginsWithAKey checks that a move can be typed whose first letter is a key of the screen.
func TestTypedMoveThatBeginsWithAKey(t *testing.T) {
	for _, typed := range []string{"Pk7", "PK7", "Pm7-k7"} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(strings.Split(typed, "")...)
		d.Keys("enter")
		d.Plays("m7-k7")
	}
}

// TestPointsThatAMoveWinsAreShown checks that a seat's points have beside them what its last move has won,
// until its next move.
func TestPointsThatAMoveWinsAreShown(t *testing.T) {
	game, words, points := uitest.PointsWon(t)
	v := uitest.GameView(t, game, nil, words)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	won := fmt.Sprintf("+%d  %d pt", points, v.Position.Points[v.Moves[len(words)-1].Seat])
	d.Sees(won)
	g := rules.NewGame(v.Variant)
	if err := rules.PlayRecord(g, words); err != nil {
		t.Fatal(err)
	}
	for n := range rules.SeatCount {
		quiet := slices.DeleteFunc(v.Variant.Legal(&g.Position, nil), func(a rules.Action) bool {
			var after rules.Position
			e := v.Variant.Apply(&after, &g.Position, a)
			return e.Won > 0
		})
		words = append(words, rules.Plain(v.Variant.Facts(), rules.NoSeat, quiet[0]))
		if _, err := g.Play(quiet[0]); err != nil {
			t.Fatal(err)
		}
		d.Show(uitest.GameView(t, game, nil, words))
		if n < rules.SeatCount-1 {
			d.Sees(won)
		} else {
			d.Lacks(won)
		}
	}
}

func TestSpectatorHasNoCursor(t *testing.T) {
	cursor := regexp.MustCompile(`\[[a-zA-Z]*\]`) // not the keys [ ]
	signs := func(d *driver) bool { return slices.ContainsFunc(d.Text(), cursor.MatchString) }
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	if signs(d) {
		t.Error("the spectator has a cursor")
	}
	if d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{}); !signs(d) {
		t.Error("the player has no cursor")
	}
}

// TestLongRefusalIsShownInFull checks that a refusal begins one line higher if it is too long
// for the space beside the move line.
func TestLongRefusalIsShownInFull(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	v.Terms.Touch = true
	d := atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("k", "7", "enter")
	text := strings.Join(strings.Fields(strings.Join(d.Text(), " ")), " ")
	before, after, _ := strings.Cut(text, "! It is not your turn")
	if !strings.Contains(before, "White to move") || !strings.Contains(after, "(no premoves at Move: k7_ touch-move tables)") ||
		strings.Contains(after, "…") {
		t.Errorf("the screen shows:\n%s", strings.Join(d.Text(), "\n"))
	}
}

// Players of a running game cannot open an analysis board; spectators can.
func TestPlayersCannotAnalyse(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	d.Keys("ctrl+a")
	d.Sees("Players cannot analyse before")
	if len(d.Stack.Screens) != 2 {
		t.Errorf("%d screens are open", len(d.Stack.Screens))
	}
}

// TestGameAndClockAreOnTheScreen looks for the name of the game and its clock before it: some screens showed only the number of the table.
func TestGameAndClockAreOnTheScreen(t *testing.T) {
	v := *uitest.Waiting(t, 0, 1)
	v.Terms.Clock, v.Spectators = table.Clock{Start: 5 * time.Minute, Increment: 10 * time.Second}, 4
	for _, size := range [][2]int{{46, 16}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], &v, kit.Config{Width: size[0], Height: size[1]})
		d.Sees("Chess4 5+10")
	}
}

// TestFooterEndsWithHelpAndCommands checks that the footer of a running game has the most useful keys first, without losing the last ones.
func TestFooterEndsWithHelpAndCommands(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}} {
		lines := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: size[0], Height: size[1]}).Text()
		foot := strings.TrimSpace(lines[len(lines)-1])
		if !strings.HasSuffix(foot, "? help  : commands") || !strings.Contains(foot, "! resign") || !strings.Contains(foot, "esc back") {
			t.Errorf("%v: %q", size, foot)
		}
	}
}

// TestViewIsDescribedOnce checks that a dialog and the screen below it share what a view means to the viewer.
func TestViewIsDescribedOnce(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:4]), kit.Config{})
	d.Keys("=")
	d.Sees("Offer a draw")
	next := uitest.ViewAfter(t, uitest.Recorded(t)[:5])
	words := d.table().described(next)
	if d.Send(d.table().Viewed(next)); d.table().seen().words != words || d.table().described(next) != words {
		t.Error("the view was described again")
	}
}
