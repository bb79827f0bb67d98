package verney

import "quadrille/rules"

// InertPiece refuses the capture of a piece whose army is in checkmate. %[1]s is the
// piece's square, and %[2]s is the army.
var InertPiece = &rules.Reason{Code: "inert-piece", Text: "the piece on %[1]s cannot be captured: %[2]s is in checkmate"}
