package messages

import "quadrille/internal/refusal"

// Reasons for refusals. A comment after a reason explains the argument of its text.
var (
	NeedsKey    = &refusal.Reason{Code: "message-needs-account", Text: "messages need an account; connect with a key and choose a name"}
	ToNobody    = &refusal.Reason{Code: "message-needs-person", Text: "only people with an account can be messaged, followed or blocked"}
	ToProgram   = &refusal.Reason{Code: "message-to-bot", Text: "bot accounts do not receive messages"}
	ToOneself   = &refusal.Reason{Code: "message-to-oneself", Text: "that is your own name; name another person"}
	NotAccepted = &refusal.Reason{Code: "not-accepted", Text: "that person does not accept messages from you"}
	IsBlocked   = &refusal.Reason{Code: "is-blocked", Text: "you have blocked that person; unblock them first"}
	// %[1]s is the number of the table
	AtTheirTable  = &refusal.Reason{Code: "at-their-table", Text: "you are both at table %[1]s; send the message after the game"}
	TooFast       = &refusal.Reason{Code: "messages-too-fast", Text: "you may send 5 messages in 20 seconds; wait a little"}
	GuestsSilent  = &refusal.Reason{Code: "guests-silent", Text: "guests cannot use the lobby chat; connect with a key"}
	NotFollowed   = &refusal.Reason{Code: "cannot-be-followed", Text: "that person does not accept you as a follower"}
	ManyRelations = &refusal.Reason{
		Code: "many-links",
		Text: "you may follow at most 200 people, and block at most 200; remove somebody first",
	}
	NoMessages = &refusal.Reason{Code: "no-messages", Text: "this server does not offer messages"}
)
