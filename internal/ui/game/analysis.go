package game

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	analyses "quadrille/internal/analysis"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// analysis shows the analysis of a finished game.
type analysis struct {
	t       *Screen
	judging *judging                               // nil unless the game is analysed
	ask     func(context.Context) (analyst, error) // nil: the lobby is asked
}

// judging is the analysis of a game that is over, as far as it is told. It is asked
// for by a key, and goes on until the key comes again or the screen goes.
type judging struct {
	env    *kit.Env
	ctx    context.Context
	cancel context.CancelFunc
	now    analyses.Analysis
	drawn  bool // beside the list of moves
}

// analyst is what gives an analysis, as far as it has come.
type analyst = kit.Watcher[analyses.Analysis]

// judgedMsg is news of an analysis.
type judgedMsg struct {
	j    *judging
	from analyst
	now  analyses.Analysis
	ok   bool // whether there may be more
	err  error
}

// switchJudging asks for an analysis, or has enough of it.
func (an *analysis) switchJudging() tea.Cmd {
	if an.judging != nil {
		an.judging.cancel()
		an.judging = nil
		return nil
	}
	j := &judging{env: an.t.env}
	j.ctx, j.cancel = context.WithCancel(an.t.ctx)
	an.judging, an.t.Input.Refusal = j, ""
	ask := an.source()
	return func() tea.Msg {
		from, err := ask(j.ctx)
		if err != nil {
			return judgedMsg{j: j, err: err}
		}
		context.AfterFunc(j.ctx, from.Close)
		return j.wait(from)
	}
}

// mayJudge reports whether there is a game to be analysed.
func (an *analysis) mayJudge() bool {
	return an.t.lesson.withNotes() || an.t.Study == nil && an.t.View.Phase == table.Finished
}

// source asks about the game of this table, or the one with notes.
func (an *analysis) source() func(context.Context) (analyst, error) {
	if an.ask != nil {
		return an.ask
	}
	e, id := an.t.env, an.t.Id
	if an.t.Study == nil {
		return func(ctx context.Context) (analyst, error) { return e.Cfg.Lobby.Analyse(ctx, e.Me.ID, id) }
	}
	score := an.t.Study.score
	return func(context.Context) (analyst, error) { return e.Cfg.Lobby.AnalyseSample(e.Me.ID, sampleOf(score)) }
}

// wait takes what there is to tell.
func (j *judging) wait(from analyst) tea.Msg {
	now, ok := kit.Take(j.ctx, j.env, from)
	return judgedMsg{j, from, now, ok, now.Err}
}

func (an *analysis) judged(msg judgedMsg) tea.Cmd {
	switch j := an.judging; {
	case j == nil || j != msg.j:
		return nil
	case msg.err != nil:
		j.cancel()
		an.judging = nil
		return an.t.Link.refuse(msg.err.Error())
	case !msg.ok:
		return nil
	default:
		j.now = msg.now
		return func() tea.Msg { return j.wait(msg.from) }
	}
}

// judgement is what is said of an action by its number, nil if nothing is yet, or
// there was nothing to weigh.
func (an *analysis) judgement(number int) *analyses.Judgement {
	if an.judging == nil {
		return nil
	}
	return an.judging.now.Of(an.t.View.Moves, number)
}

// What a move gave away, in hundredths of a pawn, for which it is marked in the list:
// once, and twice.
const slip, blunder = 100, 300

// judgeMark is behind a move that gave something away.
func (an *analysis) judgeMark(number int) string {
	switch j := an.judgement(number); {
	case j == nil || j.Swing() < slip:
		return ""
	case j.Swing() < blunder:
		return "?"
	}
	return "??"
}

// toNextSlip looks at the next move that gave something away, after the last at the
// first.
func (an *analysis) toNextSlip() tea.Cmd {
	n, from := len(an.t.View.Moves), 0
	if an.t.History.past.looking {
		from = an.t.History.past.at
	}
	for i := range n {
		if number := (from+i)%n + 1; an.judgeMark(number) != "" {
			an.t.History.look(number)
			return nil
		}
	}
	if an.judging == nil {
		return an.t.Link.refuse("ask for an analysis first, with " + kit.KeyName(kit.AfterKeys, kit.JudgeGame))
	}
	return an.t.Link.refuse("no move so far gave a pawn or more away")
}

// judgedLines are what the analysis says: how far it has come, and of the move that
// one looks at.
func (an *analysis) judgedLines() []string {
	if an.judging == nil {
		return nil
	}
	now := &an.judging.now
	lines := []string{fmt.Sprintf("Analysis: %d of %d moves", len(now.Judged), now.Moves)}
	if now.Moves == 0 {
		lines[0] = "Analysis: ..."
	} else if now.Whole() {
		lines[0] = "Analysis"
	}
	if j := an.judgement(an.t.History.LookedAt()); j != nil {
		return append(lines, judgedWords(an.t.View.Moves[j.Number-1].Text, j)...)
	}
	return append(lines, "Look back at a move, or go to", "a slip: "+kit.KeyName(kit.AfterKeys, kit.NextSlip))
}

// judgedWords are what is said of one move.
func judgedWords(text string, j *analyses.Judgement) []string {
	played := fmt.Sprintf("%s %s", text, analyses.Worth(j.After))
	if j.Right() {
		return []string{played, "nothing better was found"}
	}
	return []string{played, fmt.Sprintf("best %s %s", j.Text, analyses.Worth(j.Before)), "gave away " + j.SwingWord()}
}

// judgedHeight is the lines that the analysis takes of the list of moves.
const judgedHeight = 4

// drawJudged draws what the analysis says, and returns the lines used: none where
// the list of moves would have too little left.
func (an *analysis) drawJudged(g *board.Grid, x, y, width, height int) int {
	if an.judging == nil || height < judgedHeight+2 {
		return 0
	}
	an.judging.drawn = true
	for i, line := range an.judgedLines() {
		look := an.t.env.Styles.Text
		if i == 0 {
			look = an.t.env.Styles.Accent
		}
		g.Text(x, y+i, width, line, look)
	}
	return judgedHeight
}

// judgedLine is the same in one line, where there is no room for more.
func (an *analysis) judgedLine() string {
	j := an.judgement(an.t.History.LookedAt())
	if j == nil || an.judging.drawn {
		return ""
	}
	line := fmt.Sprintf("%s: %s", an.t.View.Moves[j.Number-1].Text, analyses.Worth(j.After))
	if !j.Right() {
		line += fmt.Sprintf("; best %s %s, gave away %s", j.Text, analyses.Worth(j.Before), j.SwingWord())
	}
	return line
}

// judgingHint is the key for an analysis, where there is one.
func (an *analysis) judgingHint() [][2]string {
	if !an.mayJudge() || !an.t.env.Cfg.Lobby.Bots() || len(an.t.View.Moves) == 0 {
		return nil
	}
	return kit.HintsOf(kit.AfterKeys, kit.JudgeGame)
}
