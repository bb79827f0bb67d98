package quota

import (
	"strconv"
	"time"

	"quadrille/internal/refusal"
	"quadrille/internal/table"
)

// Kind names what a quota counts. The words are stored and appear in metrics: never rename
// one.
type Kind string

// The kinds of quotas.
const (
	Events     Kind = "events"
	SpareMoves Kind = "spare-moves" // of accounts whose address has used up its events
	Tables     Kind = "tables"
	Accounts   Kind = "accounts"
	Names      Kind = "names"
	Codes      Kind = "codes"
	Waiting    Kind = "waiting" // tables that wait for players
	Disk       Kind = "disk"    // free space, of everybody
)

// kinds are those of which metrics tell how often they refused something.
var kinds = []Kind{Events, Tables, Accounts, Names, Codes, Waiting, Disk}

// counted is what a quota counts, in words for people.
var counted = map[Kind]string{
	Events: "moves and messages", Tables: "new tables", Accounts: "new accounts", Names: "changes of name", Codes: "key codes",
}

// The reasons why something is not stored. What subject and hint hold is said behind
// each.
var (
	OverAccount    = &refusal.Reason{Code: "account-quota", Text: "your account has reached its limit for %[1]s: try again in %[2]s"}                                                                // what is counted; how long
	OverAddress    = &refusal.Reason{Code: "address-quota", Text: "your network address has reached its limit for %[1]s: try again in %[2]s"}                                                        // the same
	NewWaiting     = &refusal.Reason{Code: "new-waiting", Text: "a new account can have %[1]s tables that wait for players: sit down at another table, or wait until one of yours begins or closes"} // how many
	AddressWaiting = &refusal.Reason{Code: "address-waiting", Text: "%[1]s tables opened from your network address wait for players: sit down at one of them"}                                       // how many
	Crowded        = &refusal.Reason{Code: "crowded", Text: "%[1]s tables wait for players: sit down at one of them"}                                                                                // how many
	DiskLow        = &refusal.Reason{Code: "disk-low", Text: "the disk of the server is nearly full: only running games go on; try again later"}
)

// over is the refusal of a quota that is used up.
func over(reason *refusal.Reason, kind Kind, wait time.Duration) *refusal.Error {
	return &refusal.Error{Reason: reason, Subject: counted[kind], Hint: table.Span(wait)}
}

// tooMany is the refusal of more than so many tables that wait.
func tooMany(reason *refusal.Reason, limit int) *refusal.Error {
	return &refusal.Error{Reason: reason, Subject: strconv.Itoa(limit)}
}
