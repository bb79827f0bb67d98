package verney

import "quadrille/rules"

// InertMan names the square aimed at, and the army, which is in checkmate.
var InertPiece = &rules.Reason{Code: "inert-piece", Text: "the piece on %[1]s cannot be captured: %[2]s is in checkmate, so its pieces are inert"}
