package placement

import (
	"math"

	"quadrille/rules"
)

// The features of an action.
const (
	isCapture   = iota // 1 if the action captures a piece of another seat
	gain               // value of the captured piece, plus what a promotion gains, in pawns
	net                // the feature `gain`, minus the value of the moving piece if opponents attack the destination; at least 0
	takesKing          // 1 if the action captures a king
	risk               // value of the moving piece if opponents attack the destination
	cheapRisk          // by how much the moving piece is more valuable than the cheapest opposing piece that attacks the destination
	escape             // loss that the move avoids, if opponents can capture the piece on its present square
	kingMove           // 1 for a move of a king
	pawnMove           // 1 for a move of a pawn
	development        // 1 for a move of a piece other than a king or pawn, if the features `gain` and `escape` are 0
	otherAction        // 1 for an action that is not a move
	policyCount
)

var policyNames = [policyCount]string{
	"is-capture", "gain", "net", "takes-king", "risk", "cheap-risk", "escape", "king-move", "pawn-move", "development", "other-action",
}

type actionFeatures [policyCount]float32

// maxGain limits the value of a captured piece, so that a king, the only piece with a greater
// value, counts as maxGain.
const maxGain = 12

// Policy estimates which actions are good. It handles one position at a time, and is not safe
// for concurrent use.
type Policy struct {
	model  *Model
	scan   scan
	owners [rules.SeatCount]rules.Seat
	actor  rules.Seat
}

// NewPolicy returns a policy that uses a model.
func (m *Model) NewPolicy() *Policy { return &Policy{model: m} }

// Begin prepares the policy for a position. The parameter `actor` is the seat that acts next.
func (y *Policy) Begin(p *rules.Position, actor rules.Seat) {
	y.owners, y.actor = y.model.owners(p), actor
	y.scan = scan{}
	y.model.scanAttacks(&y.scan, p, y.owners)
}

// Prior returns a number that is proportional to the estimated probability that an action is
// the best one.
func (y *Policy) Prior(p *rules.Position, a rules.Action) float32 {
	f := y.features(p, a)
	logit := float32(0)
	for i, w := range y.model.policy {
		logit += w * f[i]
	}
	return float32(math.Exp(float64(logit)))
}

func (y *Policy) features(p *rules.Position, a rules.Action) (f actionFeatures) {
	if a.Type != rules.Move {
		f[otherAction] = 1
		return f
	}
	moved := p.Board[a.From]
	value := int(y.model.value[moved.Kind()])
	won := 0
	if captured := p.Board[a.To]; captured.IsPiece() && y.isLiving(p, captured) {
		won = y.model.capturedValue(captured)
		f[isCapture] = 1
		if captured.Kind() == rules.King {
			f[takesKing] = 1
		}
	}
	if a.Promote != rules.NoKind {
		won += int(y.model.value[a.Promote]) - value
	}
	if attacker := y.scan.cheapestOpponent(a.From, y.actor); attacker != 0 && moved.Kind() != rules.King {
		loss := value
		if y.scan.least[a.From][y.actor&3] != 0 {
			loss -= attacker
		}
		f[escape] = float32(max(0, loss))
	}
	f[gain], f[net] = float32(won), float32(won)
	if attacker := y.scan.cheapestOpponent(a.To, y.actor); attacker != 0 && moved.Kind() != rules.King {
		f[risk] = float32(value)
		f[cheapRisk] = float32(max(0, value-attacker))
		f[net] = float32(max(0, won-value))
	}
	switch kind := moved.Kind(); {
	case kind == rules.King:
		f[kingMove] = 1
	case kind == rules.Pawn:
		f[pawnMove] = 1
	case won == 0 && f[escape] == 0:
		f[development] = 1
	}
	return f
}

// isLiving reports whether a piece attacks, or would if it were not pinned.
func (y *Policy) isLiving(p *rules.Position, piece rules.Piece) bool {
	army := piece.Army() & 3
	return y.owners[army] != rules.NoSeat || p.State[army] == rules.Walking && piece.Kind() == rules.King
}

// Features returns the values of the features of an action, in the order of PolicyNames.
func (y *Policy) Features(p *rules.Position, a rules.Action) (list []float64) {
	for _, x := range y.features(p, a) {
		list = append(list, float64(x))
	}
	return list
}

// PolicyNames returns the names of the features of actions.
func PolicyNames() []string { return policyNames[:] }
