package plain

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/analysis"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// tableAnalysis is a running or complete analysis of the game at a table.
type tableAnalysis struct {
	news <-chan view.Analysis
	now  view.Analysis
	stop context.CancelFunc
}

func analysisCommands(s *session) []command {
	return []command{
		{
			names: []string{"analysis"},
			usage: "[stop]",
			line:  "analyse a finished or annotated game, and evaluate each move",
			do:    s.review.analysis,
		},
		{names: []string{"mistake", "slip"}, line: "go to the next mistake or blunder", do: s.review.mistake},
	}
}

// analysisNews returns the channel that reports the progress of the analysis, or nil if
// there is no analysis.
func (r *openTable) analysisNews() <-chan view.Analysis {
	if r == nil || r.analysing == nil {
		return nil
	}
	return r.analysing.news
}

// analysis starts an analysis, reports its progress, or stops it.
func (rv *review) analysis(rest string) {
	r := rv.s.at.table
	switch word := strings.ToLower(rest); {
	case word != "" && word != "stop":
		rv.s.say("To start an analysis, type \"analysis\"; to stop it, type \"analysis stop\"")
	case r.study != nil && r.study.score == nil:
		rv.s.say("A study board cannot be analysed; choose a finished or an annotated game")
	case r.study != nil && r.study.score.Lesson:
		rv.s.say("A lesson cannot be analysed; choose a finished or an annotated game")
	case word == "stop" && r.analysing == nil, word == "" && r.analysing != nil:
		rv.tellAnalysis()
	case word == "stop":
		r.analysing.stop()
		r.analysing = nil
		rv.s.say("Analysis stopped")
	default:
		rv.askAnalysis()
	}
}

func (rv *review) askAnalysis() {
	reading, err := rv.analyse()
	if err != nil {
		rv.s.refuse(err)
		return
	}
	ctx, cancel := context.WithCancel(rv.s.ctx)
	context.AfterFunc(ctx, reading.Close)
	rv.s.at.table.analysing = &tableAnalysis{news: Receive(ctx, rv.s.receivers, "an analysis", reading.Take), stop: cancel}
	rv.s.say("Analysis started: for the progress, type \"analysis\"; to go to the next mistake, type \"mistake\"")
}

// analyse starts the analysis of the game at this table.
func (rv *review) analyse() (*analysis.Subscription, error) {
	if st := rv.s.at.table.study; st != nil {
		return rv.s.Lobby.AnalyseSample(rv.s.ctx, rv.s.me.ID, sampleOf(st.score))
	}
	return rv.s.Lobby.Analyse(rv.s.ctx, rv.s.me.ID, rv.s.at.table.view.ID)
}

// analysisNews handles a progress report of the analysis, and tells the player when the
// analysis is complete.
func (rv *review) analysisNews(now view.Analysis, more bool) {
	j := rv.s.at.table.analysing
	switch {
	case !more:
		j.news = nil
	case now.Err != nil:
		j.stop()
		rv.s.at.table.analysing = nil
		rv.s.refuse(now.Err)
	default:
		whole := j.now.Moves > 0 && j.now.Complete()
		if j.now = now; now.Complete() && !whole {
			rv.tellAnalysis()
		}
	}
}

func (rv *review) tellAnalysis() {
	j := rv.s.at.table.analysing
	if j == nil {
		rv.s.say("There is no analysis: to start one, type \"analysis\"")
		return
	}
	if j.now.Place > 0 {
		rv.s.say("The analysis is number %d in the queue", j.now.Place)
		return
	}
	mistakes := present.Count(j.now.Count(view.Mistake), "mistake")
	if j.now.Moves == 0 || !j.now.Complete() {
		rv.s.say("%d of %s are analysed: %s so far", len(j.now.Assessments), present.Count(j.now.Moves, "move"), mistakes)
		return
	}
	rv.s.say("The analysis is complete: %s", mistakes)
	for _, one := range j.now.TurningPoints() {
		rv.s.say("Move %d, %s: %s", one.Number, present.Seat(rv.s.at.table.view.Variant.Facts(), one.By), one.LossText())
	}
}

// mistake goes to the next mistake in the game. After the last mistake it goes to the first
// one.
func (rv *review) mistake(string) {
	j := rv.s.at.table.analysing
	if j == nil {
		rv.tellAnalysis()
		return
	}
	at, moves := len(rv.s.at.table.looked().Moves), rv.s.at.table.view.Moves
	for i := range moves {
		k := (at+i)%len(moves) + 1
		if assessed := j.now.At(moves, k); assessed != nil && assessed.Judgement >= view.Mistake {
			rv.lookAt(k)
			return
		}
	}
	rv.tellAnalysis()
}

// tellAssessment prints the assessment of action n. It prints nothing if there is none yet.
func (rv *review) tellAssessment(n int) {
	if rv.s.at.table.analysing == nil {
		return
	}
	j := rv.s.at.table.analysing.now.At(rv.s.at.table.view.Moves, n)
	if j == nil {
		return
	}
	who := present.Seat(rv.s.at.table.view.Variant.Facts(), j.By)
	if j.PlayedBest() || worth(j.After) == worth(j.Before) {
		rv.s.say("This was the best move; after it, %s is %s", who, worth(j.After))
		return
	}
	rv.s.say("%s is %s; better was %s, %s; %s", who, worth(j.After), rv.better(n, j), worth(j.Before), j.LossText())
}

// better returns a description of the best move in the position before action n.
func (rv *review) better(n int, j *view.Assessment) string {
	v, then := rv.s.at.table.view, viewAfter(rv.s.at.table.view, n-1)
	from, kind := rv.s.report.square(j.Best.From), then.Position.Board[j.Best.From].Kind().Name()
	switch j.Best.Type {
	case rules.ChooseArmy:
		return "to keep " + present.Seat(v.Variant.Facts(), j.Best.Seat)
	case rules.Remove:
		return "to take the " + kind + " on " + from + " off the board"
	}
	d := present.Played{
		Move:    table.MoveView{Seat: then.Position.Turn, By: j.By, Action: j.Best},
		Variant: v.Variant,
		Before:  then.Position,
	}
	d.Effects = v.Variant.Apply(&d.After, &d.Before, j.Best)
	way := rv.s.board.way(&d)
	if strings.HasPrefix(way, rv.s.report.square(j.Best.To)) {
		way = "to " + way
	}
	return kind + " " + from + " " + way
}

// worth describes an evaluation in words, such as "1.5 pawns ahead".
func worth(value int) string {
	switch pawns := fmt.Sprintf("%.1f pawns", float64(max(value, -value))/100); {
	case value > view.Decided:
		return "winning"
	case value < -view.Decided:
		return "losing"
	case value > -5 && value < 5:
		return "even"
	case value > 0:
		return pawns + " ahead"
	default:
		return pawns + " behind"
	}
}
