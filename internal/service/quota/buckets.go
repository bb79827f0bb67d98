package quota

import (
	"cmp"
	"math"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/config"
	"quadrille/internal/refusal"
)

// subject identifies a bucket by the kind of its quota and by an account or address in text
// form.
type subject struct {
	kind Kind
	who  string
}

// buckets holds the counters of all accounts and addresses that have used part of a quota.
// The lock of [Quotas] guards it.
type buckets struct {
	known map[subject]*rate.Limiter
	dirty map[subject]bool // buckets that have changed since they were last stored

	// unshared holds the number of tokens that this node has taken from each bucket since
	// its last report to the other nodes. It is nil if there are no other nodes.
	unshared map[subject]int
}

// maxBuckets is the maximum number of buckets in memory.
const maxBuckets = 64 << 10

// claim is a request to take n tokens from a bucket and leave at least `keep` tokens in it.
type claim struct {
	subject
	pace config.Rate
	n    int
	keep int
	over *refusal.Reason // the reason to give if there are too few tokens
}

// take takes the tokens for all claims if there are enough tokens for each of them. Otherwise
// it takes none, and returns the first claim for which there are too few tokens, and the time
// until there are enough.
func (b *buckets) take(now time.Time, claims ...claim) (short claim, wait time.Duration) {
	for _, c := range claims {
		if wait := b.wait(now, c); wait > 0 {
			return c, wait
		}
	}
	for _, c := range claims {
		b.bucket(now, c.subject, c.pace).ReserveN(now, min(c.n, c.pace.Burst))
		b.dirty[c.subject] = true
		if b.unshared != nil {
			b.unshared[c.subject] += c.n
		}
	}
	return claim{}, 0
}

// giveBack puts the tokens of accepted claims back into their buckets.
func (b *buckets) giveBack(now time.Time, claims []claim) {
	for _, c := range claims {
		if l, ok := b.known[c.subject]; ok {
			l.ReserveN(now, -c.n)
		}
		if b.unshared[c.subject] > 0 {
			b.unshared[c.subject] -= c.n
		}
	}
}

// share returns, for each bucket, the number of used tokens that the other nodes have not
// counted yet, and resets these numbers. It skips a bucket if the used part of the bucket
// is smaller than worthKeeping.
func (b *buckets) share(now time.Time) (list []Spent) {
	for s, n := range b.unshared {
		l, ok := b.known[s]
		if lacks := missing(l, now); !ok || n <= 0 || lacks == 0 {
			delete(b.unshared, s)
		} else if used(l, now) >= worthKeeping {
			list = append(list, Spent{s.kind, s.who, min(n, lacks)})
			delete(b.unshared, s)
		}
	}
	return list
}

// wait returns the time until the bucket of a claim contains the tokens that the claim needs.
func (b *buckets) wait(now time.Time, c claim) time.Duration {
	has := float64(c.pace.Burst)
	if l, ok := b.known[c.subject]; ok {
		has = tokens(l, now, c.pace)
	}
	needs := float64(min(c.n+c.keep, c.pace.Burst))
	if has >= needs {
		return 0
	}
	return max(time.Duration((needs-has)*float64(c.pace.Every)), time.Millisecond)
}

// tokens adjusts a bucket to the configured rate and returns the number of its tokens.
func tokens(l *rate.Limiter, now time.Time, p config.Rate) float64 {
	if l.Burst() != p.Burst || l.Limit() != rate.Every(p.Every) {
		l.SetLimitAt(now, rate.Every(p.Every))
		l.SetBurstAt(now, p.Burst)
	}
	return min(l.TokensAt(now), float64(p.Burst))
}

// bucket returns the bucket of a subject, which is one kind of quota for one account or
// address. A new bucket is full.
func (b *buckets) bucket(now time.Time, s subject, p config.Rate) *rate.Limiter {
	l, ok := b.known[s]
	if !ok {
		if len(b.known) >= maxBuckets {
			b.forgetHalf(now)
		}
		l = rate.NewLimiter(rate.Every(p.Every), p.Burst)
		b.known[s] = l
	}
	return l
}

// missing returns how many tokens a bucket lacks, rounded up. A nil bucket is full.
func missing(l *rate.Limiter, now time.Time) int {
	if l == nil {
		return 0
	}
	return int(math.Ceil(float64(l.Burst()) - l.TokensAt(now)))
}

// used returns the share of a bucket's tokens that are used up, from 0 to 1.
func used(l *rate.Limiter, now time.Time) float64 {
	return 1 - min(1, l.TokensAt(now)/float64(l.Burst()))
}

// forgetHalf removes half of the buckets: the least used ones.
func (b *buckets) forgetHalf(now time.Time) {
	type one struct {
		subject
		used float64
	}
	all := make([]one, 0, len(b.known))
	for s, l := range b.known {
		all = append(all, one{s, used(l, now)})
	}
	slices.SortFunc(all, func(x, y one) int { return cmp.Compare(x.used, y.used) })
	for _, o := range all[:len(all)/2] {
		delete(b.known, o.subject)
	}
}

// forget removes the buckets of an account.
func (b *buckets) forget(account string) {
	for s := range b.known {
		if s.who == account {
			delete(b.known, s)
			delete(b.dirty, s)
		}
	}
}
