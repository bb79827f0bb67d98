package table_test

import (
	"errors"
	"io"
	"testing"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestParseClockReadsString(t *testing.T) {
	for _, text := range []string{"none", "1+0", "5+10", "180+180"} {
		c, err := table.ParseClock(text)
		if err != nil || c.String() != text {
			t.Errorf("%q reads as %q, %v", text, c, err)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+]?[0-9]{0,20}\+[-+]?[0-9]{0,20}`)).Draw(r, "clock")
		if c, err := table.ParseClock(text); err == nil {
			if again, err := table.ParseClock(c.String()); err != nil || again != c || c.Start < 0 || c.Increment < 0 {
				r.Errorf("%q reads as %q", text, c)
			}
		}
	})
}

func TestRefusalUnwrapsItsCause(t *testing.T) {
	var err error = &table.Refusal{Reason: table.CannotStore, Cause: io.ErrShortWrite}
	if !errors.Is(err, io.ErrShortWrite) {
		t.Error("the cause is not in the chain")
	}
}

// ratings is a club that may rate the games of programs.
type ratings struct {
	table.Rights
	accounts, bots bool
}

func (c ratings) RatesBotAccounts() bool { return c.accounts }
func (c ratings) RatesBots() bool        { return c.bots }

// TestRatedTermsDecideWhoSits checks that the terms with which a rated table was opened decide whether
// bots and bot accounts may sit at it.
func TestRatedTermsDecideWhoSits(t *testing.T) {
	person, bot := player.Player{ID: "a", Name: "Ann"}, player.Bot(2, 1)
	account, guest := player.Player{ID: "p", Name: "Pro", BotAccount: true}, player.Player{ID: "guest:s", Name: "guest-s", BotAccount: true}
	for _, c := range []ratings{{}, {accounts: true}, {bots: true}, {accounts: true, bots: true}} {
		terms := table.Terms{Rated: true}.ForClub(c)
		for p, want := range map[player.Player]bool{person: true, account: c.accounts, bot: c.bots, guest: false} {
			var refused *table.Refusal
			err := terms.Admits(p)
			if want != (err == nil) || err != nil && p != guest && (!errors.As(err, &refused) || refused.Reason != table.PeopleOnly) {
				t.Errorf("bot accounts %v, bots %v: %s: %v", c.accounts, c.bots, p.Name, err)
			}
		}
		if terms.AdmitsBots() != c.bots {
			t.Errorf("bots %v: admitted %v", c.bots, terms.AdmitsBots())
		}
	}
	if terms := (table.Terms{RatedBots: true}).ForClub(nil); terms.RatedBots || !terms.AdmitsBots() {
		t.Errorf("%+v without ratings", terms)
	}
}

// TestClockShowsTimeAfterTheDelay checks what a clock with a delay shows.
func TestClockShowsTimeAfterTheDelay(t *testing.T) {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	c := table.ClockView{Running: 1, Deadline: now.Add(5*time.Minute + 10*time.Second)}
	c.Left[0], c.Left[1] = 4*time.Minute, 5*time.Minute
	for _, show := range []struct {
		seat        rules.Seat
		after, want time.Duration
	}{
		{1, 9 * time.Second, 5 * time.Minute},
		{1, 25 * time.Second, 5*time.Minute - 15*time.Second},
		{1, time.Hour, 0},
		{0, time.Hour, 4 * time.Minute},
	} {
		if got := c.Shows(show.seat, now.Add(show.after)); got != show.want {
			t.Errorf("seat %d after %v: %v, want %v", show.seat, show.after, got, show.want)
		}
	}
}
