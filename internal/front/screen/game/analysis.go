package game

import (
	"context"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// analysis shows the analysis of a finished game.
type analysis struct {
	t     *Screen
	run   *analysisRun                                  // nil while the analysis is off
	drawn bool                                          // whether the panel has enough lines for the analysis
	ask   func(context.Context) (analysisSource, error) // if not nil, requests the analysis; only tests set it, to replace the lobby
}

// analysisRun is a running or finished analysis. It is cancelled when the viewer turns it
// off or leaves the screen.
type analysisRun struct {
	ctx    context.Context
	cancel context.CancelFunc
	now    *view.Analysis // the last received state of the analysis
}

// analysisSource reports the progress of an analysis.
type analysisSource = kit.Watcher[view.Analysis]

// analysisMsg carries the next state of an analysis.
type analysisMsg struct {
	j    *analysisRun
	from analysisSource
	now  view.Analysis
	ok   bool // false if the analysis has ended
	err  error
}

// toggle turns the analysis on or off.
func (an *analysis) toggle() tea.Cmd {
	if an.run != nil {
		an.run.cancel()
		an.run = nil
		return nil
	}
	j := &analysisRun{now: new(view.Analysis)}
	j.ctx, j.cancel = context.WithCancel(an.t.ctx)
	an.run = j
	an.t.Input.refuse("")
	ask := an.source()
	return func() tea.Msg {
		from, err := ask(j.ctx)
		if err != nil {
			return analysisMsg{j: j, err: err}
		}
		context.AfterFunc(j.ctx, from.Close)
		return j.next(from)
	}
}

// available reports whether there is a finished game to analyse.
func (an *analysis) available() bool {
	return an.t.lesson.withNotes() || an.t.Study == nil && an.t.View.Phase == table.Finished
}

// source returns a function that requests the analysis of the game at this table or, on a
// study board, of the annotated game that it shows.
func (an *analysis) source() func(context.Context) (analysisSource, error) {
	if an.ask != nil {
		return an.ask
	}
	e, id := an.t.env, an.t.Id
	if an.t.Study == nil {
		return func(ctx context.Context) (analysisSource, error) { return e.Cfg.Lobby.Analyse(ctx, e.Me.ID, id) }
	}
	score := an.t.Study.score
	return func(ctx context.Context) (analysisSource, error) {
		return e.Cfg.Lobby.AnalyseSample(ctx, e.Me.ID, sampleOf(score))
	}
}

// next returns a message that makes the program wait for the next state of the analysis.
func (j *analysisRun) next(from analysisSource) kit.WaitMsg {
	return kit.WaitMsg{For: from, Then: func() tea.Msg {
		now, ok := from.Take(j.ctx)
		return analysisMsg{j, from, now, ok, now.Err}
	}}
}

func (an *analysis) received(msg analysisMsg) tea.Cmd {
	switch j := an.run; {
	case j == nil || j != msg.j:
		return nil
	case msg.err != nil:
		j.cancel()
		an.run = nil
		return an.t.Link.refuse(msg.err.Error())
	case !msg.ok:
		return nil
	default:
		j.now = &msg.now
		return func() tea.Msg { return j.next(msg.from) }
	}
}

// newest returns the newest state of the analysis, or nil while the analysis is off.
func (an *analysis) newest() *view.Analysis {
	if an.run == nil {
		return nil
	}
	return an.run.now
}

// toMistake shows the position after the next mistake, or after the previous one if `step`
// is -1. The search wraps around at the start and the end of the game.
func (an *analysis) toMistake(step int) tea.Cmd {
	s := an.t.Picture()
	n, from := len(an.t.View.Moves), 0
	if an.t.History.back() {
		from = an.t.History.LookedAt()
	}
	for i := 1; i <= n; i++ {
		number := (from+step*i-1+2*n)%n + 1
		if j := s.Judgement(number); j != nil && j.Judgement >= view.Mistake {
			an.t.History.look(number)
			return nil
		}
	}
	if an.run == nil {
		return an.t.Link.refuse("start the analysis first: press " + kit.KeyName(kit.FinishedKeys, kit.ShowAnalysis))
	}
	return an.t.Link.refuse("no mistake found so far")
}

// line returns the judgement of the move that led to the position shown. It returns "" if
// the panel shows the analysis.
func (an *analysis) line() string {
	if an.run == nil || an.drawn {
		return ""
	}
	s := an.t.Picture()
	j := s.Judgement(s.At)
	if j == nil {
		return ""
	}
	line := fmt.Sprintf("%s: %s", an.t.View.Moves[j.Number-1].Text, view.FormatValue(j.After))
	if !j.PlayedBest() {
		line += fmt.Sprintf("; best %s %s; %s", j.Text, view.FormatValue(j.Before), j.LossText())
	}
	return line
}

// hint returns the hint for the key that starts the analysis, if the game can be analysed.
func (an *analysis) hint() []key.Help {
	if !an.available() || !an.t.env.Cfg.Lobby.Bots() || len(an.t.View.Moves) == 0 {
		return nil
	}
	return kit.HintsOf(kit.FinishedKeys, kit.ShowAnalysis)
}
