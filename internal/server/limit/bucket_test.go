package limit

import (
	"testing"
	"time"

	"quadrille/internal/config"
)

func TestBucketLimitsTheRate(t *testing.T) {
	p := config.Rate{Burst: 3, Every: time.Second}
	var b Bucket
	for n := range 3 {
		if wait := b.Take(now, p, 1); wait != 0 {
			t.Fatalf("token %d waits %v", n, wait)
		}
	}
	if wait := b.Take(now, p, 1); wait != time.Second {
		t.Errorf("the fourth token waits %v", wait)
	}
	if wait := b.Take(now.Add(1500*time.Millisecond), p, 2); wait != 500*time.Millisecond {
		t.Errorf("two tokens wait %v after a second and a half", wait)
	}
	if wait := b.Take(now.Add(time.Hour), p, 4); wait != time.Second {
		t.Errorf("more tokens than the burst wait %v", wait)
	}
	if wait := b.Take(now.Add(time.Hour), p, 3); wait != 0 {
		t.Errorf("the burst waits %v after an hour", wait)
	}
	b.Return(now.Add(time.Hour), p, 1)
	if wait := b.Take(now.Add(time.Hour), p, 1); wait != 0 {
		t.Errorf("the returned token waits %v", wait)
	}
}

func TestZeroLimitsGetTheirDefaults(t *testing.T) {
	want := config.DefaultLimits()
	if got := withDefaults(config.Limits{}); got != want {
		t.Errorf("none set: %+v", got)
	}
	want.ConnectionSessions, want.AddressNewConnections, want.Penalties.Max = 5, config.Rate{Burst: 1, Every: 2}, time.Hour
	if got := withDefaults(config.Limits{
		ConnectionSessions: 5, AddressNewConnections: config.Rate{Burst: 1, Every: 2},
		Penalties: config.Penalties{Max: time.Hour},
	}); got != want {
		t.Errorf("three set: %+v", got)
	}
}

func TestBucketIsFullAfterAChangeOfRate(t *testing.T) {
	var b Bucket
	b.Take(now, config.Rate{Burst: 1, Every: time.Hour}, 1)
	if wait := b.Take(now, config.Rate{Burst: 1, Every: time.Hour}, 1); wait != time.Hour {
		t.Fatalf("an empty bucket waits %v", wait)
	}
	if wait := b.Take(now, config.Rate{Burst: 2, Every: time.Hour}, 2); wait != 0 {
		t.Errorf("with another rate it waits %v", wait)
	}
}
