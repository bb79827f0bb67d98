package node

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/service/club"
	"quadrille/internal/store/postgres"
)

// pollClubEvery is the interval at which a node looks for new audit entries, even without a
// notification.
const pollClubEvery = 500 * time.Millisecond

// topics holds the topics of the notifications that have arrived but are not handled yet.
type topics struct {
	wake background.Signal // capacity 1

	mu  sync.Mutex
	set map[string]bool
}

func newTopics() topics { return topics{wake: background.NewSignal(), set: map[string]bool{}} }

// keep adds topics. Unlike the method add, it does not wake the goroutine that waits for
// topics.
func (t *topics) keep(list ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, topic := range list {
		t.set[topic] = true
	}
}

// add adds topics, and wakes the goroutine that waits for them. It does not block.
func (t *topics) add(list ...string) {
	t.keep(list...)
	t.wake.Send()
}

func (t *topics) take() map[string]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.set
	t.set = map[string]bool{}
	return taken
}

// FollowClub applies the changes that other nodes make to the club, to keys and to accounts,
// until ctx is done. It calls recheckKeys when keys may have been removed or accounts
// deleted. After an error, it tries again at the next poll. [Member.Run] must be running.
func (m *Member) FollowClub(ctx context.Context, c *club.Club, recheckKeys func(context.Context) error) {
	poll := time.NewTicker(pollClubEvery)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-m.topics.wake:
		case <-poll.C:
		}
		waiting := m.topics.take()
		changed, err := c.Audit.Refresh(ctx)
		if err == nil && waiting[postgres.TopicAudit] {
			err = c.BotAccounts.Refresh(ctx)
		}
		if err == nil && (changed || waiting[postgres.TopicKeys]) {
			err = recheckKeys(ctx)
		}
		if err != nil && ctx.Err() == nil {
			m.logger.Warn("cannot read changes that other nodes have made", slog.Any("error", err))
			m.topics.keep(postgres.TopicAudit, postgres.TopicKeys)
		}
	}
}
