package reserve_test

import (
	"testing"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/reserve"
)

func TestBuckets(t *testing.T) {
	b, now := reserve.NewBuckets[string](rate.Every(time.Second), 3), time.Unix(1000, 0)
	steps := []struct {
		what string
		got  time.Duration
		want time.Duration
	}{
		{"two of three", b.Take("a", 2, now), 0},
		{"two more", b.Take("a", 2, now), time.Second},
		{"of another key", b.Take("b", 2, now), 0},
		{"a second later", b.Take("a", 2, now.Add(time.Second)), 0},
		{"more than fit", b.Wait("a", 100, now.Add(time.Second)), 3 * time.Second},
	}
	for _, s := range steps {
		if s.got.Round(time.Millisecond) != s.want {
			t.Errorf("%s: wait %v, want %v", s.what, s.got, s.want)
		}
	}
	b.Spend("a", 3, now.Add(time.Second))
	if wait := b.Wait("a", 1, now.Add(time.Second)); wait.Round(time.Millisecond) != 4*time.Second {
		t.Errorf("after more were spent than there were: wait %v", wait)
	}
	b.Spend("a", -3, now.Add(time.Second))
	if wait := b.Wait("a", 1, now.Add(time.Second)); wait.Round(time.Millisecond) != time.Second {
		t.Errorf("after they were put back: wait %v", wait)
	}
}

// TestFullBucketsAreForgotten takes a token for many keys, one after another: a bucket is full again
// before the map of buckets has grown large.
func TestFullBucketsAreForgotten(t *testing.T) {
	b, now := reserve.NewBuckets[int](rate.Every(time.Second), 1), time.Unix(1000, 0)
	for key := range 100_000 {
		now = now.Add(2 * time.Second)
		if b.Take(key, 1, now) != 0 || b.Take(key, 1, now) == 0 {
			t.Fatalf("key %d does not have one token", key)
		}
	}
	if n := reserve.CountBuckets(b); n > 1000 {
		t.Errorf("%d buckets are kept", n)
	}
}
