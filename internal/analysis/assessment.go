package analysis

import (
	"fmt"

	"quadrille/internal/bot"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Decided is greater than the absolute value of any evaluation. A greater value means that
// the search found a win, a value below -Decided that it found a loss.
const Decided = bot.Decided

// Assessment is the analysis of one action of a game. Values are in hundredths of a pawn,
// for the side that acted; see [Decided].
type Assessment struct {
	Number    int        // number of the action in the game, from 1
	By        rules.Seat // the seat that acted
	Played    string     // the action, in plain notation
	HadChoice bool       // false for a resignation and other actions off the board, which have none of the fields below
	Best      rules.Action
	Plain     string // the best action, in plain notation
	Text      string // the best action, in the notation of the game
	Before    int    // value of the best action
	After     int    // value of the action played
	Depth     int    // plies searched completely
}

// Swing returns by how much the action is worse than the best one.
func (a *Assessment) Swing() int { return a.Before - a.After }

// PlayedBest reports whether the search found nothing better than the action played.
func (a *Assessment) PlayedBest() bool { return a.Plain == a.Played }

// FormatValue formats a value: "+1.25", "won" or "lost".
func FormatValue(value int) string {
	switch {
	case value > Decided:
		return "won"
	case value < -Decided:
		return "lost"
	}
	return fmt.Sprintf("%+.2f", float64(value)/100)
}

// SwingText formats the swing: "1.25", or "the game".
func (a *Assessment) SwingText() string {
	if a.Swing() > Decided {
		return "the game"
	}
	return fmt.Sprintf("%.2f", float64(a.Swing())/100)
}

// assess converts the engine's evaluation of the next action of g, and plays the action.
func assess(g *rules.Game, m *table.MoveView, r *bot.MoveEvaluation) Assessment {
	a := Assessment{Number: m.Number, By: m.By, Played: m.Plain}
	if best := r.Best.Action; best.Type != rules.NoAction {
		a.HadChoice, a.Best, a.Before, a.After, a.Depth = true, best, r.Best.Value, r.Best.Value-r.Swing(), r.Best.Depth
		a.Plain = rules.Plain(g.Variant.Facts(), m.Seat, best)
		a.Text = a.Plain
		if n, ok := g.Variant.(rules.Notation); ok {
			a.Text = n.Write(&g.Position, best)
		}
	}
	_, _ = g.Play(m.Action) // it was legal when it was played
	return a
}
