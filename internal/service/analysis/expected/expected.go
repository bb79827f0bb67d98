// Package expected converts the engine's evaluations of positions to expected scores.
//
// An evaluation in pawns says little about a move: the gain of a pawn decides an even game,
// but means nothing in a won game. [Score] returns the share of the points that a player
// can expect, from 0 to 1. It uses a table that was fitted to games of the engine against
// itself; docs/analysis.md has the command that makes the table.
package expected

import (
	_ "embed"
	"encoding/json"
	"math"

	"quadrille/internal/bot"
	"quadrille/rules"
)

// Curve is a logistic function that maps an evaluation to the expected score. Won and Lost
// are the expected scores when the search found a win or a loss.
type Curve struct {
	Low    float64 `json:"low"`    // limit of the expected score as the evaluation falls
	High   float64 `json:"high"`   // limit of the expected score as the evaluation rises
	Center float64 `json:"center"` // evaluation at which the score is halfway between Low and High, in hundredths of a pawn
	// steepness: at Center-Scale the score is at 27 % of the way from Low to High, and at Center+Scale at 73 %
	Scale     float64 `json:"scale"`
	Lost      float64 `json:"lost"`
	Won       float64 `json:"won"`
	Positions int     `json:"positions"` // number of positions to which the curve was fitted
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

// Table holds a curve for each form of a game (see [rules.Form]) and each number of seats in
// play.
type Table map[string]map[int]*Curve

//go:embed scores.json
var scoresJSON []byte

var scores = func() (t Table) {
	if err := json.Unmarshal(scoresJSON, &t); err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	return t
}()

// SeatsInPlay returns the number of seats in play, with which a [Table] is indexed. In team
// games it always returns 4, because the evaluation compares the teams.
func SeatsInPlay(v rules.Variant, p *rules.Position) int {
	if v.Facts().Teams() {
		return rules.SeatCount
	}
	return p.HasStake().Count()
}

// unknown is the curve that is used if scores.json has no curve for the game.
var unknown = &Curve{High: 1, Scale: 400, Won: 1}

// Score returns the share of the points that the side to act can expect, from 0 to 1, if its
// evaluation of the position is `value`. It leaves out the points that every player gets for
// certain in a game with fewer than four armies.
func Score(v rules.Variant, p *rules.Position, value int) float64 {
	curves := rules.FittedRow(scores, "expected", v)
	c := curves[SeatsInPlay(v, p)]
	if c == nil {
		return unknown.Score(value)
	}
	score := c.Score(value)
	if start := v.Start(); start.HasStake().Count() < rules.SeatCount {
		if first := curves[start.HasStake().Count()]; first != nil {
			score = max(0, (score-first.Lost)/(1-first.Lost))
		}
	}
	return score
}
