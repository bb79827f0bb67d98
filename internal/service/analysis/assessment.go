package analysis

import (
	"quadrille/internal/bot"
	"quadrille/internal/service/analysis/expected"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Thresholds of the judgements: a move is an inaccuracy, a mistake or a blunder if it loses
// at least this share of the points.
const (
	inaccuracyLoss = 0.06
	mistakeLoss    = 0.13
	blunderLoss    = 0.20
)

func judge(loss float64) view.Judgement {
	switch {
	case loss >= blunderLoss:
		return view.Blunder
	case loss >= mistakeLoss:
		return view.Mistake
	case loss >= inaccuracyLoss:
		return view.Inaccuracy
	}
	return view.Good
}

// The bot and [view.Assessment] have the same limit of evaluations.
var _ = [1]struct{}{}[bot.Decided-view.Decided]

// assess turns the engine's evaluation of the next action of g into an assessment, and plays
// the action.
func assess(g *rules.Game, m *table.MoveView, r *bot.MoveEvaluation) view.Assessment {
	a := view.Assessment{Number: m.Number, By: m.By, Played: m.Plain}
	before := g.Position
	if best := r.Best.Action; best.Type != rules.NoAction {
		a.HadChoice, a.Best, a.Before, a.After, a.Depth = true, best, r.Best.Value, r.Best.Value-r.Swing(), r.Best.Depth
		a.Plain = rules.Plain(g.Variant.Facts(), m.Seat, best)
		a.Text = a.Plain
		if n, ok := g.Variant.(rules.Notation); ok {
			a.Text = n.Write(&before, best)
		}
		a.ScoreBefore = expected.Score(g.Variant, &before, a.Before)
		a.ScoreAfter = expected.Score(g.Variant, &before, a.After)
		a.Judgement = judge(a.Loss())
	}
	effects, _ := g.Play(m.Action) // cannot fail: the action was played in the same position
	if beatsOpponent(g, &before, m.By, &effects) {
		a.Judgement = view.Good
	}
	return a
}

// beatsOpponent reports whether the last action checkmated or eliminated an opponent, or
// captured a king. Such a move is never called a mistake, even if another move was better.
func beatsOpponent(g *rules.Game, before *rules.Position, by rules.Seat, effects *rules.Effects) bool {
	if effects.Captured.IsPiece() && effects.Captured.Kind() == rules.King {
		return true
	}
	v, after := g.Variant, &g.Position
	beaten := v.Mated(after) &^ v.Mated(before)
	for seat := range (after.Out() &^ before.Out()).All() {
		if after.EliminatedBy[seat] == by {
			beaten = beaten.With(seat)
		}
	}
	for seat := range beaten.All() {
		if seat != by && !v.Facts().Partners(seat, by) {
			return true
		}
	}
	return false
}

// needsDeeperSearch reports whether a move seems to lose so much that it should be searched
// again, to greater depth.
func needsDeeperSearch(v rules.Variant, before *rules.Position, e bot.MoveEvaluation) bool {
	loss := expected.Score(v, before, e.Best.Value) - expected.Score(v, before, e.Value)
	return loss >= inaccuracyLoss
}
