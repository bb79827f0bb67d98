package server

import "time"

// stride keeps to a pace. It is the moment until which what was taken has been
// earned; the zero stride has taken nothing.
type stride struct{ earned time.Time }

// take takes n, or nothing and returns how long to wait until they can be had.
func (s *stride) take(now time.Time, p Pace, n int) (wait time.Duration) {
	earned := s.earned
	if earned.Before(now) {
		earned = now
	}
	earned = earned.Add(time.Duration(n) * p.Every)
	if wait = earned.Sub(now) - time.Duration(p.Burst)*p.Every; wait > 0 {
		return wait
	}
	s.earned = earned
	return 0
}

// spent is how long to wait for one more; it takes nothing.
func (s stride) spent(now time.Time, p Pace) time.Duration { return s.take(now, p, 1) }

// give returns n.
func (s *stride) give(p Pace, n int) { s.earned = s.earned.Add(-time.Duration(n) * p.Every) }

// until is when all is earned and may be forgotten.
func (s stride) until() (time.Time, bool) { return s.earned, false }

// perSecond counts what happens within a second. The zero value is ready.
type perSecond struct {
	since time.Time
	count int
}

// over adds n and reports whether the second's limit is passed.
func (r *perSecond) over(now time.Time, n, limit int) bool {
	if now.Sub(r.since) > time.Second {
		r.since, r.count = now, 0
	}
	r.count += n
	return r.count > limit
}
