package forchess

import "quadrille/rules"

// The refusal reasons of Forchess. %[1]s is the subject, %[2]s the hint.
var (
	// MustRemove refuses a move while the player has to remove a piece. The hint is a legal
	// removal in plain notation.
	MustRemove = &rules.Reason{Code: "must-remove", Text: "you have no move: remove one of your pieces, for example %[2]s"}
	// NoRemoval refuses a removal while the player can move. The subject is the piece.
	NoRemoval = &rules.Reason{Code: "no-removal", Text: "%[1]s cannot be removed while any of your pieces can move"}
	// OtherRemoval refuses a removal while only other removals are legal. The subject is the
	// piece; the hint lists the legal removals.
	OtherRemoval = &rules.Reason{Code: "other-removal", Text: "%[1]s cannot be removed now; choose %[2]s"}
)
