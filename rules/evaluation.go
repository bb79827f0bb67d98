package rules

// Evaluable is implemented by variants that supply what an engine needs, in addition to
// [Facts], to evaluate positions.
type Evaluable interface {
	// AttackTables returns the attack tables of the game's board.
	AttackTables() *AttackTables

	// Promotes reports whether a pawn of the army promotes on a square.
	Promotes(a Army, on Square) bool

	// Weights returns the weights of the evaluation's terms.
	Weights() Weights
}

// Weights are the weights of evaluation terms other than piece values, in hundredths of a
// pawn. A term whose weight is zero is not computed.
type Weights struct {
	// Mobility is the value of each square that a queen can reach. A rook's squares count
	// twice as much, a bishop's and a knight's four times.
	Mobility int
	// KingAttack is the value of each attack on a square next to a king. It is multiplied by
	// the number of armies that attack.
	KingAttack int
	// PawnAdvance is the value of a pawn that is one step from promotion. The value falls
	// with each step farther away.
	PawnAdvance int
	// Frozen is the penalty for a seat in checkmate that may still be released.
	Frozen int
	// Mated is the percentage of its army's value that a mated seat is considered to have
	// lost.
	Mated int
}
