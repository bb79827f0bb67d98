package quadrochess

import "quadrille/rules"

// The reasons to refuse an action that only this game has.
var (
	// MovedAlready names the man, which moved in the first half of this double move.
	MovedAlready = &rules.Reason{Code: "moved-already", Text: "%[1]s has already moved in this double move"}
	// KingAtHome names the king's square; a king does not leave its part of the board.
	KingLeavesZone = &rules.Reason{Code: "king-leaves-zone", Text: "the king on %[1]s cannot leave its half of the board"}
)
