package verney

import "quadrille/rules"

// InertPiece refuses the capture of a piece whose army is in checkmate. The subject is the
// piece's square, the hint its army.
var InertPiece = &rules.Reason{Code: "inert-piece", Text: "you cannot capture the piece on %[1]s: it is inert, as %[2]s is in checkmate"}
