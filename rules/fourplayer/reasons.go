package fourplayer

import "quadrille/rules"

// The refusal reasons of this game. In their texts, %[1]s stands for what was refused.
var (
	// CastlingAttacked refuses castling because the square %[1]s is attacked.
	CastlingAttacked = &rules.Reason{Code: "king-passes-attack", Text: "the king cannot castle while %[1]s is attacked"}
	// DeadPiece refuses a move of the dead piece on %[1]s.
	DeadPiece = &rules.Reason{Code: "dead-piece", Text: "the piece on %[1]s is dead and cannot move"}
)
