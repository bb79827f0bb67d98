package ui

import (
	"errors"
	"testing"

	"quadrille/assets"
	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// judgedSoFar is an analysis of the first of a game's moves, in which the fifth is a
// blunder and the sixth a slip.
func judgedSoFar(v *table.View, n int) lobby.Analysis {
	a := lobby.Analysis{Moves: len(v.Moves)}
	for i := range n {
		m := &v.Moves[i]
		j := lobby.Judgement{Number: m.Number, By: m.By, Played: m.Plain, Weighed: m.Action.OnBoard(), Plain: m.Plain, Text: m.Text, Before: 40, After: 40}
		switch m.Number {
		case 5:
			j.Plain, j.Text, j.Before, j.After = "a1-a2", "Ra2", 125, -900
		case 6:
			j.Plain, j.Text, j.Before = "b1-b2", "Rb2", 150
		}
		a.Judged = append(a.Judged, j)
	}
	return a
}

// tells lets the screen take news of its analysis.
func (d *driver) tells(now lobby.Analysis, ok bool) {
	d.t.Helper()
	d.send(game.JudgedMsg{J: d.table().Judging, From: judgeBox{d.house}, Now: now, Ok: ok, Err: now.Err})
}

// A key asks for an analysis of a game that is over; it is told as it comes, move by
// move beside the list, and a key goes to what gave something away.
func TestAnalysisBesideTheMoves(t *testing.T) {
	v := finished(t)
	d := atTable(t, onlooker, v, kit.Config{Width: 120, Height: 40})
	d.sees("a analysis")
	d.keys("n")
	d.sees("Ask for an analysis first, with a")
	d.keys("a")
	d.sees("Analysis: ...")
	if len(d.house.judgedOf) != 1 || d.house.judgedOf[0] != 12 {
		t.Errorf("asked for %v", d.house.judgedOf)
	}
	d.tells(judgedSoFar(v, 3), true)
	d.sees("Analysis: 3 of ", "Look back at a move")
	d.keys("n")
	d.sees("No move so far gave a pawn or more away")
	d.tells(judgedSoFar(v, 8), true)
	d.keys("n")
	d.sees("Analysis: 8 of", v.Moves[4].Text+"??", v.Moves[5].Text+"? ", v.Moves[4].Text+" -9.00", "best Ra2 +1.25", "gave away 10.25")
	if at := d.table().LookedAt(); at != 5 {
		t.Errorf("n went to %d", at)
	}
	d.keys("n")
	d.sees("best Rb2 +1.50", "gave away 1.10")
	d.keys("n")
	if at := d.table().LookedAt(); at != 5 {
		t.Errorf("after the last n went to %d", at)
	}
	d.keys("[")
	d.sees(v.Moves[3].Text+" +0.40", "nothing better was found")
	d.tells(judgedSoFar(v, len(v.Moves)), true)
	d.lacks("8 of")
	d.tells(lobby.Analysis{}, false)
	d.sees("nothing better was found")
	d.keys("a")
	d.lacks("Analysis", "nothing better")
	if got := <-d.house.closed; got != "analysis" {
		t.Errorf("%s is closed", got)
	}
}

// Where the list has no room for it, it stands in the line above the last.
func TestAnalysisInALine(t *testing.T) {
	v := finished(t)
	d := atTable(t, people[0], v, kit.Config{Width: 90, Height: 34})
	d.keys("+", "a")
	d.tells(judgedSoFar(v, 6), true)
	d.keys("n")
	d.sees(v.Moves[4].Text + ": -9.00; best Ra2 +1.25, gave away 10.25")
}

// What is refused is said, and what broke off; and a game that is on has no such key.
func TestAnalysisRefused(t *testing.T) {
	v := finished(t)
	d := newDriver(t, kit.Config{Player: onlooker, Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	d.show(v)
	d.house.judgeErr = errors.New("the game of table 7 is being analysed for you")
	d.keys("a")
	d.sees("The game of table 7 is being analysed for you")
	d.lacks("Analysis")
	d.house.judgeErr = nil
	d.keys("a")
	old := game.JudgedMsg{J: d.table().Judging, From: judgeBox{d.house}, Now: judgedSoFar(v, 5), Ok: true}
	d.tells(lobby.Analysis{Err: errors.New("the bots think no more")}, true)
	d.sees("The bots think no more")
	d.send(old) // too late
	d.lacks("Analysis")

	d = atTable(t, people[0], viewAfter(t, recorded(t)[:8]), kit.Config{Width: 120, Height: 40})
	d.lacks("a analysis")
	d.keys("a")
	if d.table().Judging != nil || d.table().View.Actor == rules.NoSeat {
		t.Error("a game that is on is analysed")
	}
}

// A game with notes is analysed while one looks back in it, of which nothing is said
// that somebody tries on its board; a lesson is not.
func TestAnalysisOfAGameWithNotes(t *testing.T) {
	score := &assets.Scores[0]
	views := viewsOf(t, score.Plain()[:20])
	v := views[20]
	d := newDriver(t, kit.Config{Player: people[0], Named: true, Open: &nav.Table{ID: 12}, Width: 120, Height: 40})
	screen := d.table()
	screen.Study = &kit.Study{Game: score.Game, Score: score}
	d.show(v)
	d.sees("a analysis", "Looking back: after 0 of", score.Opening[:20])
	d.keys("a")
	d.sees("Analysis: ...", score.Opening[:20])
	if len(d.house.sampled) != 1 || d.house.sampled[0] != score.Title || len(d.house.judgedOf) != 0 {
		t.Errorf("asked for %q and %v", d.house.sampled, d.house.judgedOf)
	}
	d.tells(judgedSoFar(v, 8), true)
	d.keys("n")
	d.sees("best Ra2 +1.25", "gave away 10.25")
	if at := screen.LookedAt(); at != 5 {
		t.Errorf("n went to %d", at)
	}
	d.keys("end", "a", "n")
	d.sees("Move: an_")
	screen.Line.Text = ""
	d.show(viewsOf(t, append(score.Plain()[:4:4], "m9-l9"))[5])
	d.keys("home", "n")
	d.sees("No move so far gave a pawn or more away")
	screen.Study.Score = &assets.Score{Lesson: true, Game: score.Game}
	d.keys("home", "a")
	d.sees("Move: a_")
}
