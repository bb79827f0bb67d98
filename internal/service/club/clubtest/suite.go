package clubtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quadrille/internal/service/club"
)

// fullEntry returns an audit entry in which every field is set.
func fullEntry(at time.Time) club.AuditEntry {
	return club.AuditEntry{
		At: at, By: "SHA256:secretary", Action: club.Banned, Target: "SHA256:somebody", Key: "SHA256:key", Range: "192.0.2.0/24", Table: 12,
		Role: club.Moderator, Uses: 3, Until: at.Add(time.Hour), Hash: []byte{0, 1, 255}, Ref: 7, Setting: "name", Value: "Café Régence",
		Reason: "because",
	}
}

// Run tests an implementation of [club.AuditStore]. The function `open` returns a new store
// and a function `reopen`, which returns the same store as it is after a restart.
func Run(t *testing.T, open func(t *testing.T) (store club.AuditStore, reopen func() club.AuditStore)) {
	t.Run("entries keep their order and content", func(t *testing.T) {
		store, reopen := open(t)
		at := time.Date(1881, 3, 4, 5, 6, 7, 8000, time.UTC)
		want := []club.AuditEntry{
			fullEntry(at),
			{At: at.Add(time.Second), Action: club.Unset, Setting: "rules"},
			{At: at, By: "x", Action: club.Muted, Target: "y"},
		}
		after := int64(0)
		for i := range want {
			n, err := store.Record(t.Context(), want[i], after)
			if err != nil || i > 0 && n <= want[i-1].Number {
				t.Fatalf("number %d, %v", n, err)
			}
			if _, err := store.Record(t.Context(), want[i], after); !errors.Is(err, club.ErrBehind) {
				t.Fatalf("storing an entry after number %d: %v, want %v", after, err, club.ErrBehind)
			}
			want[i].Number, after = n, n
		}
		wantEntries(t, store, want)
		wantEntries(t, reopen(), want)
	})
	t.Run("a cancelled entry is not stored", func(t *testing.T) {
		store, reopen := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if n, err := store.Record(ctx, fullEntry(time.Now()), 0); err == nil {
			t.Errorf("kept as %d", n)
		}
		if got, err := reopen().Entries(t.Context(), 0); err != nil || len(got) != 0 {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// wantEntries checks that the store contains exactly the entries `want`, and that, for each of
// them, the store returns the entries that follow it.
func wantEntries(t *testing.T, store club.AuditStore, want []club.AuditEntry) {
	t.Helper()
	after := int64(0)
	for i := range len(want) + 1 {
		got, err := store.Entries(t.Context(), after)
		if diff := cmp.Diff(want[i:], got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("after %d: %v\n%s", after, err, diff)
		}
		if i < len(want) {
			after = want[i].Number
		}
	}
}
