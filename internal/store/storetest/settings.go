package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

func testSettingsAreStored(t *testing.T, b *Backend) {
	s := b.opened(t)
	ctx := context.Background()
	for _, id := range []player.ID{"SHA256:inky", "SHA256:sue"} {
		if _, err := s.Accounts.Claim(ctx, id, string(id[7:])); err != nil {
			t.Fatal(err)
		}
	}
	light, silent := player.Choice{Setting: player.Theme, Value: "light"}, player.Choice{Setting: player.Bell, Value: "off"}
	dark := player.Choice{Setting: player.Theme, Value: "dark"}
	for _, choices := range [][]player.Choice{{light, silent}, {}, {dark}} {
		if err := s.Settings.Remember(ctx, "SHA256:inky", choices...); err != nil {
			t.Fatal(err)
		}
	}
	// Settings stored by a later version must not keep the server from starting.
	s.execute(t, `INSERT INTO settings VALUES ('SHA256:inky', 'music', 'loud'), ('SHA256:sue', 'theme', 'plaid')`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = b.opened(t)
	for id, want := range map[player.ID]player.Settings{
		"SHA256:inky": player.Settings{}.With(dark, silent),
		"SHA256:sue":  {},
		"SHA256:else": {},
		"guest:x":     {},
	} {
		if got, err := s.Settings.Recall(ctx, id); err != nil || got != want {
			t.Errorf("%s has %v, %v; want %v", id, got, err, want)
		}
	}
}

func testGuestSettingsAreNotStored(t *testing.T, b *Backend) {
	s := b.opened(t)
	err := s.Settings.Remember(context.Background(), "guest:x", player.Choice{Setting: player.Bell, Value: "off"})
	if refusal.Of(err) != player.GuestSettings {
		t.Errorf("refused with %v", err)
	}
}

// testTerminalsAreStored checks that the answers of a limited number of terminals are stored for
// accounts with a name, and that they are no settings.
func testTerminalsAreStored(t *testing.T, b *Backend) {
	s := b.opened(t)
	ctx := context.Background()
	const inky = "SHA256:inky"
	if _, err := s.Accounts.Claim(ctx, inky, "inky"); err != nil {
		t.Fatal(err)
	}
	answers := player.Terminal{Asked: "snfbc", Name: "foot(1.18.1)", Focus: true, Sync: true, Light: true, TrueColor: true}
	for n := range player.MaxTerminals + 2 {
		if err := s.Settings.RememberTerminal(ctx, inky, fmt.Sprintf("xterm %d", n), player.Terminal{Asked: "s"}); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := s.Settings.RememberTerminal(ctx, inky, "foot", answers); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Settings.RememberTerminal(ctx, "guest:x", "foot", answers); refusal.Of(err) != player.GuestSettings {
		t.Errorf("a guest is refused with %v", err)
	}
	if err := s.Settings.RememberTerminal(ctx, "SHA256:nameless", "foot", answers); err != nil {
		t.Error(err)
	}
	s.execute(t, `INSERT INTO settings VALUES ('SHA256:inky', 'music', 'loud')`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = b.opened(t)
	got, err := s.Settings.Terminals(ctx, inky)
	if err != nil || len(got) != player.MaxTerminals || got["foot"] != answers {
		t.Errorf("%v, %v", got, err)
	}
	for _, id := range []player.ID{"guest:x", "SHA256:nameless"} {
		if got, err := s.Settings.Terminals(ctx, id); err != nil || len(got) > 0 {
			t.Errorf("%s has %v, %v", id, got, err)
		}
	}
	if got, err := s.Settings.Recall(ctx, inky); err != nil || got != (player.Settings{}) {
		t.Errorf("settings: %v, %v", got, err)
	}
}

// testLessonsAreStored checks that lessons are stored for accounts with a name and for guests,
// that they are no settings, and that old lessons of guests are deleted.
func testLessonsAreStored(t *testing.T, b *Backend) {
	s := b.opened(t)
	ctx := t.Context()
	const inky = "SHA256:inky"
	if _, err := s.Accounts.Claim(ctx, inky, "inky"); err != nil {
		t.Fatal(err)
	}
	s.execute(t, `INSERT INTO settings VALUES ('guest:old', 'lesson Pins', '2020-02-02'), ('SHA256:inky', 'lesson Pins', '2020-02-02')`)
	for _, id := range []player.ID{inky, "guest:x", "SHA256:nameless"} {
		for _, title := range []string{"Forks", "Skewers", "Forks"} {
			if err := s.Settings.CompleteLesson(ctx, id, title); err != nil {
				t.Error(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = b.opened(t)
	for id, want := range map[player.ID][]string{
		inky:              {"Forks", "Pins", "Skewers"},
		"guest:x":         {"Forks", "Skewers"},
		"guest:old":       nil,
		"SHA256:nameless": nil,
	} {
		got, err := s.Settings.Lessons(ctx, id)
		if slices.Sort(got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s has completed %q, %v; want %q", id, got, err, want)
		}
	}
	if got, err := s.Settings.Recall(ctx, inky); err != nil || got != (player.Settings{}) {
		t.Errorf("settings: %v, %v", got, err)
	}
}
