// Package expected converts evaluations of the engine to expected scores.
//
// An evaluation in pawns says little about a move: a pawn decides an even game and means
// nothing in a won one. [Score] returns the share of the points that a player can expect,
// from 0 to 1. Its table was fitted to games of the engine against itself; docs/bots.md has
// the command that makes it.
package expected

import (
	_ "embed"
	"encoding/json"
	"math"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Curve is the expected score as a function of the evaluation: a logistic function, and the
// scores of positions in which the search found the result.
type Curve struct {
	Low       float64 `json:"low"`    // score that very bad evaluations approach
	High      float64 `json:"high"`   // score that very good evaluations approach
	Center    float64 `json:"center"` // evaluation halfway between both, in hundredths of a pawn
	Scale     float64 `json:"scale"`  // evaluations that differ by this much from the center have 27 % or 73 % of the range
	Lost      float64 `json:"lost"`
	Won       float64 `json:"won"`
	Positions int     `json:"positions"` // number of positions that the curve was fitted to
}

// Score returns the expected score for an evaluation in hundredths of a pawn.
func (c *Curve) Score(value int) float64 {
	switch {
	case value > bot.Decided:
		return c.Won
	case value < -bot.Decided:
		return c.Lost
	}
	return c.Low + (c.High-c.Low)*c.logistic(float64(value))
}

func (c *Curve) logistic(value float64) float64 {
	return 1 / (1 + math.Exp(-(value-c.Center)/c.Scale))
}

// Table has a curve for each form of a game and each number of seats in play.
type Table map[string]map[int]*Curve

//go:embed scores.json
var scoresJSON []byte

var scores = func() (t Table) {
	if err := json.Unmarshal(scoresJSON, &t); err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	return t
}()

// Form returns the key of a variant in a [Table]: its name and the values of its options,
// without those that choose seats.
func Form(v rules.Variant) string {
	f := v.Facts()
	form := f.Name
	for i := range f.Options {
		if o := &f.Options[i]; changesPlay(f, o) {
			form += " " + o.Name + "=" + o.Value
		}
	}
	return form
}

// changesPlay reports whether an option changes what evaluations mean.
func changesPlay(f *rules.Facts, o *rules.Option) bool {
	if len(o.Choices) == 0 {
		return false
	}
	_, seat := f.Seat(o.Choices[0])
	return !seat
}

// SeatsInPlay returns the number of seats that selects a curve. With teams it is always the
// same, because evaluations then compare the teams.
func SeatsInPlay(v rules.Variant, p *rules.Position) int {
	if v.Facts().Teams() {
		return rules.SeatCount
	}
	return p.InPlay().Count()
}

// unknown is the curve of a form that the table does not have.
var unknown = &Curve{High: 1, Scale: 400, Won: 1}

// Score returns the share of the points that the side to act can expect in a position, from
// 0 to 1. value is the evaluation for that side.
func Score(v rules.Variant, p *rules.Position, value int) float64 {
	if c := scores[Form(v)][SeatsInPlay(v, p)]; c != nil {
		return c.Score(value)
	}
	return unknown.Score(value)
}
