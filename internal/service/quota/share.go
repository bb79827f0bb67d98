package quota

import (
	"context"
	"log/slog"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/news"
)

// Spent is the number of tokens that one node took from one bucket.
type Spent struct {
	Kind Kind   `json:"kind"`
	Who  string `json:"who"` // an account, or an address as text
	N    int    `json:"n"`
}

// shareAfter is the delay before a changed counter is sent to the other nodes.
const shareAfter = time.Second

// shareLater schedules a call of shareNow. The lock must be held.
func (q *Quotas) shareLater() {
	if q.news != nil && q.shareTimer == nil && !q.closed {
		q.shareTimer = time.AfterFunc(shareAfter, q.shareNow)
	}
}

// shareNow tells the other nodes how many tokens were taken at this node.
func (q *Quotas) shareNow() {
	defer background.LogPanic(q.logger, "panic", "in", "quotas")
	ctx, cancel := context.WithTimeout(context.Background(), keepTakes)
	defer cancel()
	q.mu.Lock()
	q.shareTimer = nil
	list := q.buckets.share(q.clock.Steady())
	q.mu.Unlock()
	if len(list) == 0 {
		return
	}
	if _, err := q.news.Publish(ctx, news.Quotas, list); err != nil {
		q.logger.Warn("cannot report the use of the quotas to the other nodes", slog.Any("error", err))
		q.mu.Lock()
		defer q.mu.Unlock()
		for _, s := range list {
			q.buckets.unshared[subject{s.Kind, s.Who}] += s.N
		}
		q.shareLater()
	}
}

// Count removes from the buckets of this node as many tokens as another node has taken
// from its own buckets.
func (q *Quotas) Count(_ context.Context, list []Spent) error {
	now, limits := q.clock.Steady(), q.limits.Load()
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range list {
		if p, ok := rateOf(limits, s.Kind, s.Who); ok {
			q.buckets.bucket(now, subject{s.Kind, s.Who}, p).ReserveN(now, min(s.N, p.Burst))
		}
	}
	return nil
}
