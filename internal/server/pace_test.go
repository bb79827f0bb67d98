package server

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	p := Pace{Burst: 3, Every: time.Second}
	var s stride
	for n := range 3 {
		if wait := s.take(now, p, 1); wait != 0 {
			t.Fatalf("number %d waits %v", n, wait)
		}
	}
	if wait := s.take(now, p, 1); wait != time.Second {
		t.Errorf("the fourth waits %v", wait)
	}
	if wait := s.take(now.Add(1500*time.Millisecond), p, 2); wait != 500*time.Millisecond {
		t.Errorf("two after a second and a half wait %v", wait)
	}
	if wait := s.take(now.Add(time.Hour), p, 4); wait != time.Second {
		t.Errorf("more than the burst waits %v however late", wait)
	}
	if wait := s.take(now.Add(time.Hour), p, 3); wait != 0 {
		t.Errorf("the burst waits %v after an hour", wait)
	}
	s.give(p, 1)
	if wait := s.take(now.Add(time.Hour), p, 1); wait != 0 {
		t.Errorf("what was given back waits %v", wait)
	}
}

func TestLimitsThatAreNotSetAreTheDefault(t *testing.T) {
	want := DefaultLimits()
	if got := withDefaults(Limits{}); got != want {
		t.Errorf("none set: %+v", got)
	}
	want.Channels, want.Arrivals, want.Penalties.Max = 5, Pace{Burst: 1, Every: 2}, time.Hour
	if got := withDefaults(Limits{Channels: 5, Arrivals: Pace{Burst: 1, Every: 2}, Penalties: Penalties{Max: time.Hour}}); got != want {
		t.Errorf("three set: %+v", got)
	}
}
