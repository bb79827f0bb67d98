package quota

import (
	"strconv"
	"time"

	"quadrille/internal/refusal"
	"quadrille/internal/table"
)

// Kind identifies what a quota counts. Kinds are stored and appear in metrics: never
// rename one.
type Kind string

// The kinds of quotas.
const (
	Events     Kind = "events"
	SpareMoves Kind = "spare-moves" // moves that an account may still make after its address has used up the quota of events
	Tables     Kind = "tables"
	Accounts   Kind = "accounts"
	Names      Kind = "names"
	Codes      Kind = "codes"
	Waiting    Kind = "waiting" // tables that wait for players
	Disk       Kind = "disk"    // free disk space of the server
)

// kinds lists the quotas whose refusals are counted in metrics.
var kinds = []Kind{Events, Tables, Accounts, Names, Codes, Waiting, Disk}

// counted maps each kind of quota to the words for what it counts, for use in messages to
// people.
var counted = map[Kind]string{
	Events: "moves and messages", Tables: "new tables", Accounts: "new accounts", Names: "name changes", Codes: "key codes",
}

// The reasons for refusals. A comment after a reason explains the arguments of its text.
var (
	// %[1]s is what the quota counts, %[2]s the time to wait
	OverAccount = &refusal.Reason{Code: "account-quota", Text: "your account has reached its limit for %[1]s: try again in %[2]s"}
	// %[1]s is what the quota counts, %[2]s the time to wait
	OverAddress = &refusal.Reason{Code: "address-quota", Text: "your network address has reached its limit for %[1]s: try again in %[2]s"}
	// %[1]s is the limit
	NewWaiting = &refusal.Reason{Code: "new-waiting", Text: "a new account can have %[1]s waiting tables; wait until one of yours starts"}
	// %[1]s is the limit
	AddressWaiting = &refusal.Reason{
		Code: "address-waiting",
		Text: "%[1]s tables from your network already wait for players: join one of them",
	}
	// %[1]s is the limit
	Crowded = &refusal.Reason{Code: "crowded", Text: "%[1]s tables already wait for players: join one of them"}
	DiskLow = &refusal.Reason{Code: "disk-low", Text: "the server's disk is nearly full: only running games continue; try again later"}
)

// over returns the refusal for a quota that is used up.
func over(reason *refusal.Reason, kind Kind, wait time.Duration) *refusal.Error {
	return &refusal.Error{Reason: reason, Subject: counted[kind], Hint: table.Span(wait)}
}

// tooMany returns the refusal of a new table because too many tables already wait for
// players.
func tooMany(reason *refusal.Reason, limit int) *refusal.Error {
	return &refusal.Error{Reason: reason, Subject: strconv.Itoa(limit)}
}
