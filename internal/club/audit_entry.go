package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Verb is what was done. The words are stored: none is ever renamed.
type Verb string

// What is done in the club. All but the last group change the club; those are only
// stored.
const (
	Appointed Verb = "appointed" // Whom has Role from now on
	Removed   Verb = "removed"   // Whom is a guest like any other
	Muted     Verb = "muted"
	Unmuted   Verb = "unmuted"
	Banned    Verb = "banned" // Whom, Key or Range, until Until
	Unbanned  Verb = "unbanned"
	Invited   Verb = "invited" // a code with Hash gives Role, Uses times, until Until
	Revoked   Verb = "revoked"
	Joined    Verb = "joined" // By used the code Of
	Left      Verb = "left"   // By deleted their account
	Set       Verb = "set"    // Setting is Value
	Unset     Verb = "unset"

	// Programs played for accounts on the day Value: one entry a day. Entries made
	// before that was so name one account each, Whom.
	MachineMarked   Verb = "machine-marked"
	MachineUnmarked Verb = "machine-unmarked"

	Renamed      Verb = "renamed"       // Whom was called Former and is called Value
	KeyRemoved   Verb = "key-removed"   // of Whom
	KeyAdded     Verb = "key-added"     // Key, to the account Whom
	RecoveryMade Verb = "recovery-code" // for the account Whom, until Until
	Recovered    Verb = "recovered"     // By added Key to their account with such a code
	Erased       Verb = "erased"        // the account of which Whom is left
	Closed       Verb = "closed"        // table Table
	Adjudicated  Verb = "adjudicated"   // table Table ended with Value
	Unseated     Verb = "unseated"      // Whom, from table Table
	Voided       Verb = "voided"        // the game of table Table does not count
	Counted      Verb = "counted"       // it counts again
	ScoredByHand Verb = "scored"        // for its evening the game of table Table counts as Value

	Announced           Verb = "announced" // Value to everybody, until Until
	AnnouncementCleared Verb = "announcement-cleared"
	GamesPaused         Verb = "games-off" // no new games start until GamesResumed or a restart
	GamesResumed        Verb = "games-on"
	Reported            Verb = "reported"      // report Of; whom it is about is not said here
	ReportClosed        Verb = "report-closed" // report Of
	WebhookSet          Verb = "webhook-set"   // of the club
	WebhookOff          Verb = "webhook-off"
)

// AuditEntry is something that was done, who did it, when and why. The club is what its
// entries make of it, so nothing is done that is not written here.
type AuditEntry struct {
	Number  int64     `json:"-"`
	At      time.Time `json:"-"`
	By      player.ID `json:"-"` // empty: whoever sits at the machine itself
	Verb    Verb      `json:"-"`
	Whom    player.ID `json:"whom,omitzero"`
	Key     string    `json:"key,omitzero"`
	Range   string    `json:"range,omitzero"`
	Table   int64     `json:"table,omitzero"`
	Role    Role      `json:"role,omitzero"`
	Uses    int       `json:"uses,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	Hash    []byte    `json:"hash,omitzero"`
	Of      int64     `json:"of,omitzero"` // the number of an earlier entry: an invitation, a ban
	Setting string    `json:"setting,omitzero"`
	Value   string    `json:"value,omitzero"`
	Former  string    `json:"former,omitzero"`
	Reason  string    `json:"reason,omitzero"`
}

// Keeper stores the audit entries.
type Keeper interface {
	// Record stores an entry and numbers it. It is on the disk when Record returns nil.
	Record(ctx context.Context, d AuditEntry) (number int64, err error)
	// Entries returns all with a number above after, the oldest first.
	Entries(ctx context.Context, after int64) ([]AuditEntry, error)
	// MarkBotAccount stores that a program played for an account, and with it the day's
	// audit entry if that is not nil. Both are on the disk when it returns nil.
	MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *AuditEntry) error
	// BotAccounts returns the marked accounts and when each was marked.
	BotAccounts(ctx context.Context) (map[player.ID]time.Time, error)
}
