package records_test

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/records"
	"quadrille/internal/table"
)

func TestParseSearch(t *testing.T) {
	day := func(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }
	for text, want := range map[string]table.Search{
		"":                             {},
		"Inky":                         {Name: "Inky"},
		"mary ann Chess4":              {Name: "mary ann", Game: "chess4"},
		"verney drawn":                 {Game: "verney", Result: "drawn"},
		"2026":                         {From: day(2026, 1, 1), Until: day(2027, 1, 1)},
		"2026-02":                      {From: day(2026, 2, 1), Until: day(2026, 3, 1)},
		"2026-12-31 won":               {From: day(2026, 12, 31), Until: day(2027, 1, 1), Result: "won"},
		"since=2026-11 until=2026-12":  {From: day(2026, 11, 1), Until: day(2027, 1, 1)},
		"player=won game=CHESS4":       {Name: "won", Game: "chess4"},
		"result=king-taken player= mo": {Result: "king-taken", Name: "mo"},
	} {
		if got, err := records.ParseSearch(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, message := range map[string]string{
		"game=ludo":                  "there is no game",
		"since=tomorrow":             "is not a date",
		"until=2026-13":              "is not a date",
		"result=fun":                 "there is no result",
		"colour=red":                 "cannot search for",
		"\x1b]0;x\a":                 "cannot be used here",
		"colour\u202e=a":             "cannot search for",
		"abcdefghijklmnopqrstuvwxyz": "too long",
	} {
		if _, err := records.ParseSearch(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v, want %q", text, err, message)
		}
	}
	for _, text := range hostile.Strings {
		if _, err := records.ParseSearch(text); err != nil && strings.ContainsAny(err.Error(), "\x1b\n\r\a\u202e") {
			t.Errorf("%q is refused with %q", text, err)
		}
	}
}

// A winner who has two seats is listed only once.
func TestWinnersAreListedOnce(t *testing.T) {
	f := table.Found{Game: "verney", Termination: "checkmate", Winners: []string{"red", "black"}}
	inky := player.Player{ID: "SHA256:inky", Name: "Inky"}
	f.Players[0], f.Players[1] = inky, player.Player{ID: "SHA256:blinky", Name: "blinky"}
	f.Players[2] = inky
	if got := records.Winners(&f); len(got) == 0 || len(got) > 2 {
		t.Errorf("%v won", got)
	}
	f.Winners = nil
	if got := records.Winners(&f); got != nil {
		t.Errorf("%v won a draw", got)
	}
}
