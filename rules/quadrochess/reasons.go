package quadrochess

import "quadrille/rules"

// The reasons for which Quadrochess refuses an action.
var (
	// MovedAlready refuses to move a piece again that moved in the first half of this
	// double move. %[1]s is the piece.
	MovedAlready = &rules.Reason{Code: "moved-already", Text: "%[1]s has already moved in this double move"}
	// KingLeavesZone refuses a king's move across the border of its zone. %[1]s is the
	// king's square.
	KingLeavesZone = &rules.Reason{Code: "king-leaves-zone", Text: "the king on %[1]s cannot leave its half of the board"}
)
