package club_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// For 30 days, a player whom a moderator renamed cannot take their old name again.
func TestRenamedPlayerKeepsTheName(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := t.Context()
	own := club.Names{Directory: c.kept.Accounts, Club: c.Club}
	p, err := own.Claim(ctx, member, "Rude Name")
	c.must(err)
	admin := &club.Admin{Club: c.Club, By: guard, Directory: c.kept.Accounts}
	_, err = admin.Rename(ctx, p, "Polite", "that is rude")
	c.must(err)
	for range 2 {
		if _, err := own.Claim(ctx, member, "Rude Name"); err == nil || !strings.Contains(err.Error(), "a moderator chose your name") {
			t.Errorf("the old name is back: %v", err)
		}
		if p, _, _ := c.kept.Accounts.Lookup(ctx, member); p.Name != "Polite" {
			t.Errorf("the name is %q", p.Name)
		}
		c.must(c.kept.Close())
		c.open(club.Config{Clock: clocktest.At(func() time.Time { return c.now })})
		own = club.Names{Directory: c.kept.Accounts, Club: c.Club}
	}
	c.now = c.now.Add(31 * 24 * time.Hour)
	_, err = own.Claim(ctx, member, "Better")
	c.must(err)
}

// TestRenamingCostsNobodyAName checks that the limits on changes of names do not count a name
// that a moderator chose, neither for the player nor for the moderator's address.
func TestRenamingCostsNobodyAName(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := player.WithAddress(t.Context(), netip.MustParseAddr("192.0.2.7"))
	p, err := c.kept.Accounts.Claim(ctx, member, "Rude Name")
	c.must(err)
	directory := &claims{Directory: c.kept.Accounts}
	admin := &club.Admin{Club: c.Club, By: guard, Directory: directory}
	_, err = admin.Rename(ctx, p, "Polite", "that is rude")
	c.must(err)
	if directory.counted != 0 || directory.all == 0 {
		t.Errorf("%d of %d changes of the name count for an address", directory.counted, directory.all)
	}
}

// claims counts the names that are set, and those that count for an address.
type claims struct {
	player.Directory
	all, counted int
}

func (c *claims) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	c.all++
	if _, ok := player.AddressOf(ctx); ok {
		c.counted++
	}
	return c.Directory.Claim(ctx, id, name)
}

// TestNamesLikeAnOwnersAreRefused checks that a name is refused if it resembles the name of
// an owner or moderator, even with different accents. A name that differs from the name of
// an ordinary player only in its accents is accepted.
func TestNamesLikeAnOwnersAreRefused(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := t.Context()
	names := club.Names{Directory: c.kept.Accounts, Club: c.Club}
	_, err := names.Claim(ctx, owner, "Ada Brown")
	c.must(err)
	for _, name := range []string{
		"Adá Brown", "Ädä Bröwn", "ada_brown", "Ada Brøwn", "Ąđa Brown", "Ada Bro\u0301wn", "4da Brown",
		"Ada Brovvn",
	} {
		if _, err := names.Claim(ctx, member, name); err == nil || !strings.Contains(err.Error(), "taken, or looks like one") {
			t.Errorf("%q beside the owner: %v", name, err)
		}
	}
	p, err := names.Claim(ctx, member, "José")
	c.must(err)
	_, err = names.Claim(ctx, stranger, "Jose")
	c.must(err)
	admin := &club.Admin{Club: c.Club, By: guard, Directory: c.kept.Accounts}
	if _, err := admin.Rename(ctx, p, "Àda Brown", "by mistake"); err == nil {
		t.Error("a moderator gives somebody a name like the owner's")
	}
	_, err = names.Claim(ctx, owner, "Adá Brown") // an owner may use a name that resembles their own
	c.must(err)
}

// TestBansAreUniqueAndOwnersBansStay checks that a banned range cannot be banned again, and
// that a moderator cannot end a ban that an owner or the server's administrator made.
func TestBansAreUniqueAndOwnersBansStay(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := t.Context()
	flood, err := club.ParseRange("192.0.2.0/24")
	c.must(err)
	for _, by := range []struct {
		who  player.ID
		lift bool
	}{{owner, false}, {"", false}, {guard, true}} {
		b, err := c.Bans.Add(ctx, by.who, club.Ban{Range: flood, Reason: "flood"})
		c.must(err)
		if _, err := c.Bans.Add(ctx, owner, club.Ban{Range: flood, Reason: "again"}); err == nil || len(c.Bans.All()) != 1 {
			t.Errorf("the same range is banned twice: %v", err)
		}
		c.must(c.kept.Close())
		c.open(club.Config{Clock: clocktest.At(func() time.Time { return c.now })})
		if err := c.Bans.Lift(ctx, guard, b.Number, ""); (err == nil) != by.lift {
			t.Errorf("a moderator lifts a ban by %q: %v", by.who, err)
		}
		if !by.lift {
			c.must(c.Bans.Lift(ctx, owner, b.Number, ""))
		}
	}
}

// TestMarksMakeOneEntryADay checks that all accounts that are marked as bot accounts on the
// same day share one audit entry.
func TestMarksMakeOneEntryADay(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	ctx := t.Context()
	before, err := c.Audit.Since(ctx, 0)
	c.must(err)
	mark := func(from, to int) {
		for i := range to - from {
			c.must(c.MarkBotAccount(ctx, player.ID(fmt.Sprintf("SHA256:%d", from+i))))
		}
	}
	mark(0, 50)
	c.must(c.kept.Close())
	c.open(club.Config{Clock: clocktest.At(func() time.Time { return c.now })})
	mark(50, 100)
	c.now = c.now.Add(24 * time.Hour)
	mark(100, 107)
	all, err := c.Audit.Since(ctx, 0)
	c.must(err)
	if len(all)-len(before) != 2 {
		t.Errorf("%d entries for 107 accounts on two days", len(all)-len(before))
	}
	admin := &club.Admin{Club: c.Club, By: guard, Directory: c.kept.Accounts}
	last := all[len(all)-1]
	if line := admin.Line(ctx, last); !strings.HasPrefix(line.Object, "7 accounts: ") || !strings.HasSuffix(line.Object, "and 2 more") {
		t.Errorf("the entry says %q", line.Object)
	}
	if !admin.About(last, "SHA256:103") || admin.About(last, "SHA256:3") {
		t.Error("an entry is about the accounts of another day")
	}
	for _, id := range []player.ID{"SHA256:0", "SHA256:99", "SHA256:106"} {
		if !c.BotAccount(id) {
			t.Errorf("%s is not marked", id)
		}
	}
}
