package analysis

import (
	"fmt"

	"quadrille/internal/bot"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Decided is less than any value at which the end is foreseen: below its negative a
// loss.
const Decided = bot.Decided

// Judgement is what an analysis says of one action of a game. Values are in
// hundredths of a pawn, for the side that acted: beyond [Decided] it saw the end.
type Judgement struct {
	Number  int        // of the action, from 1
	By      rules.Seat // who acted
	Played  string     // in plain notation
	Weighed bool       // whether there was something to choose on the board; else there is no more
	Best    rules.Action
	Plain   string // the best, in plain notation
	Text    string // and in the game's own
	Before  int    // what the best is worth
	After   int    // what was played is worth
	Depth   int    // plies looked ahead in full
}

// Swing is what the action gave away.
func (j *Judgement) Swing() int { return j.Before - j.After }

// Right reports whether nothing better was found than what was played.
func (j *Judgement) Right() bool { return j.Plain == j.Played }

// Worth is a value in words: "+1.25", or how the game ends for the side.
func Worth(value int) string {
	switch {
	case value > Decided:
		return "won"
	case value < -Decided:
		return "lost"
	}
	return fmt.Sprintf("%+.2f", float64(value)/100)
}

// SwingWord is what was given away, in words.
func (j *Judgement) SwingWord() string {
	if j.Swing() > Decided {
		return "the game"
	}
	return fmt.Sprintf("%.2f", float64(j.Swing())/100)
}

// judge words a remark on an action of a game that stands before it, and plays it.
func judge(g *rules.Game, m *table.MoveView, r *bot.Remark) Judgement {
	j := Judgement{Number: m.Number, By: m.By, Played: m.Plain}
	if best := r.Best.Action; best.Type != rules.NoAction {
		j.Weighed, j.Best, j.Before, j.After, j.Depth = true, best, r.Best.Value, r.Best.Value-r.Swing(), r.Best.Depth
		j.Plain = rules.Plain(g.Variant.Facts(), m.Seat, best)
		j.Text = j.Plain
		if n, ok := g.Variant.(rules.Notation); ok {
			j.Text = n.Write(&g.Position, best)
		}
	}
	_, _ = g.Play(m.Action) // it was played once
	return j
}
