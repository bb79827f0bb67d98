package plain

import (
	"context"
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
			do:    s.analysis,
		},
		{names: []string{"mistake", "slip"}, line: "go to the next mistake or blunder", do: s.mistake},
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
func (s *session) analysis(rest string) {
	r, why := s.table, s.described().CannotAssess()
	switch word := strings.ToLower(rest); {
	case word != "" && word != "stop":
		s.say("To start an analysis, type \"analysis\"; to stop it, type \"analysis stop\"")
	case why != "":
		s.say("%s", why)
	case word == "stop" && r.analysing == nil, word == "" && r.analysing != nil:
		s.tellAnalysis()
	case word == "stop":
		r.analysing.stop()
		r.analysing = nil
		s.say("Analysis stopped")
	default:
		s.askAnalysis()
	}
}

func (s *session) askAnalysis() {
	reading, err := s.analyse()
	if err != nil {
		s.refuse(err)
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	context.AfterFunc(ctx, reading.Close)
	s.table.analysing = &tableAnalysis{news: receive(ctx, s.receivers, "an analysis", reading.Take), stop: cancel}
	s.say("Analysis started: for the progress, type \"analysis\"; to go to the next mistake, type \"mistake\"")
}

// analyse starts the analysis of the game at this table.
func (s *session) analyse() (*analysis.Subscription, error) {
	if st := s.table.study; st != nil {
		return s.Lobby.AnalyseSample(s.ctx, s.me.ID, sampleOf(st.score), 0)
	}
	return s.Lobby.Analyse(s.ctx, s.me.ID, s.table.view.ID, 0)
}

// analysisNews handles a progress report of the analysis, and tells the player when the
// analysis is complete.
func (s *session) analysisNews(now view.Analysis, more bool) {
	j := s.table.analysing
	switch {
	case !more:
		j.news = nil
	case now.Err != nil:
		j.stop()
		s.table.analysing = nil
		s.refuse(now.Err)
	default:
		whole := j.now.Moves > 0 && j.now.Complete()
		if j.now = now; now.Complete() && !whole {
			s.tellAnalysis()
		}
	}
}

func (s *session) tellAnalysis() {
	j := s.table.analysing
	if j == nil {
		s.say("There is no analysis: to start one, type \"analysis\"")
		return
	}
	s.say("%s", present.AnalysisProgress(&j.now))
	if j.now.Moves == 0 || !j.now.Complete() {
		return
	}
	for _, one := range j.now.TurningPoints() {
		s.say("Move %d, %s: %s", one.Number, present.Seat(s.table.view.Variant.Facts(), one.By), one.LossText())
	}
}

// mistake goes to the next mistake in the game. After the last mistake it goes to the first
// one.
func (s *session) mistake(string) {
	j := s.table.analysing
	if j == nil {
		s.tellAnalysis()
		return
	}
	if k := j.now.NextMistake(s.table.view.Moves, len(s.table.looked().Moves), 1); k != 0 {
		s.lookAt(k)
		return
	}
	s.tellAnalysis()
}

// assessment returns the assessment of action n, or nil if there is none yet.
func (r *openTable) assessment(n int) *view.Assessment {
	if r.analysing == nil {
		return nil
	}
	return r.analysing.now.At(r.view.Moves, n)
}

// tellAssessment describes the assessment of action n.
func (t *teller) tellAssessment(n int, j *view.Assessment) {
	t.say("%s", present.AssessedInWords(present.Seat(t.facts(), j.By), t.better(n, j), j))
}

// better returns a description of the best move in the position before action n.
func (t *teller) better(n int, j *view.Assessment) string {
	then := viewAfter(t.at.View, n-1)
	from, kind := t.square(j.Best.From), then.Position.Board[j.Best.From].Kind().Name()
	switch j.Best.Type {
	case rules.ChooseArmy:
		return "to keep " + present.Seat(t.facts(), j.Best.Seat)
	case rules.Remove:
		return "to take the " + kind + " on " + from + " off the board"
	}
	d := present.Played{
		Move:    table.MoveView{Seat: then.Position.Turn, By: j.By, Action: j.Best},
		Variant: then.Variant,
		Before:  then.Position,
	}
	d.Effects = then.Variant.Apply(&d.After, &d.Before, j.Best)
	way := t.way(&d)
	if strings.HasPrefix(way, t.square(j.Best.To)) {
		way = "to " + way
	}
	return kind + " " + from + " " + way
}
