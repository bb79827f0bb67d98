package limit

import (
	"sync"
	"time"

	"quadrille/internal/player"
)

// rememberedAccounts is how many accounts have their commands counted.
const rememberedAccounts = 8 << 10

// Accounts counts the commands of accounts.
type Accounts struct {
	limits *Current

	mu    sync.Mutex
	known recent[player.ID, *account]
}

type account struct{ commands Bucket }

func (a *account) until(now time.Time) (time.Time, bool) { return a.commands.full(now), false }

// NewAccounts returns counters that are all at zero.
func NewAccounts(limits *Current) *Accounts {
	return &Accounts{limits: limits, known: recent[player.ID, *account]{bound: rememberedAccounts}}
}

// Command counts a command of an account, or returns how long it has to wait before
// it may run one.
func (l *Accounts) Command(id player.ID, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	pace := l.limits.Load().AccountCommands
	a, ok := l.known.get(id, now, func() *account { return new(account) })
	if !ok {
		return pace.Every
	}
	return a.commands.Take(now, pace, 1)
}
