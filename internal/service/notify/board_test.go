package notify_test

import (
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/notify"
)

const (
	moderator player.ID = "SHA256:mod"
	anybody   player.ID = "SHA256:anybody"
)

func newBoard(t *testing.T) *notify.Board {
	t.Helper()
	theClub, err := clubtest.Open(t.Context(), club.Config{}, map[player.ID]club.Role{moderator: club.Moderator})
	if err != nil {
		t.Fatal(err)
	}
	b, err := notify.OpenBoard(t.Context(), theClub)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// wantTexts waits for the watcher's next list, and requires that its notices have the given
// texts.
func wantTexts(t *testing.T, w *notify.Watcher, want ...string) {
	t.Helper()
	list, ok := w.Take(t.Context())
	if !ok || len(list) != len(want) {
		t.Fatalf("%v, %v; want %q", list, ok, want)
	}
	for i, n := range list {
		if n.Text != want[i] {
			t.Errorf("%q; want %q", n.Text, want[i])
		}
	}
}

func TestAnnouncementExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t)
		w := b.Watch(anybody)
		defer w.Close()
		wantTexts(t, w)
		if _, err := b.Announce(t.Context(), anybody, "hello", "1h"); err == nil {
			t.Error("somebody without a role could announce")
		}
		if _, err := b.Announce(t.Context(), moderator, "first", "2h"); err != nil {
			t.Fatal(err)
		}
		wantTexts(t, w, "first")
		if _, err := b.Announce(t.Context(), moderator, "second", "1h"); err != nil {
			t.Fatal(err)
		}
		wantTexts(t, w, "second")
		began := time.Now()
		wantTexts(t, w)
		if past := time.Since(began); past != time.Hour {
			t.Errorf("the announcement was shown for %v", past)
		}
	})
}

// TestNoticesOfOneKindAreAllShown checks a list in which the newer notice comes first, such as
// the one about an owner's own webhook before the one about the club's.
func TestNoticesOfOneKindAreAllShown(t *testing.T) {
	var u notify.Unread
	own := notify.Notice{Kind: notify.HookDisabled, Number: 200, Text: "own"}
	club := notify.Notice{Kind: notify.HookDisabled, Number: 100, Text: "club"}
	for i, want := range []int{2, 0} {
		if got := u.Take([]notify.Notice{own, club}); len(got) != want {
			t.Errorf("list %d: %v", i, got)
		}
	}
}

func TestNoticeIsShownOnce(t *testing.T) {
	var u notify.Unread
	one := notify.Notice{Kind: notify.Announcement, Number: 7, Text: "one"}
	two := notify.Notice{Kind: notify.NoNewGames, Number: 3, Text: "two"}
	for i, c := range []struct {
		list []notify.Notice
		want int
	}{
		{[]notify.Notice{one}, 1},
		{[]notify.Notice{one, two}, 1},
		{nil, 0},
		{[]notify.Notice{two, one}, 0},
		{[]notify.Notice{{Kind: notify.Announcement, Number: 9}}, 1},
	} {
		if got := u.Take(c.list); len(got) != c.want {
			t.Errorf("list %d: %v", i, got)
		}
	}
}
