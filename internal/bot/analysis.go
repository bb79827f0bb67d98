package bot

import (
	"context"

	"quadrille/rules"
)

// MoveEvaluation compares the action that was played with the best action. Values are in
// hundredths of a pawn, for the side that acted.
type MoveEvaluation struct {
	Played rules.Action
	Best   Choice // zero if nobody chose a board action: for a resignation, and for an action drawn by lot
	Value  int    // value of the action played
}

// Swing returns by how much the action played is worse than the best action. It is never
// negative.
func (r MoveEvaluation) Swing() int { return max(0, r.Best.Value-r.Value) }

// AnalysisLimits configures the searches of [Pool.Analyse].
type AnalysisLimits struct {
	Limits
	// Deepen reports whether to repeat the searches for a move with deepenFactor times the
	// nodes. If it is nil, no search is repeated.
	Deepen func(before *rules.Position, e MoveEvaluation) bool
}

const deepenFactor = 4

// Analyse plays the actions in g one after the other, and calls `report` with the evaluation
// of each. The limits apply to each search, except Careful, Keep and Method. The same game and limits
// give the same evaluations. Searches for bots at tables take priority; see [Pool.ChooseInBackground].
// Analyse stops when the context is done.
func (p *Pool) Analyse(ctx context.Context, g *rules.Game, actions []rules.Action, l AnalysisLimits, report func(MoveEvaluation)) error {
	for _, a := range actions {
		if err := g.Validate(a); err != nil {
			return err
		}
		r := MoveEvaluation{Played: a}
		if a.IsBoardAction() && !rules.ByLot(g.Variant, &g.Position) {
			err := p.evaluateMove(ctx, g, l.Limits, &r)
			if err == nil && l.Deepen != nil && l.Deepen(&g.Position, r) {
				deeper := l.Limits
				deeper.Nodes *= deepenFactor
				err = p.evaluateMove(ctx, g, deeper, &r)
			}
			if err != nil {
				return err
			}
		}
		if _, err := g.Play(a); err != nil {
			return err
		}
		report(r)
	}
	return nil
}

func (p *Pool) evaluateMove(ctx context.Context, g *rules.Game, l Limits, r *MoveEvaluation) (err error) {
	l.Careful, l.Keep, l.Method = true, false, BestReply
	if r.Best, err = p.ChooseInBackground(ctx, g, l); err != nil {
		return err
	}
	if r.Value = r.Best.Value; r.Best.Action == r.Played {
		return nil
	}
	l.Depth, l.Only = r.Best.Depth, r.Played
	played, err := p.ChooseInBackground(ctx, g, l)
	// the action played is at least as good as Best, so report it as the best one
	if r.Value = played.Value; err == nil && r.Value >= r.Best.Value {
		r.Best.Action, r.Best.Value = r.Played, r.Value
	}
	return err
}
