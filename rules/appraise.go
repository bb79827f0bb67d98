package rules

// Appraiser is a variant that tells a player who thinks ahead what only the game
// knows, besides its facts.
type Evaluable interface {
	// Reach is how the men attack.
	AttackTables() *AttackTables

	// Promotes reports whether a pawn of the army becomes a piece on a square.
	Promotes(a Army, on Square) bool

	// Weights is what counts besides the men's values.
	Weights() Weights
}

// Weights is what counts in a position besides the values of its men, in
// hundredths of a pawn. What is zero is not looked at.
type Weights struct {
	// Mobility is for a square that a queen can go to; twice that for a rook, and
	// four times for a bishop or a knight.
	Mobility int
	// Siege is for each attack on a square beside a king, times the number of
	// armies that make them.
	KingAttack int
	// Advance is for a pawn that promotes with its next step; less and less for
	// each step that it is farther off.
	PawnAdvance int
	// Frozen is against a seat in checkmate that may be released.
	Frozen int
	// Mated is the share of its army, in hundredths, that a seat has lost when its
	// mate stands.
	Mated int
}
