package club_test

import (
	"sync"
	"testing"
	"time"

	"quadrille/internal/club"
)

// The mark is the fold of deeds: it is there again after a restart, goes when it is
// taken away, for a reason, by who may, and goes with the account.
func TestMachinesAreMarked(t *testing.T) {
	c := peopled(t, club.OpenToAll)
	ctx := t.Context()
	wants := func(first, second bool) {
		t.Helper()
		for range 2 {
			if c.BotAccount(member) != first || c.BotAccount(guard) != second || c.BotAccount(nobody) {
				t.Errorf("marked: %v, %v; want %v, %v", c.BotAccount(member), c.BotAccount(guard), first, second)
			}
			c.must(c.kept.Close())
			c.open(club.Config{Now: func() time.Time { return c.now }})
		}
	}
	told := 0
	stop := c.Watch(func() { told++ })
	var all sync.WaitGroup
	for range 8 { // at several tables at once
		all.Go(func() { c.must(c.MarkBotAccount(ctx, member)) })
	}
	all.Wait()
	stop()
	c.must(c.MarkBotAccount(ctx, guard))
	c.must(c.MarkBotAccount(ctx, nobody))
	wants(true, true)
	if told != 1 {
		t.Errorf("told %d times that one is marked", told)
	}
	for what, err := range map[string]error{
		"without a reason":      c.Machines.Unmark(ctx, owner, member, ""),
		"by who may not":        c.Machines.Unmark(ctx, member, member, "mine"),
		"a moderator's, by him": c.Machines.Unmark(ctx, guard, guard, "mine"),
		"of who has none":       c.Machines.Unmark(ctx, owner, stranger, "by mistake"),
	} {
		if err == nil {
			t.Errorf("taken away %s", what)
		}
	}
	wants(true, true)
	c.must(c.Machines.Unmark(ctx, guard, member, "by mistake"))
	wants(false, true)
	c.must(c.Roles.Leave(ctx, guard))
	wants(false, false)
}
