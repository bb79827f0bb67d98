package game

import (
	"context"
	"errors"
	"testing"

	"quadrille/assets"
	analyses "quadrille/internal/analysis"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/internal/ui/uitest"
	"quadrille/rules"
)

// judgedSoFar returns an analysis of the first moves of a game.
func judgedSoFar(v *table.View, n int) analyses.Analysis {
	a := analyses.Analysis{Moves: len(v.Moves)}
	for i := range n {
		m := &v.Moves[i]
		j := analyses.Assessment{Number: m.Number, By: m.By, Played: m.Plain, HadChoice: m.Action.IsBoardAction(), Plain: m.Plain, Text: m.Text, Before: 40, After: 40}
		switch m.Number {
		case 5:
			j.Plain, j.Text, j.Before, j.After = "a1-a2", "Ra2", 125, -900
		case 6:
			j.Plain, j.Text, j.Before = "b1-b2", "Rb2", 150
		}
		a.Assessments = append(a.Assessments, j)
	}
	return a
}

// reading is an analysis that tells nothing by itself.
type reading struct{ closed chan bool }

func (r reading) Take(ctx context.Context) (analyses.Analysis, bool) {
	<-ctx.Done()
	return analyses.Analysis{}, false
}

func (r reading) Close() { close(r.closed) }

// judges has the screen get that analysis, or be refused.
func (d *driver) judges(err error) reading {
	r := reading{make(chan bool)}
	d.table().analysis.ask = func(context.Context) (analysisSource, error) { return r, err }
	return r
}

// tells lets the screen take news of its analysis.
func (d *driver) tells(now analyses.Analysis, ok bool) {
	d.T.Helper()
	d.Send(analysisMsg{j: d.table().analysis.run, from: reading{make(chan bool)}, now: now, ok: ok, err: now.Err})
}

// A key starts the analysis of a finished game. The panel shows its progress, marks
// mistakes in the list, and a key goes to the next mistake.
func TestAnalysisInPanel(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.Spectator, v, kit.Config{Width: 120, Height: 40})
	d.Sees("a analysis")
	d.Keys("n")
	d.Sees("Start the analysis first: press a")
	from := d.judges(nil)
	d.Keys("a")
	d.Sees("Analysis: ...")
	d.tells(judgedSoFar(v, 3), true)
	d.Sees("Analysis: 3 of ", "Look back at a move")
	d.Keys("n")
	d.Sees("No mistake found so far")
	d.tells(judgedSoFar(v, 8), true)
	d.Keys("n")
	d.Sees("Analysis: 8 of", v.Moves[4].Text+"??", v.Moves[5].Text+"? ", v.Moves[4].Text+" -9.00", "best Ra2 +1.25", "gave away 10.25")
	if at := d.table().History.LookedAt(); at != 5 {
		t.Errorf("n went to %d", at)
	}
	d.Keys("n")
	d.Sees("best Rb2 +1.50", "gave away 1.10")
	d.Keys("n")
	if at := d.table().History.LookedAt(); at != 5 {
		t.Errorf("after the last n went to %d", at)
	}
	d.Keys("[")
	d.Sees(v.Moves[3].Text+" +0.40", "the best move found")
	d.tells(judgedSoFar(v, len(v.Moves)), true)
	d.Lacks("8 of")
	d.tells(analyses.Analysis{}, false)
	d.Sees("the best move found")
	d.Keys("a")
	d.Lacks("Analysis", "nothing better")
	<-from.closed
}

// Where the list has no room for it, it stands in the line above the last.
func TestAnalysisInLine(t *testing.T) {
	v := uitest.Finished(t)
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 90, Height: 34})
	d.judges(nil)
	d.Keys("+", "a")
	d.tells(judgedSoFar(v, 6), true)
	d.Keys("n")
	d.Sees(v.Moves[4].Text + ": -9.00; best Ra2 +1.25, gave away 10.25")
}

// Refusals and failures of an analysis are shown; a running game has no key for it.
func TestAnalysisRefused(t *testing.T) {
	v := uitest.Finished(t)
	d := newDriver(t, kit.Config{Player: uitest.Spectator, Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	d.show(v)
	d.judges(errors.New("the game of table 7 is being analysed for you"))
	d.Keys("a")
	d.Sees("The game of table 7 is being analysed for you")
	d.Lacks("Analysis")
	d.judges(nil)
	d.Keys("a")
	old := analysisMsg{j: d.table().analysis.run, from: reading{make(chan bool)}, now: judgedSoFar(v, 5), ok: true}
	d.tells(analyses.Analysis{Err: errors.New("the bots think no more")}, true)
	d.Sees("The bots think no more")
	d.Send(old) // too late
	d.Lacks("Analysis")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:8]), kit.Config{Width: 120, Height: 40})
	d.Lacks("a analysis")
	d.Keys("a")
	if d.table().analysis.run != nil || d.table().View.Actor == rules.NoSeat {
		t.Error("a game that is on is analysed")
	}
}

// An annotated game can be analysed while it is read, without moves tried on its
// board. A lesson cannot.
func TestAnalysisOfAnnotatedGame(t *testing.T) {
	score := &assets.AnnotatedGames[0]
	views := uitest.ViewsOf(t, score.Plain()[:20])
	v := views[20]
	d := newDriver(t, kit.Config{Player: uitest.People[0], Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	screen := d.table()
	screen.Study = &study{game: score.Game, score: score}
	d.show(v)
	d.Sees("a analysis", "Looking back: move 0 of", score.Opening[:20])
	d.judges(nil)
	d.Keys("a")
	d.Sees("Analysis: ...", score.Opening[:20])
	d.tells(judgedSoFar(v, 8), true)
	d.Keys("n")
	d.Sees("best Ra2 +1.25", "gave away 10.25")
	if at := screen.History.LookedAt(); at != 5 {
		t.Errorf("n went to %d", at)
	}
	d.Keys("end", "a", "n")
	d.Sees("Move: an_")
	screen.Input.Line.Text = ""
	d.show(uitest.ViewsOf(t, append(score.Plain()[:4:4], "m9-l9"))[5])
	d.Keys("home", "n")
	d.Sees("No mistake found so far")
	screen.Study.score = &assets.AnnotatedGame{Lesson: true, Game: score.Game}
	d.Keys("home", "a")
	d.Sees("Move: a_")
}

// The lobby analyses the game of the table, or the game with notes.
func TestLobbyAnalyses(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.Finished(t), kit.Config{})
	words := uitest.Recorded(t)
	d.table().Id = d.Backend.Play(t, uitest.People, words)
	first := d.table().analysis.toggle()().(analysisMsg)
	if first.err != nil || !first.ok || first.now.Moves != len(d.table().View.Moves) {
		t.Errorf("of the table: %+v", first)
	}
	d = atTable(t, uitest.Spectator, uitest.Finished(t), kit.Config{})
	score := &assets.AnnotatedGames[len(assets.AnnotatedGames)-1]
	d.table().Study = &study{game: score.Game, options: score.Options, score: score}
	first = d.table().analysis.toggle()().(analysisMsg)
	if first.err != nil || !first.ok || first.now.Moves != len(score.Plain()) {
		t.Errorf("of the game with notes: %+v", first)
	}
}
