package notify

import "quadrille/internal/refusal"

// Services holds the parts that front ends use for notices, reports and webhooks.
type Services struct {
	Board   *Board
	Reports *Reports
	Hooks   *Webhooks
}

// The reasons to refuse a report.
var (
	NeedsAccount = &refusal.Reason{
		Code: "needs-account",
		Text: "reporting needs an account: connect with a key and choose a name; the host of a table can mute people there",
	}
	NoSuchPerson = &refusal.Reason{Code: "no-such-person", Text: "nobody of that name is here; write the name as it is shown"}
	Oneself      = &refusal.Reason{Code: "reports-oneself", Text: "that is yourself: name the person whom you want to report"}
	NoPerson     = &refusal.Reason{Code: "no-person", Text: "only people can be reported, and programs that they run"}
	ManyReports  = &refusal.Reason{Code: "too-many-reports", Text: "you have sent %[1]s reports; the moderators have them, wait %[2]s minutes before the next"}
	TooManyOpen  = &refusal.Reason{Code: "reports-full", Text: "too many reports wait for the moderators already; try again tomorrow"}
)
