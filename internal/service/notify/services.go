package notify

import "quadrille/internal/refusal"

// Services groups the services of this package for front ends.
type Services struct {
	Board   *Board
	Reports *Reports
	Hooks   *Webhooks
}

// Reasons to refuse a report.
var (
	NeedsAccount = &refusal.Reason{
		Code: "needs-account",
		Text: "you need an account to report somebody; connect with a key and choose a name",
	}
	NoSuchPerson = &refusal.Reason{Code: "no-such-person", Text: "nobody here has that name; write the name as it is shown"}
	Oneself      = &refusal.Reason{Code: "reports-oneself", Text: "you cannot report yourself; name another person"}
	NoPerson     = &refusal.Reason{Code: "no-person", Text: "bots of the server cannot be reported; name a person or a bot account"}
	ManyReports  = &refusal.Reason{Code: "too-many-reports", Text: "you have sent %[1]s reports; wait %[2]s minutes before the next"}
	TooManyOpen  = &refusal.Reason{Code: "reports-full", Text: "too many reports wait for the moderators; try again tomorrow"}
)
