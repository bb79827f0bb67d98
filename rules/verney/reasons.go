package verney

import "quadrille/rules"

// InertMan names the square aimed at, and the army, which is in checkmate.
var InertPiece = &rules.Reason{Code: "inert-piece", Text: "the man on %[1]s cannot be taken: %[2]s is in checkmate, and its men are inert"}
