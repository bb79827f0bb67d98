package scene

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// rounds returns the texts of the moves of each round.
func rounds(moves []table.MoveView) (list [][rules.SeatCount]string) {
	for _, r := range present.Rounds(moves) {
		var texts [rules.SeatCount]string
		for seat := range rules.Seat(rules.SeatCount) {
			texts[seat] = roundText(moves, &r, seat)
		}
		list = append(list, texts)
	}
	return list
}

func TestRoundsFollowTheTurn(t *testing.T) {
	words := uitest.Recorded(t)
	list := rounds(uitest.ViewAfter(t, words).Moves)
	if len(list) != 55 {
		t.Errorf("%d rounds, the record has 55", len(list))
	}
	first, last := list[0], list[54]
	if first != [4]string{"k7", "Nk3", "d8", "h11"} || last[1] == "" || last[2] != "resigns" {
		t.Errorf("first %q, last %q", first, last)
	}
	if list[42][0] != "pass" {
		t.Errorf("round 43 is %q; White passes", list[42])
	}
}

// TestResignationOfAPartnerIsListedUnderItsSeat checks a team resignation, which the partner of
// the seat to move has completed.
func TestResignationOfAPartnerIsListedUnderItsSeat(t *testing.T) {
	list := rounds([]table.MoveView{
		{Number: 1, Seat: 0, By: 0, Action: rules.Action{Type: rules.Move}, Plain: "h2-h3", Text: "h3"},
		{Number: 2, Seat: 1, By: 2, Action: rules.Action{Type: rules.Resign, Seat: 2}, Plain: "white:resign", Text: "white:resign"},
	})
	if want := [4]string{"h3", "", "resigns"}; len(list) != 1 || list[0] != want {
		t.Errorf("%v, want %v", list, want)
	}
}

// TestEndOfAPlayerIsListedAsTheNextMove lets players who have already moved in the round resign or run out of time.
func TestEndOfAPlayerIsListedAsTheNextMove(t *testing.T) {
	var moves []table.MoveView
	play := func(seat, by rules.Seat, a rules.Action, text string) {
		moves = append(moves, table.MoveView{Number: len(moves) + 1, Seat: seat, By: by, Action: a, Text: text})
	}
	move := rules.Action{Type: rules.Move}
	play(0, 0, move, "h3")
	play(1, 0, rules.Action{Type: rules.Resign}, "")
	play(1, 1, move, "e4")
	play(2, 2, move, "d5")
	play(3, 3, move, "g6")
	play(1, 1, rules.Action{Type: rules.Flag, Seat: 1}, "")
	play(2, 2, move, "d6")
	play(3, 3, move, "g7")
	want := [][rules.SeatCount]string{{"h3", "e4", "d5", "g6"}, {"resigns", "time", "d6", "g7"}}
	if got := rounds(moves); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEliminatedPartnerHasNotResigned has a seat resign whose partner was out before.
func TestEliminatedPartnerHasNotResigned(t *testing.T) {
	for _, text := range []string{
		"variant chess4\noption teams=on\nturn white\nwhite K n8\nsilver K g1\ngold K h14\nout black silver\n",
		"variant forchess\nturn southwest\nsouthwest K a1\nnorthwest K a8\nsoutheast K h1\nout northeast northwest\ncontrol " +
			"northeast southwest\n",
	} {
		g, _, err := rules.ParsePosition(strings.NewReader(text), variants.New, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		resign := rules.Action{Type: rules.Resign, Seat: g.Variant.Actor(&g.Position)}
		if _, err := g.Play(resign); err != nil {
			t.Fatal(err)
		}
		s := sceneOf(
			&table.View{
				Variant:  g.Variant,
				Position: g.Position,
				Phase:    table.Finished,
				Moves:    []table.MoveView{{Number: 1, By: resign.Seat, Seat: resign.Seat, Action: resign}},
			},
		)
		own, _ := s.Seats[resign.Seat].ShortFate(s.View, 20)
		if partner, _ := s.Seats[2].ShortFate(s.View, 20); own != "resigned" || partner != "is out" {
			t.Errorf("%s: the seat has %q, its partner has %q", g.Variant.Facts().Name, own, partner)
		}
	}
}

// sceneOf returns the scene that a spectator sees.
func sceneOf(v *table.View) Scene {
	return Scene{
		Width: 120, Height: 40, Styles: draw.NewStyles(assets.Themes[0]), Size: board.Sizes[1],
		View: v, Shown: PositionOf(v.Variant, &v.Position), At: len(v.Moves), Seats: present.For(v, present.Viewer{}).Seats,
	}
}

// composed returns the cells that Compose draws.
func composed(s Scene) []draw.Cell {
	g := draw.NewGrid(s.Width, s.Height, s.Styles.Text)
	l := s.Layout()
	Compose(&s, &l, g)
	var cells []draw.Cell
	for y := range g.Height {
		cells = append(cells, g.Row(y)...)
	}
	return cells
}

// Equal scenes are drawn with equal cells. Compose does not change the values that a scene
// points to.
func TestComposeIsPure(t *testing.T) {
	views := map[string]*table.View{
		"opening": uitest.ViewAfter(t, nil), "game": uitest.ViewAfter(t, uitest.Recorded(t)[:90]),
		"finished": uitest.Finished(t), "waiting": uitest.Waiting(t, 0, 1),
	}
	for name, v := range views {
		v.Chat = []table.ChatLine{uitest.Line(1, uitest.People[1], "hello, everyone at this table")}
		before := *v
		one, two := sceneOf(v), sceneOf(v)
		if one != two {
			t.Errorf("%s: two scenes of a view differ", name)
		}
		first := composed(one)
		if !slices.Equal(first, composed(two)) || !slices.Equal(first, composed(one)) {
			t.Errorf("%s: equal scenes give different cells", name)
		}
		if !reflect.DeepEqual(before, *v) {
			t.Errorf("%s: Compose changed the view", name)
		}
	}
}

// TestPremovesAreNotInScene checks that no scene contains premoves, because each player sees
// only their own.
func TestPremovesAreNotInScene(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:16])
	plain := composed(sceneOf(v))
	v.Premoves = []table.PremoveView{{Seat: 1, Action: v.Legal[0], Plain: "e2-e4"}}
	if !slices.Equal(plain, composed(sceneOf(v))) {
		t.Error("the scene contains a premove")
	}
}

// Two scenes that are drawn differently are not equal.
func TestScenesDifferLikePictures(t *testing.T) {
	base := sceneOf(uitest.ViewAfter(t, uitest.Recorded(t)[:90]))
	for name, change := range map[string]func(*Scene){
		"clock":  func(s *Scene) { s.Clocks[2] = "   4:12" },
		"gone":   func(s *Scene) { s.Away[1] = "away 5m" },
		"turned": func(s *Scene) { s.Turned = 1 },
		"size":   func(s *Scene) { s.Size = board.Sizes[0] },
		"mine":   func(s *Scene) { s.Seats[s.View.Actor].Own = true },
		"pieces": func(s *Scene) { s.Pieces = assets.SetNamed("letters") },
		"earlier": func(s *Scene) {
			p := uitest.ViewAfter(t, uitest.Recorded(t)[:40]).Position
			s.Back, s.At, s.Shown = true, 40, PositionOf(s.View.Variant, &p)
		},
	} {
		other := base
		change(&other)
		if other == base || slices.Equal(composed(other), composed(base)) {
			t.Errorf("%s: the scenes are equal", name)
		}
	}
}

// rows returns the lines of a scene as text.
func rows(s Scene) (lines []string) {
	var line strings.Builder
	for i, cell := range composed(s) {
		if line.WriteString(cell.Text); (i+1)%s.Width == 0 {
			lines = append(lines, line.String())
			line.Reset()
		}
	}
	return lines
}

// with returns the lines that contain a text.
func with(lines []string, text string) (list []string) {
	for _, line := range lines {
		if strings.Contains(line, text) {
			list = append(list, line)
		}
	}
	return list
}

// TestNobodyIsToMoveInAnAdjournedGame draws the seats of an adjourned game: the pointer stood at the seat that would be to move.
func TestNobodyIsToMoveInAnAdjournedGame(t *testing.T) {
	s := sceneOf(uitest.ViewAfter(t, nil))
	for _, adjourned := range []bool{false, true} {
		s.View.Adjourned = adjourned
		if shown := len(with(rows(s), s.Styles.Signs.Turn)) > 0; shown == adjourned {
			t.Errorf("adjourned: %t; the pointer is shown: %t", adjourned, shown)
		}
	}
}

// TestMaterialOfTheViewerHasALabel draws the seats of a narrow panel for a player whose seat has the word "you": the material
// stood there without its label.
func TestMaterialOfTheViewerHasALabel(t *testing.T) {
	for _, def := range variants.All() {
		for _, width := range []int{80, 90, 100, 120} {
			s := sceneOf(uitest.OpeningView(t, def.Name))
			s.Width, s.Height = width, 24
			for i := range s.Seats {
				s.Seats[i].Present, s.Seats[i].Own = true, i == 0
			}
			lines := rows(s)
			labels := len(with(lines, "material ")) + len(with(lines, "mat. "))
			if s.Layout().Panel.Width > 0 && labels != rules.SeatCount {
				t.Errorf("%s, %d columns: %d labels:\n%s", def.Name, width, labels, strings.Join(lines, "\n"))
			}
		}
	}
}

// TestMaterialHasOneLabel draws panels in which "material" fits beside the names of some seats only: the label was shown for
// Gold alone.
func TestMaterialHasOneLabel(t *testing.T) {
	for width := 80; width <= 140; width++ {
		for _, height := range []int{24, 30, 40} {
			s := sceneOf(uitest.ViewAfter(t, nil))
			s.Width, s.Height = width, height
			for i := range s.View.Seats {
				s.View.Seats[i].Present = true
			}
			lines := rows(s)
			long, short := len(with(lines, "material 39")), len(with(lines, "mat. 39"))
			if long*short != 0 || (long+short)%rules.SeatCount != 0 {
				t.Errorf("%d x %d: %d seats have a long label, %d a short one", width, height, long, short)
			}
			if width == 100 && height == 30 && short == 0 {
				t.Error("there is room for a short label at 100 x 30")
			}
		}
	}
}

// TestPointsLeaveRoomForOneFact draws seats that have just won a third of a point each, in panels without room for these points,
// the total and the material: all three were left out.
func TestPointsLeaveRoomForOneFact(t *testing.T) {
	all := uitest.ViewsOf(t, []string{"resign"})
	for width := 80; width <= 140; width++ {
		for _, height := range []int{24, 30, 40} {
			s := sceneOf(all[1])
			s.Width, s.Height = width, height
			if lines := rows(s); s.Layout().Panel.Width > 0 && len(with(lines, "1/3 elim.")) != rules.SeatCount-1 {
				t.Errorf("%d x %d:\n%s", width, height, strings.Join(lines, "\n"))
			}
		}
	}
}

// TestPlacesHaveOneForm checks that all seats of a result have the same form, and that an eliminated seat "is out".
func TestPlacesHaveOneForm(t *testing.T) {
	for width := 80; width <= 140; width++ {
		s := sceneOf(uitest.Finished(t))
		s.Width, s.Height = width, 24
		lines := rows(s)
		if n := len(with(lines, " place, ")); n != 0 && n != rules.SeatCount {
			t.Errorf("width %d: %d seats have the long form", width, n)
		}
		if len(with(lines, "White out")) > 0 || s.Layout().Panel.Width > 0 && len(with(lines, "White is out")) != 1 {
			t.Errorf("width %d: the state of White:\n%s", width, strings.Join(lines, "\n"))
		}
	}
}

// TestAnalysisSaysThatAMoveIsNotAnalysedYet looks back at a move which a running analysis has not reached: the panel showed only
// other moves.
func TestAnalysisSaysThatAMoveIsNotAnalysedYet(t *testing.T) {
	s := sceneOf(uitest.Finished(t))
	s.Analysis = &view.Analysis{Moves: len(s.View.Moves), Assessments: make([]view.Assessment, 8)}
	const text = "This move is not analysed yet"
	if len(with(rows(s), text)) != 0 {
		t.Error("the last position has the text")
	}
	for _, at := range []int{5, 90} {
		p := uitest.ViewAfter(t, uitest.Recorded(t)[:at]).Position
		s.Back, s.At, s.Shown = true, at, PositionOf(s.View.Variant, &p)
		if shown := len(with(rows(s), text)) == 1; shown != (at == 90) {
			t.Errorf("move %d: the text is shown: %t", at, shown)
		}
	}
}

// TestResignationsAreNoMoves reads the number of moves after a game with a resignation, which counted as a move.
func TestResignationsAreNoMoves(t *testing.T) {
	s := sceneOf(uitest.Finished(t))
	moves := 0
	for i := range s.View.Moves {
		if s.View.Moves[i].Action.IsBoardAction() {
			moves++
		}
	}
	if moves == len(s.View.Moves) {
		t.Fatal("nobody resigns")
	}
	if want := present.Count(moves, "move") + ", 55 rounds"; len(with(rows(s), want)) != 1 {
		t.Errorf("no %q in\n%s", want, strings.Join(rows(s), "\n"))
	}
}

// TestRoundOfLeavingIsTheRowOfTheResignation has players resign after the others have moved in the round, and out of turn.
func TestRoundOfLeavingIsTheRowOfTheResignation(t *testing.T) {
	v := uitest.Finished(t)
	for i, r := range present.Rounds(v.Moves) {
		for _, numbers := range r.Moves {
			for _, n := range numbers {
				if got := present.Round(v.Moves, n); got != i+1 {
					t.Errorf("action %d is in row %d, but in round %d", n, i+1, got)
				}
			}
		}
	}
}

// TestNoMistakesDoesNotHideInaccuracies has a game whose only judgement is an inaccuracy: the summary said that nothing was found.
func TestNoMistakesDoesNotHideInaccuracies(t *testing.T) {
	s := sceneOf(uitest.Finished(t))
	a := &view.Analysis{Moves: len(s.View.Moves), Assessments: make([]view.Assessment, len(s.View.Moves))}
	a.Assessments[3].Judgement = view.Inaccuracy
	s.Analysis = a
	if lines := rows(s); len(with(lines, "No mistakes found")) != 0 || len(with(lines, "No mistakes, inaccuracies: 1")) != 1 {
		t.Error(strings.Join(lines, "\n"))
	}
}
