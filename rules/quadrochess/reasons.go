package quadrochess

import "quadrille/rules"

// The refusal reasons of Quadrochess. %[1]s is the subject, %[2]s the hint.
var (
	// MovedAlready refuses to move a piece again that moved in the first half of this
	// double move. The subject is the piece.
	MovedAlready = &rules.Reason{Code: "moved-already", Text: "%[1]s has already moved in this double move"}
	// KingLeavesZone refuses a king's move across the border. The subject is the king's
	// square.
	KingLeavesZone = &rules.Reason{Code: "king-leaves-zone", Text: "the king on %[1]s cannot leave its half of the board"}
)
