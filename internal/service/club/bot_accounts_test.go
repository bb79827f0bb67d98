package club_test

import (
	"sync"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/service/club"
)

// A restart does not change which accounts are bot accounts. A bot account stays marked
// until the account is deleted, or until a moderator unmarks it and gives a reason.
func TestMarkBotAccounts(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := t.Context()
	wants := func(first, second bool) {
		t.Helper()
		for range 2 {
			if c.BotAccount(member) != first || c.BotAccount(guard) != second || c.BotAccount(nobody) {
				t.Errorf("marked: %v, %v; want %v, %v", c.BotAccount(member), c.BotAccount(guard), first, second)
			}
			c.must(c.kept.Close())
			c.open(club.Config{Clock: clocktest.At(func() time.Time { return c.now })})
		}
	}
	notified := 0
	stop := c.Watch(func() { notified++ })
	var all sync.WaitGroup
	for range 8 { // mark the account several times, like a program that plays at several tables
		all.Go(func() { c.must(c.MarkBotAccount(ctx, member)) })
	}
	all.Wait()
	stop()
	c.must(c.MarkBotAccount(ctx, guard))
	c.must(c.MarkBotAccount(ctx, nobody))
	wants(true, true)
	if notified != 1 {
		t.Errorf("%d notifications of one mark", notified)
	}
	for what, err := range map[string]error{
		"without a reason":     c.BotAccounts.Unmark(ctx, owner, member, ""),
		"by a member":          c.BotAccounts.Unmark(ctx, member, member, "mine"),
		"from themselves":      c.BotAccounts.Unmark(ctx, guard, guard, "mine"),
		"from an ordinary one": c.BotAccounts.Unmark(ctx, owner, stranger, "by mistake"),
	} {
		if err == nil {
			t.Errorf("unmarked %s", what)
		}
	}
	wants(true, true)
	c.must(c.BotAccounts.Unmark(ctx, guard, member, "by mistake"))
	wants(false, true)
	c.must(c.Roles.Leave(ctx, guard))
	wants(false, false)
}
