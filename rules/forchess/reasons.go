package forchess

import "quadrille/rules"

// The refusal reasons of Forchess.
var (
	// MustRemove refuses a move while the player has to remove a piece. %[2]s is a legal
	// removal in plain notation.
	MustRemove = &rules.Reason{Code: "must-remove", Text: "you have no move: remove one of your pieces, for example %[2]s"}
	// NoRemoval refuses the removal of the piece %[1]s while the player can move.
	NoRemoval = &rules.Reason{Code: "no-removal", Text: "%[1]s cannot be removed while any of your pieces can move"}
	// OtherRemoval refuses the removal of the piece %[1]s while only other removals are legal.
	// %[2]s lists them.
	OtherRemoval = &rules.Reason{Code: "other-removal", Text: "%[1]s cannot be removed now; choose %[2]s"}
)
