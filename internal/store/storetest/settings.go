package storetest

import (
	"context"
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
