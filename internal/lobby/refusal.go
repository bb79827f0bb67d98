package lobby

import (
	"strconv"
	"time"

	"quadrille/internal/refusal"
)

// The reasons why a table is not opened.
var (
	Closing         = &refusal.Reason{Code: "closing", Text: "the server is going down; make a table when it is back"}
	TooManyHosted   = &refusal.Reason{Code: "too-many-hosted", Text: "you are host of " + strconv.Itoa(hostLimit) + " tables that wait or play; finish one first"}
	BotsUnrated     = &refusal.Reason{Code: "bots-unrated", Text: "bots=%[1]s: bots are not rated in this club; choose bots=%[2]s, or rated=off"} // the level; no bots
	PasswordNeeded  = &refusal.Reason{Code: "password-needed", Text: "private=password needs a password: run ssh HOST new GAME private=password --password -, and type it"}
	PasswordUnasked = &refusal.Reason{Code: "password-unasked", Text: "only a table with private=password has a password"}
	UnfitPassword   = &refusal.Reason{Code: "unfit-password", Text: "a password has " + strconv.Itoa(minPassword) + " letters at least and " + strconv.Itoa(maxPassword) + " bytes at most"}
	MembersChoose   = &refusal.Reason{Code: "members-choose", Text: "private=members is for members of this club to choose"}
	GuestsPrivate   = &refusal.Reason{Code: "guests-private", Text: "a guest without a key cannot be found again: private tables are for people with a key"}
)

// The reasons why somebody does not come to a table.
var (
	// NoEntry is the same whether or not there is such a table.
	NoEntry        = &refusal.Reason{Code: "no-entry", Text: "that is no table's number with its password; ask its host for both"}
	TooManyTries   = &refusal.Reason{Code: "too-many-tries", Text: "that was wrong too often; try again in " + strconv.Itoa(int(guessWindow/maxAccountGuesses/time.Minute)) + " minutes"}
	GuestsPassword = &refusal.Reason{Code: "guests-password", Text: "a guest without a key cannot be recognised tomorrow: passwords of tables are for people with a key"}
	NotHost        = &refusal.Reason{Code: "not-host", Text: "only the host of a private table opens it to others"}
	WasSetAside    = &refusal.Reason{Code: "table-set-aside", Text: "table %[1]s was set aside after a fault; what was played is kept"} // its number
)

// The reasons why an invitation is not sent or not declined.
var (
	NotHere      = &refusal.Reason{Code: "not-here", Text: "nobody of that name is here now; invite somebody who is"}
	NotYours     = &refusal.Reason{Code: "not-at-table", Text: "only the host and those who sit at a table invite to it; sit down first"}
	NoOpenSeat   = &refusal.Reason{Code: "no-open-seat", Text: "no seat is open at that table"}
	SitsThere    = &refusal.Reason{Code: "sits-there", Text: "that person sits at the table already"}
	Declined     = &refusal.Reason{Code: "declined", Text: "your invitation was declined; wait " + strconv.Itoa(int(invitationTime/time.Minute)) + " minutes before the next"}
	ManyCalls    = &refusal.Reason{Code: "many-invitations", Text: "you have sent " + strconv.Itoa(maxSentInvitations) + " invitations in " + strconv.Itoa(int(invitationTime/time.Minute)) + " minutes; wait a little"}
	MailFull     = &refusal.Reason{Code: "invitations-full", Text: "too many invitations wait there already"}
	NoInvitation = &refusal.Reason{Code: "no-such-invitation", Text: "there is no such invitation any more"}
	ManyMuted    = &refusal.Reason{Code: "many-muted", Text: "you have muted " + strconv.Itoa(maxMutes) + " people; take somebody off first"}
)

// The reasons why a search is not understood. The subject is the word as it was typed.
var (
	NoSuchResult = &refusal.Reason{Code: "no-such-result", Text: "there is no result %[1]s; the results are: %[2]s"} // the results
	NoDate       = &refusal.Reason{Code: "no-date", Text: "%[1]s is no date; write a day like 2026-11-21, a month like 2026-11, or a year"}
	NoSuchField  = &refusal.Reason{Code: "no-such-field", Text: "%[1]s cannot be looked for; look for %[2]s"} // what can be
)
