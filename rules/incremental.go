package rules

// Incremental is implemented by variants whose actions are applied faster with what is known about
// the position before them. A search applies far more actions than a game has.
type Incremental interface {
	// ApplyKnown does the same as [Variant.Apply]. It uses what k says about *src, and then sets k to
	// what it knows about *dst. dst and src must not be the same.
	ApplyKnown(dst, src *Position, a Action, k *Known) Effects
}

// Known holds what a search knows about a position. The zero value says that nothing is known.
type Known struct {
	Checks  bool              // whether Checked is known
	Checked Seats             // the seats in play whose king is attacked
	Free    [SeatCount]Square // for each seat, the square of a piece that could move, perhaps in an earlier position
}
