package records

import "quadrille/internal/refusal"

// Reasons why a search is refused. %[1]s is the word that is not understood.
var (
	// %[2]s lists the results
	NoSuchResult = &refusal.Reason{Code: "no-such-result", Text: "there is no result %[1]s; the results are: %[2]s"}
	NoDate       = &refusal.Reason{Code: "no-date", Text: "%[1]s is not a date; write a day (2026-11-21), a month (2026-11) or a year"}
	NoSuchField  = &refusal.Reason{Code: "no-such-field", Text: "cannot search for %[1]s; search for %[2]s"} // %[2]s lists the fields
)
