package game

import (
	"context"
	"errors"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// analysisOf returns an analysis of the first n moves of a game.
func analysisOf(v *table.View, n int) view.Analysis {
	a := view.Analysis{Moves: len(v.Moves)}
	for i := range n {
		m := &v.Moves[i]
		j := view.Assessment{
			Number:      m.Number,
			By:          m.By,
			Played:      m.Plain,
			HadChoice:   m.Action.IsBoardAction(),
			Plain:       m.Plain,
			Text:        m.Text,
			Before:      40,
			After:       40,
			ScoreBefore: 0.5,
			ScoreAfter:  0.5,
		}
		switch m.Number {
		case 5:
			j.Plain, j.Text, j.Before, j.After = "a1-a2", "Ra2", 125, -900
			j.ScoreBefore, j.ScoreAfter, j.Judgement = 0.62, 0.05, view.Blunder
		case 6:
			j.Plain, j.Text, j.Before = "b1-b2", "Rb2", 150
			j.ScoreBefore, j.ScoreAfter, j.Judgement = 0.55, 0.35, view.Mistake
		}
		a.Assessments = append(a.Assessments, j)
	}
	return a
}

// silent is an analysis that reports no progress.
type silent struct {
	closed chan bool
	looks  *[]int // the numbers of the moves at which the viewer has looked
}

func (r silent) Take(ctx context.Context) (view.Analysis, bool) {
	<-ctx.Done()
	return view.Analysis{}, false
}

func (r silent) Notify(func()) {}

func (r silent) Look(number int) { *r.looks = append(*r.looks, number) }

func (r silent) Close() { close(r.closed) }

// allowAnalysis replaces the source of analyses. The new source returns an analysis that
// reports no progress, or fails with err.
func (d *driver) allowAnalysis(err error) silent {
	r := silent{make(chan bool), new([]int)}
	d.table().analyseWith = func(context.Context) (analysisSource, error) { return r, err }
	return r
}

// progress sends a state of the analysis to the screen.
func (d *driver) progress(now view.Analysis, ok bool) {
	d.T.Helper()
	d.Send(analysisMsg{j: d.table().analysis.run, from: silent{make(chan bool), new([]int)}, now: now, ok: ok, err: now.Err})
}

// A key starts the analysis of a finished game. The panel shows the progress of the analysis,
// the list of moves marks mistakes, and another key shows the next mistake.
func TestAnalysisInPanel(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	d.Sees("a analysis")
	d.Keys("n")
	d.Sees("Start the analysis first: press a")
	from := d.allowAnalysis(nil)
	d.Keys("a")
	d.Sees("Analysis: ...")
	d.progress(analysisOf(v, 3), true)
	d.Sees("Analysis ━", "3 of ", "Step to a move")
	d.Keys("n")
	d.Sees("No mistake found so far")
	d.progress(analysisOf(v, 8), true)
	d.Keys("n")
	d.Sees(
		"8 of",
		v.Moves[4].Text+"??",
		v.Moves[5].Text+"? ",
		v.Moves[4].Text+"?? -9.00",
		"best Ra2 +1.25",
		"blunder chances 62% to 5%",
	)
	if at := d.table().LookedAt(); at != 5 {
		t.Errorf("n shows move %d", at)
	}
	d.Keys("n")
	d.Sees("best Rb2 +1.50", "mistake chances 55% to 35%")
	d.Keys("n")
	if at := d.table().LookedAt(); at != 5 {
		t.Errorf("after the last mistake, n shows move %d", at)
	}
	d.Keys("N")
	if at := d.table().LookedAt(); at != 6 {
		t.Errorf("before the first mistake, N shows move %d", at)
	}
	d.Keys("N", "end")
	d.Sees("2 "+v.Moves[4].Text+"?? 62% to 5%", "2 "+v.Moves[5].Text+"? 55% to 35%", "Press n")
	d.Keys("n")
	d.Keys("[")
	d.Sees(v.Moves[3].Text+" +0.40", "the best move found")
	d.progress(analysisOf(v, len(v.Moves)), true)
	d.Lacks("8 of")
	d.progress(view.Analysis{}, false)
	d.Sees("the best move found")
	d.Keys("a")
	d.Lacks("Analysis", "nothing better")
	<-from.closed
}

// TestCurvesAndAccuracy checks that the analysis has a line for each seat, with the sign of its army,
// its curve and its accuracy, and that the board shows the better move.
func TestCurvesAndAccuracy(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	d.allowAnalysis(nil)
	d.Keys("a")
	now := analysisOf(v, len(v.Moves))
	d.progress(now, true)
	accuracy, _ := now.Accuracy(v.Moves[4].By)
	if accuracy >= 1 || accuracy <= 0 {
		t.Fatalf("accuracy %v after a blunder", accuracy)
	}
	d.Sees("▄", view.FormatScore(accuracy), "100%")
	d.Lacks(" moves ━")
	best, err := rules.ParsePlain(v.Variant.Facts(), v.Moves[4].Seat, v.Moves[4].Plain)
	if err != nil {
		t.Fatal(err)
	}
	now.Assessments[4].Best = best
	d.progress(now, true)
	d.Keys("n")
	picture := d.table().picture()
	if on := picture.Board(); on.Marks[best.To]&board.Best == 0 {
		t.Error("the board does not show the better move")
	}
	d.Keys("[")
	picture = d.table().picture()
	if on := picture.Board(); on.Marks[best.To]&board.Best != 0 {
		t.Error("the board shows a better move beside the best one")
	}
}

// TestFirstAssessment checks that the screen shows the assessment of the move at which the viewer
// looks before those of earlier moves.
func TestFirstAssessment(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	d.allowAnalysis(nil)
	d.Keys("home", "]", "]", "]", "]", "]", "a")
	now := analysisOf(v, 5)
	d.progress(view.Analysis{Moves: now.Moves, Viewed: now.Assessments[4:5]}, true)
	d.Sees("best Ra2 +1.25", "0 of")
}

// TestAnalysisFollowsTheViewer looks at other moves while an analysis runs: only the move at which the viewer looked when it began
// was assessed before the others.
func TestAnalysisFollowsTheViewer(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	r := d.allowAnalysis(nil)
	d.Keys("home", "]", "]", "a")
	d.Send(analysisMsg{j: d.table().analysis.run, from: r, now: view.Analysis{Moves: len(v.Moves)}, ok: true})
	d.Keys("]", "]", "[")
	if want := []int{3, 4, 3}; !slices.Equal(*r.looks, want) {
		t.Errorf("the analysis got the moves %v, want %v", *r.looks, want)
	}
}

// TestAutoplay checks that a key plays the game on the board from its start, and that another key
// stops it.
func TestAutoplay(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.Finished(t), kit.Config{Width: 120, Height: 40})
	d.Keys("space")
	if at := d.table().LookedAt(); at != 0 {
		t.Fatalf("the autoplay begins at move %d", at)
	}
	first := autoplayMsg{d.table().address, d.table().autoplay.run}
	d.Send(first)
	d.Send(first)
	if at := d.table().LookedAt(); at != 2 {
		t.Errorf("after two steps the board shows move %d", at)
	}
	d.Keys("space")
	d.Send(first)
	if at := d.table().LookedAt(); at != 2 {
		t.Errorf("after it was stopped the board shows move %d", at)
	}
	d.Keys("space")
	d.Send(first)
	if at := d.table().LookedAt(); at != 2 {
		t.Errorf("a step of an earlier run shows move %d", at)
	}
}

// TestAnalysisInLine checks that the line above the last line of the screen shows the
// judgement of a move if the panel has too few lines for the analysis.
func TestAnalysisInLine(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 90, Height: 34})
	d.allowAnalysis(nil)
	d.Keys("+", "a")
	d.progress(analysisOf(v, 6), true)
	d.Keys("n")
	d.Sees(v.Moves[4].Text + "?? -9.00; best Ra2 +1.25; blunder, expected score from 62% to 5%")
}

// The screen shows why an analysis was refused or has failed. While a game is running, the
// key that starts the analysis does nothing.
func TestAnalysisRefused(t *testing.T) {
	v := uitest.Finished(t)
	d := newDriver(t, kit.Config{Player: uitest.Spectator, Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	d.Show(v)
	d.allowAnalysis(errors.New("the game of table 7 is being analysed for you"))
	d.Keys("a")
	d.Sees("The game of table 7 is being analysed for you")
	d.Lacks("Analysis")
	d.allowAnalysis(nil)
	d.Keys("a")
	old := analysisMsg{j: d.table().analysis.run, from: silent{make(chan bool), new([]int)}, now: analysisOf(v, 5), ok: true}
	d.progress(view.Analysis{Err: errors.New("the bots think no more")}, true)
	d.Sees("The bots think no more")
	d.Send(old) // this message arrives after its analysis has failed
	d.Lacks("Analysis")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:8]), kit.Config{Width: 120, Height: 40})
	d.Lacks("a analysis")
	d.Keys("a")
	if d.table().analysis.run != nil || d.table().View.Actor == rules.NoSeat {
		t.Error("a running game is analysed")
	}
}

// TestAnalysisOfAnnotatedGame checks that a viewer can analyse an annotated game while
// reading it, and that the analysis does not contain the moves that the viewer has tried. A
// lesson cannot be analysed.
func TestAnalysisOfAnnotatedGame(t *testing.T) {
	score := &assets.AnnotatedGames[0]
	views := uitest.ViewsOf(t, score.Plain()[:20])
	v := views[20]
	d := newDriver(t, kit.Config{Player: uitest.People[0], Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	screen := d.table()
	screen.Study = &study{game: score.Game, score: score}
	d.Show(v)
	d.Sees("a analysis", "Looking back: move 0 of", score.Opening[:20])
	d.allowAnalysis(nil)
	d.Keys("a")
	d.Sees("Analysis: ...", score.Opening[:20])
	d.progress(analysisOf(v, 8), true)
	d.Keys("n")
	d.Sees("best Ra2 +1.25", "blunder chances 62% to 5%")
	if at := screen.LookedAt(); at != 5 {
		t.Errorf("n shows move %d", at)
	}
	d.Keys("end", "k")
	d.Lacks("Move: ")
	d.Show(uitest.ViewsOf(t, append(score.Plain()[:4:4], "m9-l9"))[5])
	d.Keys("home", "n")
	d.Sees("No mistake found so far")
	screen.Study.score = &assets.AnnotatedGame{Lesson: true, Game: score.Game, Steps: score.Steps}
	d.Keys("home", "a")
	d.Sees("Move: a_")
}

// requested returns the first state of the analysis that the screen requests.
func (d *driver) requested() tea.Msg {
	d.T.Helper()
	t := d.table()
	return t.analysis.toggle(t.ctx, t.requestAnalysis())()
}

// TestLobbyAnalyses checks that the screen gets an analysis from the lobby, for a finished
// game at a table and for an annotated game.
func TestLobbyAnalyses(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.Finished(t), kit.Config{})
	words := uitest.Recorded(t)
	d.table().Id = d.Backend.Play(t, uitest.People, words)
	first := d.requested().(kit.WaitMsg).Block().(analysisMsg)
	if first.err != nil || !first.ok || first.now.Moves != len(d.table().View.Moves) {
		t.Errorf("analysis of the table: %+v", first)
	}
	d = atTable(t, uitest.Spectator, uitest.Finished(t), kit.Config{})
	score := &assets.AnnotatedGames[len(assets.AnnotatedGames)-1]
	d.table().Study = &study{game: score.Game, options: score.Options, score: score}
	first = d.requested().(kit.WaitMsg).Block().(analysisMsg)
	if first.err != nil || !first.ok || first.now.Moves != len(score.Plain()) {
		t.Errorf("analysis of the annotated game: %+v", first)
	}
}
