package club_test

import (
	"sync"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
)

// TestTwoClubsShareAnAuditLog checks that two processes can share an audit log. Each process
// must take account of all earlier entries when it makes a change.
func TestTwoClubsShareAnAuditLog(t *testing.T) {
	store := &clubtest.Memory{}
	var clubs [2]*club.Club
	for i := range clubs {
		var err error
		if clubs[i], err = club.Open(t.Context(), store, club.Config{}); err != nil {
			t.Fatal(err)
		}
	}
	a, b := clubs[0], clubs[1]
	if err := a.Roles.Appoint(t.Context(), "", owner, club.Owner, ""); err != nil {
		t.Fatal(err)
	}
	if err := b.Roles.Appoint(t.Context(), "", owner, club.Owner, ""); refusal.Of(err) != club.HasRole {
		t.Errorf("appointed again: %v", err)
	}
	calls := 0
	defer b.Watch(func() { calls++ })()
	if err := a.Roles.Appoint(t.Context(), owner, member, club.Member, ""); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := b.Audit.Refresh(t.Context()); err != nil || !b.Member(member) || calls != 1 {
			t.Errorf("after a refresh: %v, member %v, %d calls; want a member and 1", err, b.Member(member), calls)
		}
	}
	if err := a.MarkBotAccount(t.Context(), member); err != nil {
		t.Fatal(err)
	}
	if err := b.BotAccounts.Refresh(t.Context()); err != nil || !b.BotAccount(member) {
		t.Errorf("after a refresh: %v, bot account %v", err, b.BotAccount(member))
	}
}

// TestClubsThatShareAnAuditLogAcceptAnInvitationOnce checks that exactly one process
// succeeds if many processes try to use the same invitation at the same time.
func TestClubsThatShareAnAuditLogAcceptAnInvitationOnce(t *testing.T) {
	store := &clubtest.Memory{}
	first, err := club.Open(t.Context(), store, club.Config{})
	if err != nil {
		t.Fatal(err)
	}
	code, _, err := first.Invitations.Add(t.Context(), "", club.Member, 1, time.Hour, "", "")
	if err != nil {
		t.Fatal(err)
	}
	entered := sync.WaitGroup{}
	entered.Add(8)
	var all sync.WaitGroup
	results := make(chan error, 8)
	for i := range cap(results) {
		all.Go(func() {
			c, err := club.Open(t.Context(), store, club.Config{})
			entered.Done()
			entered.Wait() // wait until all clubs are open, so that each of them still sees the unused invitation
			if err == nil {
				_, err = c.Invitations.Join(t.Context(), code, player.ID(rune('a'+i)), nil)
			}
			results <- err
		})
	}
	all.Wait()
	close(results)
	joined := 0
	for err := range results {
		if err == nil {
			joined++
		}
	}
	if joined != 1 {
		t.Errorf("%d people used an invitation for one", joined)
	}
}
