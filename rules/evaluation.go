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

// Weights holds the weights of the terms of an evaluation, in hundredths of a pawn.
type Weights struct {
	// Pieces is the value of each kind of piece. It may differ from [Facts.Values].
	Pieces [King + 1]int
	// Captured holds the gain of a capture of each kind of piece, for games in which it differs from
	// the value of the piece to its owner. If all are zero, a capture gains the value of the piece.
	Captured [King + 1]int
	// Mobility is the value of each square that a piece can reach, by the kind of the piece.
	// Only knights, bishops, rooks and queens have mobility.
	Mobility [King + 1]int
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

// MobilityOf returns weights of mobility for each kind of piece, if a square that a queen can
// reach has the given value. A rook's square counts twice as much, and the square of a bishop or
// a knight four times as much.
func MobilityOf(queen int) [King + 1]int {
	return [King + 1]int{Knight: 4 * queen, Bishop: 4 * queen, Rook: 2 * queen, Queen: queen}
}

// PieceValues returns the values of the pieces in hundredths of a pawn.
func (f *Facts) PieceValues() (values [King + 1]int) {
	for kind, value := range f.Values {
		values[kind] = 100 * value
	}
	return values
}
