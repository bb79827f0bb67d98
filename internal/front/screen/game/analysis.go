package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// analysis shows the analysis of a finished game.
type analysis struct {
	run *analysisRun // nil while the analysis is off
}

// analysisRun is a running or finished analysis. It is cancelled when the viewer turns it
// off or leaves the screen.
type analysisRun struct {
	ctx    context.Context
	cancel context.CancelFunc
	from   analysisSource // nil until the analysis has been found
	now    *view.Analysis // the last received state of the analysis
}

// analysisSource reports the progress of an analysis. It assesses next the move at which the viewer looks.
type analysisSource interface {
	kit.Watcher[view.Analysis]
	Look(number int)
}

// analysisMsg carries the next state of an analysis.
type analysisMsg struct {
	j    *analysisRun
	from analysisSource
	now  view.Analysis
	ok   bool // false if the analysis has ended
	err  error
}

// toggle turns the analysis on or off. To start the analysis, it calls the function
// `request` in a Cmd. The analysis ends when ctx is done.
func (an *analysis) toggle(ctx context.Context, request func(context.Context) (analysisSource, error)) tea.Cmd {
	if an.run != nil {
		an.run.cancel()
		an.run = nil
		return nil
	}
	j := &analysisRun{now: new(view.Analysis)}
	j.ctx, j.cancel = context.WithCancel(ctx)
	an.run = j
	return func() tea.Msg {
		from, err := request(j.ctx)
		if err != nil {
			return analysisMsg{j: j, err: err}
		}
		context.AfterFunc(j.ctx, from.Close)
		return j.next(from)
	}
}

// next returns a message that makes the program wait for the next state of the analysis.
func (j *analysisRun) next(from analysisSource) kit.WaitMsg {
	return kit.WaitMsg{For: from, Then: func() tea.Msg {
		now, ok := from.Take(j.ctx)
		return analysisMsg{j, from, now, ok, now.Err}
	}}
}

// received takes the next state of the analysis. If the analysis has failed, it turns it off
// and returns the reason.
func (an *analysis) received(msg analysisMsg) (intent, tea.Cmd) {
	switch j := an.run; {
	case j == nil || j != msg.j:
	case msg.err != nil:
		j.cancel()
		an.run = nil
		return refuse(msg.err.Error()), nil
	case msg.ok:
		j.from, j.now = msg.from, &msg.now
		return intent{}, func() tea.Msg { return j.next(msg.from) }
	}
	return intent{}, nil
}

// look tells the analysis the number of the move at which the viewer looks.
func (an *analysis) look(number int) {
	if an.run != nil && an.run.from != nil {
		an.run.from.Look(number)
	}
}

// newest returns the newest state of the analysis, or nil while the analysis is off.
func (an *analysis) newest() *view.Analysis {
	if an.run == nil {
		return nil
	}
	return an.run.now
}

// mistake returns the number of the next mistake, or of the previous one if `step` is -1. It
// returns 0 and a reason if there is none.
func (an *analysis) mistake(v seen, step int) (number int, why string) {
	if an.run == nil {
		return 0, "start the analysis first: press " + kit.KeyName(kit.FinishedKeys, kit.ShowAnalysis)
	}
	from := 0
	if v.back {
		from = v.at
	}
	if number := an.run.now.NextMistake(v.Moves, from, step); number != 0 {
		return number, ""
	}
	return 0, "no mistake found so far"
}

// judgementLine returns the judgement of the move that led to the position shown, or "" if
// there is none.
func judgementLine(s *scene.Scene) string {
	j := s.Judgement(s.At)
	if j == nil {
		return ""
	}
	return present.Assessed(present.MoveText(&s.View.Moves[j.Number-1]), present.WithMarks(j.Text), j)
}

// analysable reports whether there is a finished game to analyse.
func (v seen) analysable() bool {
	return v.words.CannotAssess() == "" && (v.reading() || v.Phase == table.Finished)
}

// analysisHint returns the hint for the key that starts the analysis, if the server has bots
// and the game can be analysed.
func (v seen) analysisHint(bots bool) []key.Help {
	if !v.analysable() || !bots || len(v.Moves) == 0 {
		return nil
	}
	return kit.HintsOf(kit.FinishedKeys, kit.ShowAnalysis)
}

// requestAnalysis returns a function that requests the analysis of the game at this table
// or, on an analysis board, of the annotated game that it shows.
func (t *Screen) requestAnalysis() func(context.Context) (analysisSource, error) {
	e, id, s, at := t.env, t.Id, t.Study, t.seen().at
	switch {
	case t.analyseWith != nil:
		return t.analyseWith
	case s == nil:
		return func(ctx context.Context) (analysisSource, error) { return e.Cfg.Lobby.Analyse(ctx, e.Me.ID, id, at) }
	}
	return func(ctx context.Context) (analysisSource, error) {
		return e.Cfg.Lobby.AnalyseSample(ctx, e.Me.ID, sampleOf(s.score), at)
	}
}

// toMistake shows the position after the next mistake, or after the previous one if `step`
// is -1.
func (t *Screen) toMistake(step int) tea.Cmd {
	number, why := t.analysis.mistake(t.seen(), step)
	if why != "" {
		return t.refuse(why, aboutTable)
	}
	t.look(number)
	return nil
}
