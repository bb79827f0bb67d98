package forchess

import "quadrille/rules"

// The reasons to refuse an action that only this game has.
var (
	// MustRemove has a removal, as it is written, as its hint.
	MustRemove = &rules.Reason{Code: "must-remove", Text: "you have no move: remove one of your pieces, for example %[2]s"}
	// NoRemoval names the man, whose player can move.
	NoRemoval = &rules.Reason{Code: "no-removal", Text: "%[1]s cannot be removed while any of your pieces can move"}
	// OtherRemoval names the man, and the removals that are open.
	OtherRemoval = &rules.Reason{Code: "other-removal", Text: "%[1]s cannot be removed now; choose %[2]s"}
)
