package analysis

import (
	"fmt"

	"quadrille/internal/bot"
	"quadrille/internal/service/analysis/expected"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Decided is the greatest evaluation of an undecided game. A value above Decided means that
// the search found a win, and a value below -Decided means that it found a loss.
const Decided = bot.Decided

// Judgement says how bad a move was.
type Judgement uint8

// The judgements, from good to worst.
const (
	Good Judgement = iota
	Inaccuracy
	Mistake
	Blunder
)

// Thresholds of the judgements: a move is an inaccuracy, a mistake or a blunder if it loses
// at least this share of the points.
const (
	inaccuracyLoss = 0.06
	mistakeLoss    = 0.13
	blunderLoss    = 0.20
)

func judge(loss float64) Judgement {
	switch {
	case loss >= blunderLoss:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	case loss >= inaccuracyLoss:
		return Inaccuracy
	}
	return Good
}

// String returns the judgement as a word, such as "blunder".
func (j Judgement) String() string { return [...]string{"good", "inaccuracy", "mistake", "blunder"}[j] }

// Mark returns the annotation symbol that is written after a move, or "" for a good move.
func (j Judgement) Mark() string { return [...]string{"", "?!", "?", "??"}[j] }

// Assessment is the analysis of one action of a game. Values are in hundredths of a pawn,
// for the side that acted; see [Decided]. Scores are shares of the points that this side can
// expect, from 0 to 1.
type Assessment struct {
	Number    int        // number of the action in the game, counting from 1
	By        rules.Seat // the seat that acted
	Played    string     // the action, in plain notation
	HadChoice bool       // whether the action is a board action; if it is not (a resignation, for example), the fields below are zero
	Best      rules.Action
	Plain     string // the best action, in plain notation
	Text      string // the best action, in the notation of the game
	Before    int    // value of the best action
	After     int    // value of the action played
	Depth     int    // number of plies searched completely

	ScoreBefore float64 // expected score with the best action
	ScoreAfter  float64 // expected score with the action played
	Judgement   Judgement
}

// Loss returns by how much the action lowered the expected score.
func (a *Assessment) Loss() float64 { return a.ScoreBefore - a.ScoreAfter }

// Swing returns by how much the action played is worse than the best action.
func (a *Assessment) Swing() int { return a.Before - a.After }

// PlayedBest reports whether the search found nothing better than the action played.
func (a *Assessment) PlayedBest() bool { return a.Plain == a.Played }

// FormatValue formats a value, for example as "+1.25", "won" or "lost".
func FormatValue(value int) string {
	switch {
	case value > Decided:
		return "won"
	case value < -Decided:
		return "lost"
	}
	return fmt.Sprintf("%+.2f", float64(value)/100)
}

// FormatScore formats an expected score, for example as "62%".
func FormatScore(score float64) string { return fmt.Sprintf("%.0f%%", 100*score) }

// LossText describes the judgement of a move that was not the best move, for example as
// "blunder, expected score from 62% to 14%".
func (a *Assessment) LossText() string {
	text := fmt.Sprintf("expected score from %s to %s", FormatScore(a.ScoreBefore), FormatScore(a.ScoreAfter))
	if a.Judgement == Good {
		return text
	}
	return a.Judgement.String() + ", " + text
}

// assess turns the engine's evaluation of the next action of g into an assessment, and plays
// the action.
func assess(g *rules.Game, m *table.MoveView, r *bot.MoveEvaluation) Assessment {
	a := Assessment{Number: m.Number, By: m.By, Played: m.Plain}
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
		a.Judgement = Good
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
	for seat := range (after.Eliminated() &^ before.Eliminated()).All() {
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
