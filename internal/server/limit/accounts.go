package limit

import (
	"slices"
	"sync"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/player"
)

// maxAccounts is the maximum number of accounts whose commands are counted.
const maxAccounts = 8 << 10

// Accounts limits the commands of accounts.
type Accounts struct {
	limits *Current

	mu      sync.Mutex
	entries expiringMap[player.ID, *account]
}

type account struct{ commands, banned Bucket }

func (a *account) expiry(now time.Time) (time.Time, bool) {
	return slices.MaxFunc([]time.Time{a.banned.full(now), a.commands.full(now)}, time.Time.Compare), false
}

// NewAccounts returns an Accounts in which no account has run a command yet.
func NewAccounts(limits *Current) *Accounts {
	return &Accounts{limits: limits, entries: expiringMap[player.ID, *account]{capacity: maxAccounts}}
}

// Command counts a command of an account. If the account has run too many commands, it
// returns the time that the account must wait.
func (l *Accounts) Command(id player.ID, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rate := l.limits.Load().AccountCommands
	a, ok := l.entries.get(id, now, func() *account { return new(account) })
	if !ok {
		return rate.Every
	}
	return a.commands.Take(now, rate, 1)
}

// bannedCommandRate limits the commands with which a banned account exports and deletes its data.
var bannedCommandRate = config.Rate{Burst: 5, Every: 20 * time.Second}

// BannedCommand counts a command of a banned account; see Command.
func (l *Accounts) BannedCommand(id player.ID, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.entries.get(id, now, func() *account { return new(account) })
	if !ok {
		return bannedCommandRate.Every
	}
	return a.banned.Take(now, bannedCommandRate, 1)
}
