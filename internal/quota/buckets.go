package quota

import (
	"cmp"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/config"
	"quadrille/internal/refusal"
)

// subject is whose bucket it is, and of what: an account, or an address as text.
type subject struct {
	kind Kind
	who  string
}

// buckets are the counters of everybody who has used some of a quota. They are
// guarded by the lock of [Quotas].
type buckets struct {
	known map[subject]*rate.Limiter
	dirty map[subject]bool // changed since they were stored
}

// maxBuckets is the maximum number of buckets in memory.
const maxBuckets = 64 << 10

// claim is n to be taken from a bucket in which keep have to stay.
type claim struct {
	subject
	pace config.Rate
	n    int
	keep int
	over *refusal.Reason // if there is too little
}

// take takes what is claimed from all buckets, or nothing and returns the first claim
// that cannot be met, and when it can.
func (b *buckets) take(now time.Time, claims ...claim) (short claim, wait time.Duration) {
	for _, c := range claims {
		if wait := b.wait(now, c); wait > 0 {
			return c, wait
		}
	}
	for _, c := range claims {
		b.bucket(now, c.subject, c.pace).ReserveN(now, min(c.n, c.pace.Burst))
		b.dirty[c.subject] = true
	}
	return claim{}, 0
}

// giveBack puts back what was taken.
func (b *buckets) giveBack(now time.Time, claims []claim) {
	for _, c := range claims {
		if l, ok := b.known[c.subject]; ok {
			l.ReserveN(now, -c.n)
		}
	}
}

// wait returns how long it takes until a claim can be met.
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

// tokens returns what is left in a bucket, with the pace that holds now.
func tokens(l *rate.Limiter, now time.Time, p config.Rate) float64 {
	if l.Burst() != p.Burst || l.Limit() != rate.Every(p.Every) {
		l.SetLimitAt(now, rate.Every(p.Every))
		l.SetBurstAt(now, p.Burst)
	}
	return min(l.TokensAt(now), float64(p.Burst))
}

// bucket returns that of a subject, a full one if it is not known.
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

// used is how much of a bucket is used up, from 0 to 1.
func used(l *rate.Limiter, now time.Time) float64 {
	return 1 - min(1, l.TokensAt(now)/float64(l.Burst()))
}

// forgetHalf forgets the half of the buckets that is used least.
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

// forget forgets an account.
func (b *buckets) forget(account string) {
	for s := range b.known {
		if s.who == account {
			delete(b.known, s)
			delete(b.dirty, s)
		}
	}
}
