package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"quadrille/internal/player"
)

func testClaimedNameIsLookedUpAfterReopening(t *testing.T, b *Backend) {
	s := b.opened(t)
	ctx := context.Background()
	if _, ok, err := s.Accounts.Lookup(ctx, "SHA256:a"); ok || err != nil {
		t.Fatalf("Lookup before Claim returned ok = %t, error %v", ok, err)
	}
	want := player.Player{ID: "SHA256:a", Name: "Pinky Lee"}
	if got, err := s.Accounts.Claim(ctx, "SHA256:a", "  Pinky   Lee "); got != want || err != nil {
		t.Fatalf("Claim = %v, %v", got, err)
	}
	s.Close()
	s = b.opened(t)
	if got, ok, err := s.Accounts.Lookup(ctx, "SHA256:a"); got != want || !ok || err != nil {
		t.Errorf("Lookup = %v, %v, %v", got, ok, err)
	}
}

func testNameIsUniqueByItsFoldedForm(t *testing.T, b *Backend) {
	s := b.opened(t)
	names := []string{"Inky", "INKY", "lnky", "1nky", "ｉｎｋｙ", "ıNKY"}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var winners []player.Player
	for i := range 60 {
		wg.Go(func() {
			p, err := s.Accounts.Claim(context.Background(), player.ID(fmt.Sprintf("SHA256:%d", i)), names[i%len(names)])
			var refusal *player.Refusal
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				winners = append(winners, p)
			} else if !errors.As(err, &refusal) || refusal.Reason != player.Taken {
				t.Errorf("refused with %v", err)
			}
		})
	}
	wg.Wait()
	if len(winners) != 1 {
		t.Fatalf("%d accounts have the name: %v", len(winners), winners)
	}
}

func testRenamingFreesTheOldName(t *testing.T, b *Backend) {
	s := b.opened(t)
	ctx := context.Background()
	for _, claim := range []struct {
		id   player.ID
		name string
		ok   bool
	}{
		{"SHA256:a", "Inky", true},
		{"SHA256:b", "inky", false},
		{"SHA256:a", "INKY", true}, // the player's own name in another form
		{"SHA256:a", "Blinky", true},
		{"SHA256:b", "inky", true},
		{"SHA256:a", "Inky", false},
	} {
		if _, err := s.Accounts.Claim(ctx, claim.id, claim.name); (err == nil) != claim.ok {
			t.Errorf("%s claims %s: %v", claim.id, claim.name, err)
		}
	}
	if p, _, _ := s.Accounts.Lookup(ctx, "SHA256:a"); p.Name != "Blinky" {
		t.Errorf("a refused claim left the name %q", p.Name)
	}
}

func testClaimRefusesUncleanNamesAndGuests(t *testing.T, b *Backend) {
	s := b.opened(t)
	for id, name := range map[player.ID]string{"SHA256:a": "In\x1b[31mky", "SHA256:b": "admin", "guest:k7f39mpwx2qdh8ta": "Inky"} {
		var refusal *player.Refusal
		if _, err := s.Accounts.Claim(context.Background(), id, name); !errors.As(err, &refusal) {
			t.Errorf("%s claims %q: %v", id, name, err)
		}
		if p, ok, _ := s.Accounts.Lookup(context.Background(), id); ok != id.Guest() {
			t.Errorf("%s is called %q", id, p.Name)
		}
	}
}
