package rules

// Evaluable is implemented by variants that provide what an engine needs, in addition to
// [Facts], to evaluate positions.
type Evaluable interface {
	// AttackTables returns the attack tables of the game's board.
	AttackTables() *AttackTables

	// LegalCaptures appends the actions of [Variant.Legal] for which IsCapture is true. A search
	// calls it more often than Legal.
	LegalCaptures(p *Position, into []Action) []Action

	// Promotes reports whether a pawn of the army promotes on a square.
	Promotes(a Army, on Square) bool

	// Weights returns the weights of the evaluation's terms.
	Weights() Weights
}

// IsCapture reports whether a legal action takes a piece on its destination or promotes a
// pawn. Captures en passant do not count.
func IsCapture(p *Position, a Action) bool {
	return a.Type == Move && (p.Board[a.To] != 0 || a.Promote != NoKind)
}

// Weights holds the weights of evaluation terms other than piece values, in hundredths of a
// pawn. A term with weight zero is not computed.
type Weights struct {
	// Mobility is the value of each square that a queen can reach. Each square that a rook
	// can reach counts twice as much, and each square that a bishop or knight can reach counts
	// four times as much.
	Mobility int
	// KingAttack is the value of each attack on a square next to a king. It is multiplied by
	// the number of armies that attack.
	KingAttack int
	// PawnAdvance is the bonus for a pawn that is one step from promotion. Pawns that are
	// farther away get smaller bonuses.
	PawnAdvance int
	// Frozen is the penalty for a seat whose checkmate can still end.
	Frozen int
	// Mated is the percentage by which the value of a seat's pieces is reduced while the
	// seat is in checkmate.
	Mated int
	// Threat is the least value of a partner's piece for which the search looks for threats: the
	// next opponent can capture it before the partner acts. Zero means that it does not look.
	Threat int
}
