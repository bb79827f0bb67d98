package club

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Action names an administrative action. The words are stored: never rename one.
type Action string

// The actions. The comments explain the fields of the entry.
const (
	Appointed      Action = "appointed" // Target has the role Role
	Removed        Action = "removed"   // Target has no role any more
	Muted          Action = "muted"
	Unmuted        Action = "unmuted"
	Banned         Action = "banned" // Target, Key or Range, until Until
	Unbanned       Action = "unbanned"
	Invited        Action = "invited" // the code with Hash gives Role, at most Uses times, until Until
	Revoked        Action = "revoked"
	Joined         Action = "joined"          // By used the code with the number Ref
	AccountDeleted Action = "account-deleted" // By deleted their account
	Set            Action = "set"             // Setting has the value Value
	Unset          Action = "unset"

	// Programs played for accounts on the day Value. Since there is one entry a day, it has
	// no Target; older entries have one.
	BotMarked   Action = "bot-marked"
	BotUnmarked Action = "bot-unmarked"

	Renamed       Action = "renamed"        // Target had the name Former and has the name Value
	KeyRemoved    Action = "key-removed"    // Key was removed from Target
	KeyAdded      Action = "key-added"      // Key was added to Target
	RecoveryMade  Action = "recovery-code"  // a code for Target, until Until
	Recovered     Action = "recovered"      // By added Key to their account with a recovery code
	AccountErased Action = "account-erased" // Target is the anonymous ID of the account
	Closed        Action = "closed"         // table Table
	Adjudicated   Action = "adjudicated"    // table Table ended with the result Value
	Unseated      Action = "unseated"       // Target was removed from table Table
	Voided        Action = "voided"         // the game of table Table does not count for ratings
	Counted       Action = "counted"        // the game of table Table counts for ratings again
	ScoredByHand  Action = "scored"         // the game of table Table counts as Value in its evening

	Announced           Action = "announced" // the text Value, until Until
	AnnouncementCleared Action = "announcement-cleared"
	GamesPaused         Action = "games-paused" // no new games start until GamesResumed or a restart
	GamesResumed        Action = "games-resumed"
	Reported            Action = "reported"      // report Ref; the entry does not name the reported player
	ReportClosed        Action = "report-closed" // report Ref
	WebhookSet          Action = "webhook-set"   // the club's webhook
	WebhookOff          Action = "webhook-off"
)

// AuditEntry is a recorded action: what, by target, when and why. The state of the club is
// computed from its entries, so no change goes unrecorded.
type AuditEntry struct {
	Number  int64     `json:"-"`
	At      time.Time `json:"-"`
	By      player.ID `json:"-"` // empty: the administrator of the server's machine
	Action  Action    `json:"-"`
	Target  player.ID `json:"target,omitzero"`
	Key     string    `json:"key,omitzero"`
	Range   string    `json:"range,omitzero"`
	Table   int64     `json:"table,omitzero"`
	Role    Role      `json:"role,omitzero"`
	Uses    int       `json:"uses,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	Hash    []byte    `json:"hash,omitzero"`
	Ref     int64     `json:"ref,omitzero"` // the number of an invitation, a ban or a report
	Setting string    `json:"setting,omitzero"`
	Value   string    `json:"value,omitzero"`
	Former  string    `json:"former,omitzero"`
	Reason  string    `json:"reason,omitzero"`
}

// AuditStore stores the audit entries.
type AuditStore interface {
	// Record stores an entry and numbers it. It is on the disk when Record returns nil.
	Record(ctx context.Context, d AuditEntry) (number int64, err error)
	// Entries returns the entries with a number above after, the oldest first.
	Entries(ctx context.Context, after int64) ([]AuditEntry, error)
	// MarkBotAccount stores that a program played for an account and, unless it is nil, the
	// audit entry of the day. Both are on the disk when it returns nil.
	MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *AuditEntry) error
	// BotAccounts returns the bot accounts and when each was marked.
	BotAccounts(ctx context.Context) (map[player.ID]time.Time, error)
}
