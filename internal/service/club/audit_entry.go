package club

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/player"
)

// Action names an administrative action. Because the word of an action is stored, it must
// never be changed.
type Action string

// The actions. The comment after an action explains the fields of its entry.
const (
	Appointed Action = "appointed" // `Target` was given the role `Role`
	Removed   Action = "removed"   // Target lost their role
	Muted     Action = "muted"
	Unmuted   Action = "unmuted"
	// the pause of Target was lifted: the games that they left up to Until no longer count
	PauseLifted Action = "pause-lifted"
	Banned      Action = "banned" // Target, Key or Range was banned; the ban ends at Until
	Unbanned    Action = "unbanned"
	// an invitation was made; its code gives Role at most Uses times and expires at Until; Hash is the hash of the code
	Invited        Action = "invited"
	Revoked        Action = "revoked"
	Joined         Action = "joined"          // the person By used the code of the invitation with the number Ref
	AccountDeleted Action = "account-deleted" // `By` deleted their own account
	Set            Action = "set"             // the setting with the name in `Setting` was set to `Value`
	Unset          Action = "unset"

	// BotMarked means that accounts were marked as bot accounts on the day in the field
	// Value. One entry covers all accounts of a day and has no Target. An entry that an older
	// version of the server stored is about only one account, its Target.
	BotMarked   Action = "bot-marked"
	BotUnmarked Action = "bot-unmarked"

	Renamed       Action = "renamed"        // `Target` was renamed from `Former` to `Value`
	KeyRemoved    Action = "key-removed"    // `Key` was removed from the account `Target`
	KeyAdded      Action = "key-added"      // `Key` was added to the account `Target`
	RecoveryMade  Action = "recovery-code"  // a recovery code for `Target` was created; it expires at `Until`
	Recovered     Action = "recovered"      // the person `By` added `Key` to their account with a recovery code
	AccountErased Action = "account-erased" // an account was deleted; `Target` is the anonymous ID that replaced it
	// AccountExported means that the administrator printed what is stored about the account
	// Target.
	AccountExported Action = "account-exported"

	Closed       Action = "closed"      // the table with the number `Table` was closed
	Adjudicated  Action = "adjudicated" // a moderator ended the game of table `Table` with the result `Value`
	Unseated     Action = "unseated"    // the player `Target` was removed from table `Table`
	Voided       Action = "voided"      // the game of table `Table` no longer counts for ratings
	Counted      Action = "counted"     // the game of table `Table` counts for ratings again
	ScoredByHand Action = "scored"      // a moderator entered `Value` as the evening's score for the game of table `Table`

	// Ref is the number of the evening. Target is one of the people whom the change is about. Of
	// a substitution there are two entries: for the person who was replaced, and for the other.
	EveningBegun       Action = "evening-begun"
	EveningAdded       Action = "evening-added"
	EveningRemoved     Action = "evening-removed"
	EveningRound       Action = "evening-round" // Value names the round that was started
	EveningSubstituted Action = "evening-substituted"
	EveningEnded       Action = "evening-ended"

	Entered  Action = "entered"  // the moderator entered the private table `Table`, to which nobody had admitted them
	Admitted Action = "admitted" // the moderator admitted Target to the private table `Table`

	Announced           Action = "announced" // an announcement with the text `Value` was made; it expires at `Until`
	AnnouncementCleared Action = "announcement-cleared"
	GamesPaused         Action = "games-paused" // no new games start until the action GamesResumed, or until the server restarts
	GamesResumed        Action = "games-resumed"
	Reported            Action = "reported"      // Ref is the number of the report; the entry does not name the reported player
	ReportClosed        Action = "report-closed" // Ref is the number of the report
	WebhookSet          Action = "webhook-set"   // the club's webhook was set
	WebhookOff          Action = "webhook-off"
)

// AuditEntry records one administrative action: what was done, by whom, to whom, when and
// why. The state of the club is computed from these entries.
type AuditEntry struct {
	Number  int64     `json:"-"`
	At      time.Time `json:"-"`
	By      player.ID `json:"-"` // ID of the account that acted; empty for the administrator of the server's machine
	Action  Action    `json:"-"`
	Target  player.ID `json:"target,omitzero"`
	Key     string    `json:"key,omitzero"`
	Range   string    `json:"range,omitzero"`
	Table   int64     `json:"table,omitzero"`
	Role    Role      `json:"role,omitzero"`
	Uses    int       `json:"uses,omitzero"`
	Until   time.Time `json:"until,omitzero"`
	Hash    []byte    `json:"hash,omitzero"`
	Ref     int64     `json:"ref,omitzero"` // number of the invitation, ban or report that the entry is about
	Setting string    `json:"setting,omitzero"`
	Value   string    `json:"value,omitzero"`
	Former  string    `json:"former,omitzero"`
	Reason  string    `json:"reason,omitzero"`
}

// ErrBehind is the error for an entry that was not stored, because another process has
// stored entries that this process has not read.
var ErrBehind = errors.New("nothing was stored: another process has added entries to the audit log")

// AuditStore stores the audit entries.
type AuditStore interface {
	// Record stores an entry and returns its number. When Record returns without an error, the
	// entry is on disk. If the store has an entry whose number is greater than `after`,
	// Record stores nothing and returns [ErrBehind].
	Record(ctx context.Context, d AuditEntry, after int64) (number int64, err error)
	// Entries returns the entries whose number is greater than `after`, the oldest first.
	Entries(ctx context.Context, after int64) ([]AuditEntry, error)
	// MarkBotAccount stores the fact that a program has played for an account. If `daily`
	// is not nil, it also stores that audit entry. Both are on disk when MarkBotAccount
	// returns nil.
	MarkBotAccount(ctx context.Context, id player.ID, at time.Time, daily *AuditEntry) error
	// BotAccounts returns the bot accounts and the time when each was marked.
	BotAccounts(ctx context.Context) (map[player.ID]time.Time, error)
}
