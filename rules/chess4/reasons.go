package chess4

import "quadrille/rules"

// The reasons to refuse an action that only this game has.
var (
	// PawnMayNotTake names the pawn's square: a kept right to take the pawn in passing stands (C12).
	PawnCannotCapture = &rules.Reason{Code: "pawn-cannot-capture", Text: "the pawn on %[1]s may move but not capture while it can be captured en passant"}
	// CastlingAttacked names the attacked square.
	CastlingAttacked = &rules.Reason{Code: "castling-attacked", Text: "the king cannot castle while %[1]s is attacked"}
	// NoChoice names the army that was chosen, and the armies to choose from.
	CannotChoose = &rules.Reason{Code: "cannot-choose", Text: "army %[1]s cannot be chosen now; %[2]s"}
	// MustChoose has the armies to choose from as its hint.
	MustChoose = &rules.Reason{Code: "must-choose", Text: "first choose which army to keep: %[2]s"}
)
