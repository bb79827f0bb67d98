package lobby

import (
	"strconv"
	"time"

	"quadrille/internal/refusal"
)

// The reasons why a table cannot be opened.
var (
	Closing       = &refusal.Reason{Code: "closing", Text: "the server is stopping; open a table when it is back"}
	TooManyHosted = &refusal.Reason{
		Code: "too-many-hosted",
		Text: "you host " + strconv.Itoa(hostLimit) + " unfinished tables, the most allowed; finish one first",
	}
	PasswordNeeded = &refusal.Reason{
		Code: "password-needed",
		Text: "private=password needs a password: add \"--password -\", then type the password",
	}
	PasswordUnasked = &refusal.Reason{
		Code: "password-unasked",
		Text: "only tables with private=password have a password; leave the password out",
	}
	MembersChoose = &refusal.Reason{Code: "members-choose", Text: "only members of this club can choose private=members"}
	GuestsPrivate = &refusal.Reason{Code: "guests-private", Text: "private tables need an SSH key; connect with one"}
)

// The reasons why a player cannot enter a table.
var (
	// NoEntry is used both for a wrong password and for a missing table.
	NoEntry        = &refusal.Reason{Code: "no-entry", Text: "wrong table number or password; ask the host for both"}
	GuestsPassword = &refusal.Reason{Code: "guests-password", Text: "to enter a table with a password, connect with an SSH key"}
	NotHost        = &refusal.Reason{Code: "not-host", Text: "only the host of a private table can open it to others"}
	// %[1]s is the table number
	WasSetAside = &refusal.Reason{Code: "table-set-aside", Text: "table %[1]s was closed after an internal error; its moves are kept"}
)

// The reasons why a player cannot send or decline an invitation, or mute its sender.
var (
	NotConnected = &refusal.Reason{Code: "not-here", Text: "no connected player has that name; invite somebody who is connected"}
	NotAtTable   = &refusal.Reason{
		Code: "not-at-table",
		Text: "only the host and players of a table can invite people; take a seat first",
	}
	NoOpenSeat = &refusal.Reason{Code: "no-open-seat", Text: "that table has no open seat"}
	HasSeat    = &refusal.Reason{Code: "sits-there", Text: "that player already has a seat at the table"}
	Declined   = &refusal.Reason{
		Code: "declined",
		Text: "your invitation was declined; wait " + strconv.Itoa(
			int(invitationTime/time.Minute),
		) + " minutes before you invite that player again",
	}
	TooManySent = &refusal.Reason{
		Code: "many-invitations",
		Text: "you sent " + strconv.Itoa(
			maxSentInvitations,
		) + " invitations in " + strconv.Itoa(
			int(invitationTime/time.Minute),
		) + " minutes; wait a little",
	}
	TooManyOpen  = &refusal.Reason{Code: "invitations-full", Text: "that player has too many open invitations; try again later"}
	NoInvitation = &refusal.Reason{Code: "no-such-invitation", Text: "that invitation has expired"}
	ManyMuted    = &refusal.Reason{
		Code: "many-muted",
		Text: "you have muted " + strconv.Itoa(maxMutes) + " people, the most allowed; unmute somebody first",
	}
)
