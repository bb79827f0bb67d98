package placement

import (
	_ "embed"
	"encoding/json"
	"math"

	"quadrille/rules"
)

// Weights holds the weight of each feature, by the name of the feature.
type Weights map[string]float64

// Fitted holds the weights for a form of a game. Its field Strength holds the weights of the
// features of a seat, for each number of seats in play. Its field Policy holds the weights
// of the features of an action.
type Fitted struct {
	Strength map[int]Weights `json:"strength"`
	Policy   Weights         `json:"policy"`
}

// Table holds the weights for each form of a game; see [rules.Form].
type Table map[string]*Fitted

//go:embed weights.json
var weightsJSON []byte

var fitted = func() (t Table) {
	if err := json.Unmarshal(weightsJSON, &t); err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	return t
}()

// The weights for a form of a game (see [rules.Form]) that is missing from weights.json.
var (
	plainStrength = Weights{"log-material": 1, "share": 3, "loss-before": -0.05, "in-check": -0.3, "standing": 0.06}
	plainPolicy   = Weights{"is-capture": 0.3, "net": 0.25, "takes-king": 2, "cheap-risk": -0.1, "escape": 0.1}
)

// Model predicts the scores of the seats in a variant that is a free-for-all. Any number of
// goroutines may use it.
type Model struct {
	board
	variant rules.Variant
	points  bool                          // whether points decide the places, so that a seat that has left can win
	payoffs [rules.SeatCount]float64      // score for finishing first, second and so on, as a share of the winner's score
	top     float64                       // the winner's score in sixths of a point
	policy  actionFeatures                // weights
	weights [rules.SeatCount + 1]features // weights of the features, indexed by the number of seats in play
}

// New returns the model of a variant. It returns nil if the variant is not a free-for-all, or
// if it does not implement [rules.Evaluable].
func New(v rules.Variant) *Model {
	e, ok := v.(rules.Evaluable)
	if !ok || v.Facts().Teams() {
		return nil
	}
	m := &Model{board: newBoard(v.Facts(), e), variant: v}
	_, m.points = v.(rules.Standing)
	m.setPayoffs(v)
	found := rules.FittedRow(fitted, "placement", v)
	if found == nil {
		found = &Fitted{}
	}
	for seats := range m.weights {
		setWeights(m.weights[seats][:], featureNames[:], found.Strength[seats], plainStrength)
	}
	setWeights(m.policy[:], policyNames[:], found.Policy, plainPolicy)
	return m
}

// setWeights stores in `list` the weights of the named features. If `weights` is nil, it
// takes them from `plain`.
func setWeights(list []float32, names []string, weights, plain Weights) {
	if weights == nil {
		weights = plain
	}
	for i, name := range names {
		list[i] = float32(weights[name])
	}
}

// setPayoffs sets the score of each place. To find the scores, it lets the seats resign one
// after the other, with different points, so that no two seats share a place.
func (m *Model) setPayoffs(v rules.Variant) {
	p := v.Start()
	if v.Facts().PointUnit > 0 {
		p.Points = [rules.SeatCount]uint16{0, 1, 2, 3}
	}
	for !p.Over() {
		v.Apply(&p, &p, rules.Action{Type: rules.Resign, Seat: p.MayAct().First()}) // the actor may have resigned, and walk
	}
	places := rules.Places(v.Facts(), &p)
	for _, sixths := range p.Outcome.Scores {
		m.top = max(m.top, float64(sixths))
	}
	for s, sixths := range p.Outcome.Scores {
		m.payoffs[places[s]-1] = float64(sixths) / m.top
	}
}

// Final returns the scores of the seats in a finished game, as shares of the winner's score.
func (m *Model) Final(p *rules.Position) (scores [rules.SeatCount]float32) {
	for s, sixths := range p.Outcome.Scores {
		scores[s] = float32(float64(sixths) / m.top)
	}
	return scores
}

// Expected returns the expected score of each seat in a game that is not over, as a share of
// the winner's score. The parameter `actor` is the seat that acts next.
func (m *Model) Expected(p *rules.Position, actor rules.Seat) (scores [rules.SeatCount]float32) {
	playing := m.Open(p)
	weights := &m.weights[p.HasStake().Count()]
	var seats [rules.SeatCount]features
	m.count(p, actor, &seats)
	m.addStanding(p, &seats)
	var chances [rules.SeatCount]float64
	least := m.leastStanding(&seats)
	for s := range chances {
		if playing.Has(rules.Seat(s)) {
			strength := float32(0)
			seats[s][standing] -= least
			for i, w := range weights {
				strength += w * seats[s][i]
			}
			chances[s] = math.Exp(float64(min(strength, maxStrength)))
		} else {
			scores[s] = float32(m.payoffs[placeOf(p, rules.Seat(s), playing)])
		}
	}
	m.distribute(chances, 0, 1, &scores)
	return scores
}

// Open returns the seats whose places are not decided yet: the seats in play or, if points decide
// the places, all seats.
func (m *Model) Open(p *rules.Position) rules.Seats {
	if m.points {
		return 1<<rules.SeatCount - 1
	}
	return p.HasStake()
}

// addStanding sets the feature `standing` of all seats.
func (m *Model) addStanding(p *rules.Position, seats *[rules.SeatCount]features) {
	if !m.points {
		return
	}
	for s, value := range rules.StandingOf(m.variant, p) {
		seats[s][standing] = float32(value) / 100
	}
}

// maxStrength limits the strength of a seat, so that its exponential is a finite number.
const maxStrength = 300

// leastStanding returns the least value of the feature `standing`. Only differences matter, and points
// may be many.
func (m *Model) leastStanding(seats *[rules.SeatCount]features) float32 {
	least := seats[0][standing]
	for s := range seats {
		least = min(least, seats[s][standing])
	}
	return least
}

// placeOf returns the place of an eliminated seat, counting from 0.
func placeOf(p *rules.Position, seat rules.Seat, playing rules.Seats) int {
	place := playing.Count()
	for other, order := range p.EliminationOrder {
		own := p.EliminationOrder[seat]
		if !playing.Has(rules.Seat(other)) && (order > own || order == own && rules.Seat(other) < seat) {
			place++
		}
	}
	return place
}

// distribute adds the expected payoffs of `place` and of all later places to `scores`. Only
// seats with chances above zero compete for these places. `probability` is the probability
// that these seats, and no others, are left.
func (m *Model) distribute(chances [rules.SeatCount]float64, place int, probability float64, scores *[rules.SeatCount]float32) {
	sum, worth := 0.0, 0.0
	for _, c := range chances {
		sum += c
	}
	for _, payoff := range m.payoffs[place:] {
		worth += payoff
	}
	if sum == 0 || worth == 0 {
		return
	}
	for s, c := range chances {
		if c == 0 {
			continue
		}
		here := probability * c / sum
		scores[s] += float32(here * m.payoffs[place])
		if place+1 < len(m.payoffs) {
			rest := chances
			rest[s] = 0
			m.distribute(rest, place+1, here, scores)
		}
	}
}

// Features returns the values of the features of each seat, in the order of FeatureNames.
func (m *Model) Features(p *rules.Position, actor rules.Seat) (seats [rules.SeatCount][]float64) {
	var counted [rules.SeatCount]features
	m.count(p, actor, &counted)
	m.addStanding(p, &counted)
	for s := range counted {
		for _, x := range counted[s] {
			seats[s] = append(seats[s], float64(x))
		}
	}
	return seats
}

// FeatureNames returns the names of the features.
func FeatureNames() []string { return featureNames[:] }
