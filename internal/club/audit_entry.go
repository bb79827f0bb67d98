package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Action names an administrative action. The words are stored and never renamed.
type Action string

// The actions. All but those of the last group change the club; those are only stored.
const (
	Appointed      Action = "appointed" // Whom has Role from now on
	Removed        Action = "removed"   // Whom is a guest like any other
	Muted          Action = "muted"
	Unmuted        Action = "unmuted"
	Banned         Action = "banned" // Whom, Key or Range, until Until
	Unbanned       Action = "unbanned"
	Invited        Action = "invited" // a code with Hash gives Role, Uses times, until Until
	Revoked        Action = "revoked"
	Joined         Action = "joined"          // By used the code Of
	AccountDeleted Action = "account-deleted" // By deleted their account
	Set            Action = "set"             // Setting is Value
	Unset          Action = "unset"

	// Programs played for accounts on the day Value: one entry a day. Entries made
	// before that was so name one account each, Whom.
	BotMarked   Action = "bot-marked"
	BotUnmarked Action = "bot-unmarked"

	Renamed       Action = "renamed"        // Whom was called Former and is called Value
	KeyRemoved    Action = "key-removed"    // of Whom
	KeyAdded      Action = "key-added"      // Key, to the account Whom
	RecoveryMade  Action = "recovery-code"  // for the account Whom, until Until
	Recovered     Action = "recovered"      // By added Key to their account with such a code
	AccountErased Action = "account-erased" // the account of which Whom is left
	Closed        Action = "closed"         // table Table
	Adjudicated   Action = "adjudicated"    // table Table ended with Value
	Unseated      Action = "unseated"       // Whom, from table Table
	Voided        Action = "voided"         // the game of table Table does not count
	Counted       Action = "counted"        // it counts again
	ScoredByHand  Action = "scored"         // for its evening the game of table Table counts as Value

	Announced           Action = "announced" // Value to everybody, until Until
	AnnouncementCleared Action = "announcement-cleared"
	GamesPaused         Action = "games-paused" // no new games start until GamesResumed or a restart
	GamesResumed        Action = "games-resumed"
	Reported            Action = "reported"      // report Of; whom it is about is not said here
	ReportClosed        Action = "report-closed" // report Of
	WebhookSet          Action = "webhook-set"   // of the club
	WebhookOff          Action = "webhook-off"
)

// AuditEntry is a recorded action: what, by whom, when and why. The state of the club is
// computed from its entries, so no change goes unrecorded.
type AuditEntry struct {
	Number  int64     `json:"-"`
	At      time.Time `json:"-"`
	By      player.ID `json:"-"` // empty: whoever sits at the machine itself
	Action  Action    `json:"-"`
	Target  player.ID `json:"target,omitzero"`
	Key     string    `json:"key,omitzero"`
	Range   string    `json:"range,omitzero"`
	Table   int64     `json:"table,omitzero"`
	Role    Role      `json:"role,omitzero"`
	Uses    int       `json:"uses,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	Hash    []byte    `json:"hash,omitzero"`
	Ref     int64     `json:"ref,omitzero"` // the number of an earlier entry: an invitation, a ban
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
