package game

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
)

// judging is the analysis of a game that is over, as far as it is told. It is asked
// for by a key, and goes on until the key comes again or the screen goes.
type judging struct {
	ctx    context.Context
	cancel context.CancelFunc
	now    lobby.Analysis
	drawn  bool // beside the list of moves
}

// judgedMsg is news of an analysis.
type judgedMsg struct {
	j    *judging
	from kit.Analyst
	now  lobby.Analysis
	ok   bool // whether there may be more
	err  error
}

// switchJudging asks for an analysis, or has enough of it.
func (t *Screen) switchJudging() tea.Cmd {
	if t.judging != nil {
		t.judging.cancel()
		t.judging = nil
		return nil
	}
	j := &judging{}
	j.ctx, j.cancel = context.WithCancel(t.ctx)
	t.judging, t.Refusal = j, ""
	ask := t.analyst()
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
func (t *Screen) mayJudge() bool {
	return t.withNotes() || t.Study == nil && t.View.Phase == table.Finished
}

// analyst asks about the game of this table, or the one with notes.
func (t *Screen) analyst() func(context.Context) (kit.Analyst, error) {
	e, id := t.env, t.Id
	if t.Study == nil {
		return func(ctx context.Context) (kit.Analyst, error) { return e.Services.Judge(ctx, e.Me.ID, id) }
	}
	score := t.Study.Score
	return func(context.Context) (kit.Analyst, error) { return e.Services.JudgeSample(e.Me.ID, sampleOf(score)) }
}

// wait takes what there is to tell.
func (j *judging) wait(from kit.Analyst) tea.Msg {
	now, ok := from.Take(j.ctx)
	return judgedMsg{j, from, now, ok, now.Err}
}

func (t *Screen) judged(msg judgedMsg) tea.Cmd {
	switch j := t.judging; {
	case j == nil || j != msg.j:
		return nil
	case msg.err != nil:
		j.cancel()
		t.judging = nil
		return t.refuse(msg.err.Error())
	case !msg.ok:
		return nil
	default:
		j.now = msg.now
		return func() tea.Msg { return j.wait(msg.from) }
	}
}

// judgement is what is said of an action by its number, nil if nothing is yet, or
// there was nothing to weigh.
func (t *Screen) judgement(number int) *lobby.Judgement {
	if t.judging == nil {
		return nil
	}
	return t.judging.now.Of(t.View.Moves, number)
}

// What a move gave away, in hundredths of a pawn, for which it is marked in the list:
// once, and twice.
const slip, blunder = 100, 300

// judgeMark is behind a move that gave something away.
func (t *Screen) judgeMark(number int) string {
	switch j := t.judgement(number); {
	case j == nil || j.Swing() < slip:
		return ""
	case j.Swing() < blunder:
		return "?"
	}
	return "??"
}

// toNextSlip looks at the next move that gave something away, after the last at the
// first.
func (t *Screen) toNextSlip() tea.Cmd {
	n, from := len(t.View.Moves), 0
	if t.past.looking {
		from = t.past.at
	}
	for i := range n {
		if number := (from+i)%n + 1; t.judgeMark(number) != "" {
			t.look(number)
			return nil
		}
	}
	if t.judging == nil {
		return t.refuse("ask for an analysis first, with " + kit.KeyName(kit.AfterKeys, kit.JudgeGame))
	}
	return t.refuse("no move so far gave a pawn or more away")
}

// judgedLines are what the analysis says: how far it has come, and of the move that
// one looks at.
func (t *Screen) judgedLines() []string {
	if t.judging == nil {
		return nil
	}
	now := &t.judging.now
	lines := []string{fmt.Sprintf("Analysis: %d of %d moves", len(now.Judged), now.Moves)}
	if now.Moves == 0 {
		lines[0] = "Analysis: ..."
	} else if now.Whole() {
		lines[0] = "Analysis"
	}
	if j := t.judgement(t.LookedAt()); j != nil {
		return append(lines, judgedWords(t.View.Moves[j.Number-1].Text, j)...)
	}
	return append(lines, "Look back at a move, or go to", "a slip: "+kit.KeyName(kit.AfterKeys, kit.NextSlip))
}

// judgedWords are what is said of one move.
func judgedWords(text string, j *lobby.Judgement) []string {
	played := fmt.Sprintf("%s %s", text, lobby.Worth(j.After))
	if j.Right() {
		return []string{played, "nothing better was found"}
	}
	return []string{played, fmt.Sprintf("best %s %s", j.Text, lobby.Worth(j.Before)), "gave away " + j.SwingWord()}
}

// judgedHeight is the lines that the analysis takes of the list of moves.
const judgedHeight = 4

// drawJudged draws what the analysis says, and returns the lines used: none where
// the list of moves would have too little left.
func (t *Screen) drawJudged(g *board.Grid, x, y, width, height int) int {
	if t.judging == nil || height < judgedHeight+2 {
		return 0
	}
	t.judging.drawn = true
	for i, line := range t.judgedLines() {
		look := t.env.Styles.Text
		if i == 0 {
			look = t.env.Styles.Accent
		}
		g.Text(x, y+i, width, line, look)
	}
	return judgedHeight
}

// judgedLine is the same in one line, where there is no room for more.
func (t *Screen) judgedLine() string {
	j := t.judgement(t.LookedAt())
	if j == nil || t.judging.drawn {
		return ""
	}
	line := fmt.Sprintf("%s: %s", t.View.Moves[j.Number-1].Text, lobby.Worth(j.After))
	if !j.Right() {
		line += fmt.Sprintf("; best %s %s, gave away %s", j.Text, lobby.Worth(j.Before), j.SwingWord())
	}
	return line
}

// judgingHint is the key for an analysis, where there is one.
func (t *Screen) judgingHint() [][2]string {
	if !t.mayJudge() || !t.env.Services.Bots() || len(t.View.Moves) == 0 {
		return nil
	}
	return kit.HintsOf(kit.AfterKeys, kit.JudgeGame)
}
