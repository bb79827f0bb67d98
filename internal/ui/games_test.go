package ui

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/docs"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// opening is a few actions of each game, from the records of the pictures.
func opening(t testing.TB, game string) []string {
	t.Helper()
	return wordsIn(t, "../../docs/pictures/"+game+".txt")
}

func wordsIn(t testing.TB, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Words(string(text))
}

// openings is the views after them; made once, as they are dear.
var openings = struct {
	once  sync.Once
	views map[string]*table.View
}{views: map[string]*table.View{}}

// openingView is a view after a game's opening: a copy that a test may change.
func openingView(t testing.TB, game string) *table.View {
	t.Helper()
	openings.once.Do(func() {
		for _, offer := range variants.All() {
			openings.views[offer.Name] = gameView(t, offer.Name, nil, opening(t, offer.Name))
		}
	})
	v := *openings.views[game]
	return &v
}

// gameView is a table's view of a game with these options after these actions.
func gameView(t testing.TB, game string, options map[string]string, words []string) *table.View {
	t.Helper()
	v, err := variants.New(game, options)
	if err != nil {
		t.Fatal(err)
	}
	return viewOf(t, rules.NewGame(v), words)
}

// Every game is whole on every screen: its board with all men from the side of
// whoever is to move, the four names, the newest moves, and the lines below.
func TestFramesOfEveryGame(t *testing.T) {
	for _, offer := range variants.All() {
		words := opening(t, offer.Name)
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			for _, n := range []int{0, len(words) / 2, len(words)} {
				v := gameView(t, offer.Name, nil, words[:n])
				d := atTable(t, people[v.Actor], v, kit.Config{Width: size[0], Height: size[1], NoColor: n == 0})
				d.sees(offer.Title, "Inky", "Blinky", "Pinky", "Clyde", "Your move, "+board.SeatWord(v.Variant.Facts(), v.Actor), "Move: _", "? help")
				if n > 0 {
					d.sees(v.Moves[n-1].Text)
				}
				d.standsWhole(size)
			}
		}
	}
}

// standsWhole compares every square of the screen with what the board draws
// alone, and with what a click there would hit.
func (d *driver) standsWhole(size [2]int) {
	d.t.Helper()
	screen, s := d.screenOf(), d.table()
	v := s.Drawn()
	s.Mark(v)
	alone := board.NewGrid(v.Width(), v.Height(), board.Style{})
	v.Draw(alone, 0, 0)
	at := s.Board.At
	if at.X+v.Width() > size[0] || at.Y+v.Height() > size[1]-2 {
		d.t.Fatalf("%v: the board ends at %d, %d", size, at.X+v.Width(), at.Y+v.Height())
	}
	for _, sq := range v.Facts().Geometry.Squares {
		x, y := v.Corner(sq)
		for dx := range v.Size.W {
			if got, want := screen.CellAt(at.X+x+dx, at.Y+y).Content, alone.At(x+dx, y).Text; got != want {
				d.t.Fatalf("%v: %s is %q, not %q", size, v.Facts().Geometry.Name(sq), got, want)
			}
		}
		if hit, ok := v.SquareAt(x+v.Size.W-1, y+v.Size.H-1); !ok || hit != sq {
			d.t.Fatalf("%v: a click on %s hits another square", size, v.Facts().Geometry.Name(sq))
		}
	}
}

func TestEverySeatOfEveryGameSeesItsOwnSide(t *testing.T) {
	for _, offer := range variants.All() {
		for seat, p := range people {
			d := atTable(t, p, gameView(t, offer.Name, nil, nil), kit.Config{})
			v := d.table().Drawn()
			_, lowest := v.Corner(v.Order()[len(v.Order())-1])
			if _, y := v.Corner(v.Position.King[seat]); y != lowest {
				t.Errorf("%s: %s's king is on line %d, the lowest is %d", offer.Name, p.Name, y, lowest)
			}
			if mover := v.Variant.Controller(v.Position, d.table().Hand.Cursor); mover != rules.Seat(seat) && v.Facts().Zones != nil {
				t.Errorf("%s: %s's cursor begins in another's zone", offer.Name, p.Name)
			}
		}
	}
}

func TestAWideBoardIsNeverPutOnItsSide(t *testing.T) {
	d := atTable(t, onlooker, gameView(t, "quadrochess", nil, nil), kit.Config{})
	var sides []int
	for range 4 {
		sides = append(sides, d.table().Board.Turned)
		d.keys("/")
	}
	if !slices.Equal(sides, []int{0, 2, 0, 2}) {
		t.Errorf("it is turned %v", sides)
	}
}

// Moves in each game's own notation, as little as tells them, and in the plain
// one.
func TestEveryGameIsTypedInItsOwnNotation(t *testing.T) {
	for game, typed := range map[string]map[string]string{
		"verney":      {"h3": "h2-h3", "Nf3": "e1-f3", "Ne1-f3": "e1-f3", "h2-h3": "h2-h3", "H2-H3": "h2-h3"},
		"quadrochess": {"e4": "e2-e4", "Nb1-c3": "b1-c3", "Nc3": "b1-c3", "e2-e4": "e2-e4"},
		"forchess":    {"c4xc5": "c4-c5", "c4c5": "c4-c5", "Nc2xe1": "c2-e1", "c4-c5": "c4-c5"},
	} {
		for text, want := range typed {
			d := atTable(t, people[0], gameView(t, game, nil, nil), kit.Config{})
			if !slices.Contains(rules.LegalPlain(d.table().View.Variant, &d.table().View.Position), want) {
				t.Fatalf("%s: %s is not legal", game, want)
			}
			d.keys(text, "enter")
			d.plays(want)
		}
	}
	for game, text := range map[string]string{"verney": "Ne5", "quadrochess": "O-O", "forchess": "Nb3xe6"} {
		d := atTable(t, people[0], gameView(t, game, nil, nil), kit.Config{})
		d.keys(text, "enter")
		d.sees("Move: "+text+"_", "! ")
		d.plays()
	}
}

func TestTabFindsOwnNotationOfEveryGame(t *testing.T) {
	for game, begun := range map[string]string{"verney": "N", "quadrochess": "N", "forchess": "c4", "chess4": "N"} {
		d := atTable(t, people[0], gameView(t, game, nil, nil), kit.Config{})
		d.keys(begun, "tab")
		if d.table().Line.Text == begun {
			t.Errorf("%s: nothing begins with %q", game, begun)
		}
		d.keys("enter")
		if len(d.house.acts) != 1 {
			t.Errorf("%s: what tab wrote cannot be read", game)
		}
	}
}

// A new queen where a pawn becomes nothing else need not be said.
func TestAChoiceOfOneIsNotAsked(t *testing.T) {
	const near = "variant verney\nyellow K h1\nred K a4\nwhite K g14\nblack K n7\nred R a10\nyellow P b9\n"
	for _, typed := range []string{"b9-a10", "bxa10=Q", "bxa10"} {
		d := atTable(t, people[0], positionView(t, near), kit.Config{})
		d.keys(typed, "enter")
		d.plays("b9-a10=Q")
	}
	d := atTable(t, people[0], positionView(t, near), kit.Config{})
	d.click("b9")
	d.release("b9")
	d.click("a10")
	d.plays("b9-a10=Q")
}

// A turn on which a man must be taken off (F12).
const walledIn = "variant forchess\nsouthwest K a1\nsouthwest P e4\nsouthwest P e3\nnorthwest K a8\nnorthwest P f5\n" +
	"northeast K h8\nnortheast P c5\nnortheast P f4\nsoutheast K h1\nsoutheast Q c2\n"

func TestAManIsTakenOff(t *testing.T) {
	for _, how := range [][]string{{"cursor"}, {"-e4", "enter"}, {"e4-x", "enter"}, {"E4-x", "enter"}} {
		d := atTable(t, people[0], positionView(t, walledIn), kit.Config{})
		d.sees("Your move, Southwest", "Nothing can move: take a man of yours off the board")
		if got := d.square("e4"); !strings.HasSuffix(got, "P ") && !strings.Contains(got, "♙") {
			t.Fatalf("e4 is %q", got)
		}
		if how[0] == "cursor" {
			d.keys("tab")
			for d.table().View.Variant.Facts().Geometry.Name(d.table().Hand.Cursor) != "e4" {
				d.keys("tab")
			}
			how = []string{"enter"}
		}
		d.keys(how...)
		d.plays("e4-x")
	}
	d := atTable(t, people[0], positionView(t, walledIn), kit.Config{})
	d.click("a1")
	d.sees("The king on a1 cannot be taken off now")
	d.click("c2")
	d.sees("The queen on c2 is southeast's")
	d.plays()
	d = atTable(t, people[1], positionView(t, walledIn), kit.Config{})
	d.lacks("off the board")
}

func TestMenThatMayComeOffAreMarked(t *testing.T) {
	d := atTable(t, people[0], positionView(t, walledIn), kit.Config{})
	d.table().Board.Larger = -1
	if got := d.square("e4"); got != "1Px" {
		t.Errorf("e4 is %q", got)
	}
	if got := d.square("a1"); strings.HasSuffix(got, "x") {
		t.Errorf("a1 is %q", got)
	}
}

func TestATokenMoveIsAnnounced(t *testing.T) {
	const lost = "variant forchess\nsouthwest K a1\nsouthwest R a2\nsoutheast K h1\nsoutheast Q g2\nsoutheast R g1\n"
	d := atTable(t, people[0], positionView(t, lost), kit.Config{})
	d.sees("Nothing ends the check: token move, not by a king", "! check")
	d.keys("a2-a3", "enter")
	d.plays("a2-a3")
}

// An army is chosen (C27), from a game that was played.
func TestAnArmyIsChosen(t *testing.T) {
	words := wordsIn(t, "../table/testdata/second-method.txt")
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "army:") })
	second := map[string]string{"method": "2"}
	v := gameView(t, "chess4", second, words[:at])
	_, other, _ := strings.Cut(words[at], ":")
	for _, how := range [][]string{{"enter", other[:1]}, {"@" + other[:1], "enter"}, {words[at], "enter"}} {
		d := atTable(t, people[v.Actor], v, kit.Config{})
		d.sees("Choose which army to keep: press Enter")
		d.keys(how[0])
		if how[0] == "enter" {
			d.sees("Which army do you keep?", kit.Capital(other)+"'s army")
			d.plays()
		}
		d.keys(how[1])
		d.plays(words[at])
	}
	d := atTable(t, people[v.Actor], v, kit.Config{})
	d.click("h8")
	d.sees("Which army do you keep?")
	d.keys("esc")
	d.plays()
	d = atTable(t, onlooker, v, kit.Config{})
	d.lacks("press Enter")
}

func TestWhoMovesAGainedArmyIsTold(t *testing.T) {
	words := wordsIn(t, "../../cmd/quadrille/testdata/method2.txt")
	second := map[string]string{"method": "2"}
	v := gameView(t, "chess4", second, words[:10]) // Black's move with Gold's army
	d := atTable(t, people[2], v, kit.Config{})
	d.sees("Your move with Gold's army")
	if title := d.r.View().WindowTitle; title != "12: YOUR MOVE" {
		t.Errorf("title %q", title)
	}
	if got := d.square("h13"); got != "gPb" {
		t.Errorf("h13 is %q", got)
	}
	d.click("b11")
	d.sees("The pawn on b11 cannot move")
	d.keys("esc", "d12-e14", "enter")
	d.plays("d12-e14")
	d = atTable(t, people[3], v, kit.Config{})
	d.sees("To move: Black with Gold's army")
}

func TestAManOfTheFirstHalfIsBarred(t *testing.T) {
	words := opening(t, "quadrochess")
	d := atTable(t, people[2], gameView(t, "quadrochess", nil, append(slices.Clone(words[:len(words)-1]), "e9-i5")), kit.Config{})
	if got := d.square("i5"); got != "bQ=" {
		t.Errorf("i5 is %q", got)
	}
	d.click("i5")
	d.sees("The queen on i5 has moved in this double move already")
	d.keys("esc")
	d.sees("i5: black queen, Black B's, has moved already")
	d.click("c7")
	d.sees("The knight on c7 is black-a's")
}

func TestInertMenAreToldApart(t *testing.T) {
	const inert = "variant verney\nyellow K h1\nyellow N d3\nred K a8\nwhite K g14\nblack K n7\nred P b5\nfrozen red\nyellow P h9\nreversed h9\n"
	d := atTable(t, people[0], positionView(t, inert), kit.Config{})
	if a, b := d.square("b5"), d.square("h9"); a != "rp*" || b != "yP<" {
		t.Errorf("b5 %q, h9 %q", a, b)
	}
	d.click("b5")
	d.keys("esc")
	d.sees("b5: red pawn, inert: in checkmate")
	d.keys("?")
	for range 40 {
		if strings.Contains(strings.Join(d.text(), "\n"), "inert: his seat is in checkmate") {
			return
		}
		d.keys("pgdown")
	}
	t.Error("help does not tell what * means")
}

// touching is a view of a table with touch and move, at which a man was lifted.
func touching(t *testing.T, lifted string) *table.View {
	v := gameView(t, "verney", nil, nil)
	v.Terms.Touch = true
	v.Lifted, _ = v.Variant.Facts().Geometry.Square(lifted)
	return v
}

func TestV25_LiftingIsAnAct(t *testing.T) {
	for _, how := range []string{"enter", "click"} {
		d := atTable(t, people[0], touching(t, ""), kit.Config{})
		if how == "click" {
			d.click("h2")
		} else {
			d.table().Hand.Cursor, _ = d.table().View.Variant.Facts().Geometry.Square("h2")
			d.keys("enter")
		}
		h2, _ := d.table().View.Variant.Facts().Geometry.Square("h2")
		if len(d.house.acts) != 1 || d.house.acts[0].Do != table.Lift || d.house.acts[0].Square != h2 || d.house.acts[0].Seat != 0 {
			t.Fatalf("%s: the table was asked for %+v", how, d.house.acts)
		}
		d.show(touching(t, "h2"))
		d.sees("touch and move", "h2: yellow pawn, lifted: it must move")
		if got := d.square("h2"); got != "[P^" {
			t.Errorf("h2 is %q", got)
		}
	}
}

func TestV25_TheLiftedManMustMove(t *testing.T) {
	d := atTable(t, people[0], touching(t, "h2"), kit.Config{})
	d.click("h2")
	d.sees("You have lifted the pawn on h2, so that is the one to move")
	d.keys("esc", "esc")
	d.sees("Back to the lobby?")
	d.keys("esc")
	if d.table().Hand.Lifted == rules.NoSquare {
		t.Error("esc put him back")
	}
	d.click("h3")
	d.plays("h2-h3")
	d = atTable(t, people[0], touching(t, "h2"), kit.Config{})
	d.keys("tab", "enter")
	if len(d.house.acts) != 1 || d.house.acts[0].Action.From != d.table().View.Lifted {
		t.Errorf("tab leads to %+v", d.house.acts)
	}
}

func TestV25_EverybodySeesTheLiftedMan(t *testing.T) {
	d := atTable(t, people[1], touching(t, "h2"), kit.Config{})
	d.sees("To move: Yellow", "Yellow has lifted the pawn on h2")
	if got := d.square("h2"); !strings.HasSuffix(got, "^") {
		t.Errorf("h2 is %q", got)
	}
	d.keys("enter")
	d.sees("It is not your turn")
}

// A drag lifts a man and lets him go before the table has answered.
func TestV25_ADragLiftsAndDrops(t *testing.T) {
	d := atTable(t, people[0], touching(t, ""), kit.Config{})
	s := d.table()
	s.Acting = true // the answer is on its way
	x, y := d.at("h2")
	d.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	x, y = d.at("h3")
	d.send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
	d.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	if len(d.house.acts) != 0 {
		t.Fatalf("asked while busy: %+v", d.house.acts)
	}
	d.send(game.ActedMsg{T: s})
	if len(d.house.acts) != 2 || d.house.acts[0].Do != table.Lift || d.house.acts[1].Do != table.Play {
		t.Errorf("the table was asked for %+v", d.house.acts)
	}
}

// A lifting that the table refuses leaves no man in the hand.
func TestV25_ARefusedLiftingIsSaid(t *testing.T) {
	d := atTable(t, people[0], touching(t, ""), kit.Config{})
	d.house.answer = func(table.Act) error { return &table.Refusal{Reason: table.Stale, Subject: "h2-h3"} }
	d.click("h2")
	d.sees("The game went on meanwhile")
	if d.table().Hand.Lifted != rules.NoSquare {
		t.Error("the man is still lifted")
	}
}

func TestG5_ATeamResignsTogether(t *testing.T) {
	asked := func(seats ...rules.Seat) *table.View {
		v := gameView(t, "verney", nil, nil)
		for _, s := range seats {
			v.Resigning = v.Resigning.With(s)
		}
		return v
	}
	d := atTable(t, people[0], asked(), kit.Config{})
	d.keys("!")
	d.reads("A team resigns as one, when both partners want it")
	d.keys("r")
	d.plays("resign")
	d.show(asked(0))
	d.sees("You want your team to resign; your partner is asked")
	d.keys("!")
	d.sees("[ Leave it so ]")
	d.reads("your partner has not answered yet")
	d.keys("p")
	if a := d.house.acts[1]; a.Do != table.PlayOn {
		t.Errorf("it asked for %+v", a)
	}

	d = atTable(t, people[2], asked(0), kit.Config{})
	d.keys("!")
	d.sees("Agree: resign white")
	d.show(asked()) // he plays on after all
	d.lacks("Agree: resign white")

	d = atTable(t, people[2], asked(0), kit.Config{})
	d.sees("Inky wants your team to resign. ctrl+y yes, ctrl+n no")
	d.keys("!")
	d.reads("Inky wants your team to resign.")
	d.sees("[ Not now ]", "Agree: resign white", "Play on")
	d.keys("a")
	if a := d.house.acts[0]; a.Do != table.Play || a.Action.Verb != rules.Resign || a.Seat != 2 {
		t.Errorf("it asked for %+v", a)
	}
	d = atTable(t, people[2], asked(0), kit.Config{})
	d.keys("!", "p")
	if a := d.house.acts[0]; a.Do != table.PlayOn {
		t.Errorf("it asked for %+v", a)
	}

	for _, adversary := range []int{1, 3} {
		d = atTable(t, people[adversary], asked(0), kit.Config{})
		d.lacks("resign:", "your team")
	}
}

func TestPartnersAreTold(t *testing.T) {
	for game, partner := range map[string]int{"verney": 2, "quadrochess": 3, "forchess": 2} {
		d := atTable(t, people[0], gameView(t, game, nil, nil), kit.Config{Width: 120, Height: 40})
		lines := d.text()
		at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, people[partner].Name) })
		if at < 0 || !strings.HasSuffix(lines[at+1], " partner") {
			t.Errorf("%s: %s is not called partner", game, people[partner].Name)
		}
	}
	d := atTable(t, people[0], gameView(t, "chess4", nil, nil), kit.Config{})
	d.lacks("partner")
}

// The help screen holds the law of every game, and the signs of its seats.
func TestHelpHasTheRulesOfEveryGame(t *testing.T) {
	for _, offer := range variants.All() {
		d := atTable(t, people[0], gameView(t, offer.Name, nil, nil), kit.Config{Width: 100, Height: 400})
		d.keys("?")
		all := strings.Join(strings.Fields(strings.Join(d.text(), " ")), " ")
		for _, line := range markdown(docs.Rules(offer.Name), 60) {
			if want := strings.Join(strings.Fields(line.Text), " "); !strings.Contains(all, want) {
				t.Errorf("%s: help lacks %q", offer.Name, want)
				break
			}
		}
		facts := d.r.stack.Screens[1].(*game.Screen).View.Variant.Facts()
		for s := range rules.Seat(rules.SeatCount) {
			if facts.Zones != nil && !strings.Contains(all, board.SeatSign(facts, s)+" "+facts.Seats[s]) {
				t.Errorf("%s: no sign of %s", offer.Name, facts.Seats[s])
			}
		}
	}
}

// What others do before the game does not move the selection to another line.
func TestTheSelectionStaysOnItsLine(t *testing.T) {
	d := atTable(t, people[1], waiting(t), kit.Config{})
	d.keys("down", "down", "down")
	d.sees("> Sit down as gold")
	d.show(waiting(t, 0))
	d.sees("> Sit down as gold")
	d.show(waiting(t, 0, 3))
	d.lacks("Sit down as gold")
	d.keys("tab", "enter") // black
	if a := d.house.acts[0]; a.Do != table.Sit || a.Seat != 2 {
		t.Fatalf("it asked for %+v", a)
	}
	v := waiting(t, 0, 3)
	v.Seats[2] = table.SeatView{Player: people[1], Present: true}
	d.show(v)
	d.sees("> I am ready")
	d.keys("enter", "down") // before the answer shows
	d.sees("> Sit down as silver")
	ready := *v
	ready.Seats[2].Ready = true
	d.show(&ready)
	d.sees("> Sit down as silver")
}
