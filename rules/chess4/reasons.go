package chess4

import "quadrille/rules"

// The refusal reasons of Chess4. In their texts, %[1]s stands for what was refused (the
// subject), and %[2]s for what would be correct (the hint).
var (
	// PawnCannotCapture refuses a capture by a pawn that may only move, because another army
	// still has the right to capture it en passant (C12). %[1]s is the pawn's square.
	PawnCannotCapture = &rules.Reason{
		Code: "pawn-cannot-capture",
		Text: "the pawn on %[1]s cannot capture while it can be captured en passant",
	}
	// CastlingAttacked refuses castling because the square %[1]s is attacked.
	CastlingAttacked = &rules.Reason{Code: "castling-attacked", Text: "the king cannot castle while %[1]s is attacked"}
	// CannotChoose refuses the choice of an army. %[1]s is the army, and %[2]s lists the
	// armies to choose from.
	CannotChoose = &rules.Reason{Code: "cannot-choose", Text: "army %[1]s cannot be chosen now; %[2]s"}
	// MustChoose refuses an action of a seat that must first choose which army to keep.
	// %[2]s lists the armies to choose from.
	MustChoose = &rules.Reason{Code: "must-choose", Text: "first choose which army to keep: %[2]s"}
)
