package chess4

import "quadrille/rules"

// The refusal reasons of Chess4. %[1]s is the subject, %[2]s the hint.
var (
	// PawnCannotCapture refuses a capture by a pawn against which another army has kept an
	// en passant right (C12). The subject is the pawn's square.
	PawnCannotCapture = &rules.Reason{Code: "pawn-cannot-capture", Text: "the pawn on %[1]s may move but not capture while it can be captured en passant"}
	// CastlingAttacked refuses castling because a square is attacked. The subject is that
	// square.
	CastlingAttacked = &rules.Reason{Code: "castling-attacked", Text: "the king cannot castle while %[1]s is attacked"}
	// CannotChoose refuses the choice of an army. The subject is the army; the hint lists the
	// armies to choose from.
	CannotChoose = &rules.Reason{Code: "cannot-choose", Text: "army %[1]s cannot be chosen now; %[2]s"}
	// MustChoose refuses an action of a seat that must first choose which army to keep. The
	// hint lists the armies to choose from.
	MustChoose = &rules.Reason{Code: "must-choose", Text: "first choose which army to keep: %[2]s"}
)
