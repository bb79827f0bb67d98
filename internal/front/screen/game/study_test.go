package game

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// inScore returns a driver whose screen shows the given annotated game or, if it is a lesson,
// the position of the lesson after the given number of steps.
func inScore(t *testing.T, score *assets.AnnotatedGame, steps int, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named, cfg.Open = uitest.People[0], true, &nav.Table{ID: 12}
	d := newDriver(t, cfg)
	s, err := readScore(score)
	if err == nil && score.Lesson {
		s.actions, err = sampleOf(score).Actions()
		s.actions = s.actions[:steps]
	}
	if err != nil {
		t.Fatal(err)
	}
	d.table().Study = s
	room, err := s.open(t.Context(), uitest.People[0])
	if err != nil {
		t.Fatal(err)
	}
	v, _ := room.Watch.Take(t.Context())
	d.Show(v)
	return d
}

func (d *driver) seesNote(note string) {
	d.T.Helper()
	if note != "" {
		l, _ := d.layout()
		d.Sees(draw.Wrap(note, l.Notes.Width)...)
	}
}

// The screen has room for every note of an annotated game, and for every task of a lesson. At
// the end of a finished game, it shows both the last note and the result.
func TestNotesFit(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		for i := range assets.AnnotatedGames {
			score := &assets.AnnotatedGames[i]
			t.Run(fmt.Sprintf("%s, %d", score.Title, size[0]), func(t *testing.T) {
				cfg := kit.Config{Width: size[0], Height: size[1]}
				if score.Lesson {
					hearLesson(t, score, cfg)
					return
				}
				d := inScore(t, score, 0, cfg)
				d.seesNote(score.Opening)
				d.Lacks(" wins: ", "Scores")
				for n, step := range score.Steps {
					d.Keys("]")
					if step.Note != "" {
						d.seesNote(step.Note)
					}
					if at := d.table().LookedAt(); at != n+1 {
						t.Fatalf("after %d actions the screen shows the position after %d", n+1, at)
					}
				}
				d.Lacks("Your move", "Move: _") // the viewer can only read the game, at its last position too
				d.Keys("k", "enter")
				d.Lacks("Your move", "Move: ")
				if d.table().View.Phase == table.Finished {
					d.Sees(
						draw.Wrap(
							present.Result(d.table().View.Variant.Facts(), &d.table().View.Position.Outcome),
							d.Env.DialogArea.Width,
						)...)
				}
			})
		}
	}
}

func hearLesson(t *testing.T, score *assets.AnnotatedGame, cfg kit.Config) {
	t.Helper()
	for n := range len(score.Steps) + 1 {
		d := inScore(t, score, n, cfg)
		p := d.table().picture()
		note, ask := p.Notes()
		d.seesNote(note)
		d.seesNote(ask)
	}
}

func TestAnnotatedGameEnds(t *testing.T) {
	d := inScore(t, &assets.AnnotatedGames[0], 0, kit.Config{})
	d.Keys("end")
	d.Sees("Game over")
	d.Lacks("Your move", "Move: _")
	d.seesNote(assets.AnnotatedGames[0].Steps[len(assets.AnnotatedGames[0].Steps)-1].Note)
	d.Keys("a")
	if d.table().analysis.run == nil {
		t.Error("the last position cannot be analysed")
	}
	to, _ := d.table().doAtTable(kit.AnalysisBoard)
	if len(to.Next) != 1 {
		t.Fatalf("no analysis board opened: %+v", to)
	}
	study := to.Next[0].(*Screen).Study
	room, err := study.open(t.Context(), uitest.People[0])
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := room.Watch.Take(t.Context()); v.Phase != table.Playing || v.Actor == rules.NoSeat {
		t.Error("no analysis board opened at the end")
	}
}

// TestMovesBelowNotes checks that the moves are listed below the notes if there is room, and
// that a click on a move shows the position after it.
func TestMovesBelowNotes(t *testing.T) {
	var frames []uitest.Frame
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := inScore(t, &assets.AnnotatedGames[0], 0, kit.Config{Width: size[0], Height: size[1]})
		d.Keys("]", "]", "]", "]", "]")
		frames = append(frames, uitest.FrameOf(d.Driver))
		s := d.table()
		_, spots := d.layout()
		if len(spots) < 8 {
			t.Fatalf("%v: %d moves are listed", size, len(spots))
		}
		for _, spot := range spots[:8] {
			d.Send(tea.MouseClickMsg{X: spot.X, Y: spot.Y, Button: tea.MouseLeft})
			if at := s.LookedAt(); at != spot.Number {
				t.Errorf("%v: a click on move %d shows %d", size, spot.Number, at)
			}
		}
	}
	uitest.CompareGolden(t, filepath.Join("testdata", "score.txt"), frames...)
}

// TestLessonHintsAtNoOffers looks for keys that a lesson refuses.
func TestLessonHintsAtNoOffers(t *testing.T) {
	d := inScore(t, lessonNamed(t, "Chess4"), 0, kit.Config{Width: 200, Height: 60})
	d.Sees("enter play", "[ ] look back")
	d.Lacks("draw", "resign", "takeback")
}

// TestLessonRefusesOtherMoves checks that a lesson says whose turn it is and refuses a wrong
// move. The text that the learner types next replaces the refused move.
func TestLessonRefusesOtherMoves(t *testing.T) {
	lesson := lessonNamed(t, "Chess4")
	d := inScore(t, lesson, 0, kit.Config{Width: 120, Height: 40})
	d.Sees("White, it is your move.")
	d.Keys("m8-l8", "enter")
	d.Sees("The lesson continues with another move: m7-k7", "Move: m8-l8_")
	d.Keys("m7")
	d.Sees("Move: m7_")
	d.Lacks("m8-l8")
	d = inScore(t, lesson, 1, kit.Config{Width: 120, Height: 40})
	d.Sees("Silver is to move. Watch.")
	d.Lacks("Your move")
}

// TestLearnerCannotPlayTheMoveOfAnOpponent types and selects the move that a lesson plays itself, before the
// lesson plays it.
func TestLearnerCannotPlayTheMoveOfAnOpponent(t *testing.T) {
	lesson := lessonNamed(t, "Chess4")
	d := inScore(t, lesson, 1, kit.Config{Width: 120, Height: 40})
	s, next := d.table(), lesson.Steps[1]
	if next.Prompt != "" {
		t.Fatal("the learner plays the second move")
	}
	refused := "The others are moving; wait for your turn"
	d.Keys(next.Action, "enter")
	d.Sees(refused)
	d.Keys("esc")
	from, _ := s.View.Variant.Facts().ParseSquare(next.Action[:strings.IndexByte(next.Action, '-')])
	if got := s.Input.point(s.seen(), from).refuse; present.Capital(got) != refused {
		t.Errorf("the piece that moves next is lifted: %q", got)
	}
	a, err := rules.ParsePlain(s.View.Variant.Facts(), s.View.Actor, next.Action)
	if err != nil {
		t.Fatal(err)
	}
	if i := s.seen().playing(a); i.command != nil {
		t.Error("the move is sent to the table")
	}
	if i := s.seen().playStep(lessonMsg{s.address, 1}); i.command == nil || i.command.Action != a {
		t.Errorf("the lesson does not play the move: %+v", i)
	}
}

func lessonNamed(t *testing.T, words string) *assets.AnnotatedGame {
	t.Helper()
	for i := range assets.AnnotatedGames {
		if a := &assets.AnnotatedGames[i]; a.Lesson && strings.Contains(a.Title, words) {
			return a
		}
	}
	t.Fatalf("no lesson named %s", words)
	return nil
}

// TestEndOfALesson plays a lesson to its end. The screen says that it is complete, never that it is the
// learner's move, and Enter opens the next lesson.
func TestEndOfALesson(t *testing.T) {
	var lesson *assets.AnnotatedGame
	for i := range assets.AnnotatedGames {
		if a := &assets.AnnotatedGames[i]; lesson == nil && a.Lesson && a.Game == "chess4" {
			lesson = a
		}
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := inScore(t, lesson, len(lesson.Steps), kit.Config{Width: size[0], Height: size[1]})
		screen := d.table()
		d.Sees("Lesson complete", "Press Enter for the next lesson: "+lesson.Next().Title[:10])
		d.Lacks("Your move", "Move: ")
		if got := screen.Title(); strings.Contains(got, "YOUR MOVE") {
			t.Errorf("the title is %q", got)
		}
		if !screen.env.Learnt(lesson.Title) || screen.env.Learnt(lesson.Next().Title) {
			t.Error("the list does not tick the lesson")
		}
		d.Keys("enter")
		if got := d.table().Study; got == nil || got.score != lesson.Next() {
			t.Error("Enter does not open the next lesson")
		}
	}
}

// TestLessonNamesArmiesNotTheLearner looks at the seats of a lesson, which all belong to the learner.
func TestLessonNamesArmiesNotTheLearner(t *testing.T) {
	for i := range assets.AnnotatedGames {
		a := &assets.AnnotatedGames[i]
		if !a.Lesson || a.Game != "chess4" {
			continue
		}
		d := inScore(t, a, 0, kit.Config{Width: 120, Height: 40})
		d.Sees("s  Silver", "b  Black", "g  Gold")
		d.Lacks("s  Inky", "Silver you", "Gold you")
	}
}
