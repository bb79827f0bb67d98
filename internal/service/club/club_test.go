package club_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/store"
)

const (
	owner    = player.ID("SHA256:owner")
	guard    = player.ID("SHA256:guard")
	member   = player.ID("SHA256:member")
	stranger = player.ID("SHA256:stranger")
	nobody   = player.ID("guest:x")
)

// testClub is a club with a real store, and with a clock that the test sets.
type testClub struct {
	*testing.T
	*club.Club
	dir  string
	kept *store.Store
	now  time.Time
}

func newTestClub(t *testing.T, config club.Config) *testClub {
	t.Helper()
	c := &testClub{T: t, dir: t.TempDir(), now: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	config.Clock = clocktest.At(func() time.Time { return c.now })
	c.open(config)
	t.Cleanup(func() { _ = c.kept.Close() })
	return c
}

func (c *testClub) open(config club.Config) {
	c.Helper()
	var err error
	if c.kept, err = store.Open(context.Background(), c.dir, slog.New(slog.NewTextHandler(io.Discard, nil))); err != nil {
		c.Fatal(err)
	}
	if c.Club, err = club.Open(context.Background(), c.kept.Audit, config); err != nil {
		c.Fatal(err)
	}
}

// withRoles returns a club with one account of each role.
func withRoles(t *testing.T, entry club.EntryPolicy) *testClub {
	c := newTestClub(t, club.Config{Entry: entry})
	for _, p := range []club.Person{{ID: owner, Role: club.Owner}, {ID: guard, Role: club.Moderator}, {ID: member, Role: club.Member}} {
		c.must(c.Roles.Appoint(t.Context(), "", p.ID, p.Role, ""))
	}
	return c
}

func (c *testClub) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// refuses fails the test unless the function `act` returns an error that contains the text
// `want`, and adds no audit entry.
func (c *testClub) refuses(want string, act func(ctx context.Context) error) {
	c.Helper()
	before, err := c.Audit.Since(c.Context(), 0)
	c.must(err)
	if err := act(c.Context()); err == nil || !strings.Contains(err.Error(), want) {
		c.Errorf("%v; want %q", err, want)
	}
	after, err := c.Audit.Since(c.Context(), 0)
	c.must(err)
	if len(after) != len(before) {
		c.Errorf("what was refused (%s) is in the log", want)
	}
}

// state returns the state of the club as a list of values that can be compared.
func (c *testClub) state() []any {
	settings := map[club.Setting]string{}
	for _, s := range club.AllSettings {
		settings[s], _ = c.Settings.Get(s)
	}
	return []any{c.Roles.People(), c.Mutes.All(), c.Bans.All(), c.Invitations.Open(), settings, c.Settings.Entry()}
}

// sameAfterRestart checks that the club has the same state after it is closed and opened
// again.
func (c *testClub) sameAfterRestart(config club.Config) {
	c.Helper()
	before := c.state()
	c.must(c.kept.Close())
	config.Clock = clocktest.At(func() time.Time { return c.now })
	c.open(config)
	if after := c.state(); !reflect.DeepEqual(before, after) {
		c.Errorf("before the restart\n%v\nafter it\n%v", before, after)
	}
}

func TestRightsToAppoint(t *testing.T) {
	for _, try := range []struct {
		by, target player.ID
		role       club.Role
		want       string // text of the expected error; empty if the action must succeed
	}{
		{stranger, stranger, club.Member, "needs the role moderator"},
		{member, stranger, club.Member, "needs the role moderator"},
		{guard, stranger, club.Member, ""},
		{guard, stranger, club.Moderator, "needs the role owner"},
		{guard, guard, club.Owner, "needs the role owner"},
		{guard, owner, club.Member, "a moderator cannot do that"},
		{owner, guard, club.Member, ""},
		{owner, stranger, club.Owner, ""},
		{owner, owner, club.Member, "the only owner"},
		{owner, member, club.Member, "already has the role member"},
		{owner, nobody, club.Member, "without an SSH key"},
	} {
		c := withRoles(t, club.OpenToAll)
		act := func(ctx context.Context) error { return c.Roles.Appoint(ctx, try.by, try.target, try.role, "") }
		if try.want != "" {
			c.refuses(try.want, act)
			continue
		}
		c.must(act(t.Context()))
		if got := c.Role(try.target); got != try.role {
			t.Errorf("%s is %v", try.target, got)
		}
	}
}

// TestInvalidReasonsAreRefused checks that an action is refused if its reason cannot be
// stored. A reason that consists only of spaces counts as missing.
func TestInvalidReasonsAreRefused(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	for _, blank := range []string{" ", "   ", "\t"} {
		c.refuses("give a reason with --reason", func(ctx context.Context) error { return c.Roles.Remove(ctx, guard, member, blank) })
		c.refuses(
			"give a reason with --reason",
			func(ctx context.Context) error { return c.Mutes.Set(ctx, guard, member, true, time.Time{}, blank) },
		)
		c.refuses("give a reason with --reason", func(context.Context) error { return c.Roles.MayActOn(guard, member, blank) })
		c.refuses("give a reason with --reason", func(ctx context.Context) error {
			_, err := c.Bans.Add(ctx, guard, club.Ban{Account: member, Reason: blank})
			return err
		})
		c.must(c.Roles.Appoint(t.Context(), owner, stranger, club.Member, blank)) // appointing a member needs no reason
		c.must(c.Roles.Appoint(t.Context(), owner, stranger, club.Guest, blank))
	}
	for reason, want := range map[string]string{strings.Repeat("long ", 50): "too long", "one\ntwo": "more than one line"} {
		c.refuses(want, func(context.Context) error { return c.Roles.MayActOn(guard, member, reason) })
	}
}

func TestOnlyOwnersActOnThemselves(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	c.refuses("do that to yourself", func(ctx context.Context) error { return c.Mutes.Set(ctx, guard, guard, true, time.Time{}, "test") })
	c.refuses("do that to yourself", func(ctx context.Context) error { return c.Roles.Remove(ctx, guard, guard, "enough") })
	c.refuses(
		"with the role owner",
		func(ctx context.Context) error { return c.Mutes.Set(ctx, guard, owner, true, time.Time{}, "revolt") },
	)
	c.must(c.Mutes.Set(t.Context(), owner, owner, true, time.Time{}, "to see how it is"))
}

func TestRemoveKeepsTheLastOwner(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	c.refuses("give a reason", func(ctx context.Context) error { return c.Roles.Remove(ctx, guard, member, "") })
	c.refuses("needs the role moderator", func(ctx context.Context) error { return c.Roles.Remove(ctx, member, member, "x") })
	c.refuses("not a member", func(ctx context.Context) error { return c.Roles.Remove(ctx, guard, stranger, "x") })
	c.refuses("a moderator cannot do that", func(ctx context.Context) error { return c.Roles.Remove(ctx, guard, owner, "x") })
	c.refuses("the only owner", func(ctx context.Context) error { return c.Roles.Remove(ctx, owner, owner, "x") })
	c.refuses("the only owner", func(ctx context.Context) error { return c.Roles.Remove(ctx, "", owner, "x") })
	c.must(c.Roles.Remove(t.Context(), guard, member, "left the club"))
	if c.Role(member) != club.Guest {
		t.Error("still a member")
	}
	c.must(c.Roles.Appoint(t.Context(), owner, guard, club.Owner, ""))
	c.must(c.Roles.Remove(t.Context(), owner, owner, "moved away"))
	c.sameAfterRestart(club.Config{})
}

func TestBans(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	from := netip.MustParseAddr("192.0.2.77")
	key := player.Fingerprint("SHA256:lost")
	ban := func(b club.Ban) club.Ban {
		t.Helper()
		b.Reason = "rude"
		b, err := c.Bans.Add(t.Context(), guard, b)
		c.must(err)
		return b
	}
	if c.Admit(stranger, key, from) != nil || c.Bans.Barred(from) {
		t.Fatal("not let in before any ban")
	}
	person := ban(club.Ban{Account: stranger, Until: c.now.Add(time.Hour)})
	var out *club.BanError
	if err := c.Admit(stranger, "SHA256:other", netip.MustParseAddr("::1")); !errors.As(err, &out) ||
		!strings.Contains(err.Error(), "until 2026-03-01 21:00 UTC: rude") {
		t.Errorf("%v", err)
	}
	if err := c.Admit(member, "SHA256:other", from); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	ban(club.Ban{Key: key})
	if err := c.Admit(member, key, from); err == nil {
		t.Error("the key still opens")
	}
	whole := ban(club.Ban{Range: netip.MustParsePrefix("192.0.2.0/24")})
	if !c.Bans.Barred(from) || !c.Bans.Barred(netip.MustParseAddr("::ffff:192.0.2.1")) ||
		c.Bans.Barred(netip.MustParseAddr("192.0.3.1")) {
		t.Error("the range")
	}
	if c.Admit(member, "", from) == nil || c.Admit(owner, "", from) != nil {
		t.Error("a range keeps out members, and never an owner")
	}
	c.sameAfterRestart(club.Config{})
	c.now = c.now.Add(time.Hour)
	if err := c.Admit(stranger, "", netip.MustParseAddr("::1")); err != nil {
		t.Errorf("after its time: %v", err)
	}
	c.refuses("no ban", func(ctx context.Context) error { return c.Bans.Lift(ctx, guard, person.Number, "") })
	c.must(c.Bans.Lift(t.Context(), guard, whole.Number, ""))
	if c.Bans.Barred(from) {
		t.Error("still barred")
	}
	c.must(c.Roles.Appoint(t.Context(), owner, stranger, club.Moderator, ""))
	for want, b := range map[string]club.Ban{
		"give a reason":  {Account: member},
		"in the past":    {Account: member, Until: c.now, Reason: "x"},
		"an owner":       {Account: owner, Reason: "x"},
		"yourself":       {Account: guard, Reason: "x"},
		"role moderator": {Account: stranger, Reason: "x"},
	} {
		c.refuses(want, func(ctx context.Context) error { _, err := c.Bans.Add(ctx, guard, b); return err })
	}
}

func TestParseRange(t *testing.T) {
	for text, want := range map[string]string{
		"192.0.2.7": "192.0.2.7/32", "192.0.2.7/24": "192.0.2.0/24", "::ffff:192.0.2.7": "192.0.2.7/32",
		"2001:db8::1/48": "2001:db8::/48", "fe80::1%eth0": "fe80::1/128", "::ffff:192.0.2.7/120": "192.0.2.0/24",
	} {
		if p, err := club.ParseRange(text); err != nil || p.String() != want {
			t.Errorf("%s: %v, %v; want %s", text, p, err, want)
		}
	}
	for _, text := range []string{"", "192.0.2", "192.0.2.1/33", "localhost", "::ffff:192.0.2.7/60"} {
		if p, err := club.ParseRange(text); err == nil {
			t.Errorf("%q is %v", text, p)
		}
	}
}

func TestInvitations(t *testing.T) {
	c := withRoles(t, club.MembersOnly)
	if err := c.Admit(stranger, "", netip.Addr{}); refusal.Of(err) != club.MembersAlone {
		t.Fatalf("%v", err)
	}
	code, pass, err := c.Invitations.Add(t.Context(), guard, club.Member, 1, time.Hour, "", "for the new one")
	c.must(err)
	if role, err := c.Invitations.Join(t.Context(), strings.ToUpper(code), stranger, nil); err != nil || role != club.Member {
		t.Fatalf("%v, %v", role, err)
	}
	if err := c.Admit(stranger, "", netip.Addr{}); err != nil {
		t.Errorf("a member: %v", err)
	}
	use := func(code string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := c.Invitations.Join(ctx, code, "SHA256:late", nil)
			return err
		}
	}
	c.refuses("used up", use(code))
	c.refuses("no open invitation", func(ctx context.Context) error { return c.Invitations.Revoke(ctx, guard, pass.Number, "") })
	other, pass, err := c.Invitations.Add(t.Context(), guard, club.Member, 2, time.Hour, "", "")
	c.must(err)
	c.refuses(
		"you already have the role moderator",
		func(ctx context.Context) error { _, err := c.Invitations.Join(ctx, other, guard, nil); return err },
	)
	c.refuses("without an SSH key", func(ctx context.Context) error { _, err := c.Invitations.Join(ctx, other, nobody, nil); return err })
	c.sameAfterRestart(club.Config{Entry: club.MembersOnly})
	c.must(c.Invitations.Revoke(t.Context(), guard, pass.Number, ""))
	c.refuses("was revoked", use(other))
	third, _, err := c.Invitations.Add(t.Context(), owner, club.Owner, 1, time.Hour, "", "")
	c.must(err)
	c.now = c.now.Add(time.Hour)
	c.refuses("has expired", use(third))
	unknown, _ := player.NewInvite()
	c.refuses("no such invitation", use(unknown))
	c.refuses("no such invitation", use("let me in"))
	for want, try := range map[string]func(context.Context) error{
		"needs the role owner":  invites(c, guard, club.Moderator, 1, time.Hour),
		"from 1 to 1000":        invites(c, owner, club.Member, 1001, time.Hour),
		"at most 365 days":      invites(c, owner, club.Member, 1, 366*24*time.Hour),
		"needs no invitation":   invites(c, owner, club.Guest, 1, time.Hour),
		"needs the role modera": invites(c, member, club.Member, 1, time.Hour),
	} {
		c.refuses(want, try)
	}
}

func invites(c *testClub, by player.ID, role club.Role, uses int, lasts time.Duration) func(context.Context) error {
	return func(ctx context.Context) error {
		_, _, err := c.Invitations.Add(ctx, by, role, uses, lasts, "", "")
		return err
	}
}

// TestInvitationIsUsedOnce lets 64 people enter the same code at the same time, and checks
// that exactly one of them becomes a member.
func TestInvitationIsUsedOnce(t *testing.T) {
	c := withRoles(t, club.MembersOnly)
	code, _, err := c.Invitations.Add(t.Context(), owner, club.Member, 1, time.Hour, "", "")
	c.must(err)
	var wait sync.WaitGroup
	won := make(chan player.ID, 64)
	for i := range 64 {
		wait.Go(func() {
			me := player.ID("SHA256:" + string(rune('A'+i)))
			if _, err := c.Invitations.Join(t.Context(), code, me, nil); err == nil {
				won <- me
			} else if !strings.Contains(err.Error(), "used up") {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if len(won) != 1 {
		t.Fatalf("%d won", len(won))
	}
	if c.Role(<-won) != club.Member || len(c.Roles.People()) != 4 {
		t.Errorf("members are %v", c.Roles.People())
	}
	c.sameAfterRestart(club.Config{Entry: club.MembersOnly})
}

func TestFirstOwnerByCode(t *testing.T) {
	c := newTestClub(t, club.Config{})
	code, ok := c.Invitations.OwnersCode(nil)
	if !ok {
		t.Fatal("no code for a club without an owner")
	}
	again, _ := c.Invitations.OwnersCode(nil)
	c.refuses(
		"no such invitation",
		func(ctx context.Context) error { _, err := c.Invitations.Join(ctx, code, stranger, nil); return err },
	)
	if role, err := c.Invitations.Join(t.Context(), again, stranger, nil); err != nil || role != club.Owner {
		t.Fatalf("%v, %v", role, err)
	}
	c.refuses("no such invitation", func(ctx context.Context) error { _, err := c.Invitations.Join(ctx, again, member, nil); return err })
	if _, ok := c.Invitations.OwnersCode(nil); ok {
		t.Error("a second owner by code")
	}
	c.sameAfterRestart(club.Config{})
}

// TestNodesShareTheOwnersCode checks that nodes with the same secret return the same owner's
// code, and that another secret gives another code.
func TestNodesShareTheOwnersCode(t *testing.T) {
	c := newTestClub(t, club.Config{})
	secret := []byte("the secret of the nodes")
	code, _ := c.Invitations.OwnersCode(secret)
	same, _ := c.Invitations.OwnersCode(secret)
	other, _ := c.Invitations.OwnersCode([]byte("another secret"))
	if code != same || code == other {
		t.Errorf("codes %q and %q of the same secret, %q of another", code, same, other)
	}
	if role, err := c.Invitations.Join(t.Context(), other, stranger, nil); err != nil || role != club.Owner {
		t.Fatalf("%v, %v", role, err)
	}
}

// TestSettings checks that a value set by an owner overrides the value in the configuration
// until the owner unsets it.
func TestSettings(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	c.must(c.Settings.Set(t.Context(), owner, "entry", "members-only", ""))
	c.must(c.Settings.Set(t.Context(), owner, "name", "Café de la Régence", ""))
	c.refuses("the role owner", func(ctx context.Context) error { return c.Settings.Set(ctx, guard, "name", "Mine", "") })
	c.refuses(
		"no setting \"colour\": use name, greeting, rules, entry",
		func(ctx context.Context) error { return c.Settings.Set(ctx, owner, "colour", "red", "") },
	)
	c.refuses(
		"no entry policy \"ajar\": use open, guests or members-only",
		func(ctx context.Context) error { return c.Settings.Set(ctx, owner, "entry", "ajar", "") },
	)
	c.refuses("", func(ctx context.Context) error { return c.Settings.Set(ctx, owner, "greeting", "come \x1b[31min", "") })
	c.refuses("no owner has set", func(ctx context.Context) error { return c.Settings.Unset(ctx, owner, "greeting", "") })
	c.Configure(club.Config{Name: "Other", Greeting: "Good evening", Entry: club.GuestsWelcome})
	if name, said := c.Settings.Get(club.SetName); name != "Café de la Régence" || !said || c.Settings.Entry() != club.MembersOnly {
		t.Errorf("%q, %v, %v", name, said, c.Settings.Entry())
	}
	c.sameAfterRestart(club.Config{Greeting: "Good evening"})
	c.Configure(club.Config{Name: "Other", Entry: club.GuestsWelcome})
	c.must(c.Settings.Unset(t.Context(), owner, "name", ""))
	c.must(c.Settings.Unset(t.Context(), owner, "entry", ""))
	if name, said := c.Settings.Get(club.SetName); name != "Other" || said || c.Settings.Entry() != club.GuestsWelcome {
		t.Errorf("%q, %v, %v", name, said, c.Settings.Entry())
	}
}

func TestMayRate(t *testing.T) {
	for entry, want := range map[club.EntryPolicy][2]bool{
		club.OpenToAll: {true, true}, club.GuestsWelcome: {true, false},
		club.MembersOnly: {true, false},
	} {
		c := withRoles(t, entry)
		if got := [2]bool{c.MayRate(member), c.MayRate(stranger)}; got != want || c.MayRate(nobody) {
			t.Errorf("%s: %v; want %v, and never a guest without a key", entry, got, want)
		}
	}
}

// Watchers are notified of a change after it is stored and applied.
func TestWatchersAreNotifiedAfterStoring(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	notified, other := 0, 0
	stop := c.Watch(func() { other++ })
	stop()
	c.Watch(func() {
		notified++
		entries, err := c.kept.Audit.Entries(context.Background(), 0)
		if _, muted := c.MutedUntil(member); err != nil || entries[len(entries)-1].Action != club.Muted || !muted {
			t.Errorf("notified too early: %v, %v", entries, err)
		}
	})
	c.must(c.Mutes.Set(t.Context(), guard, member, true, time.Time{}, "shouts"))
	c.refuses("already muted", func(ctx context.Context) error { return c.Mutes.Set(ctx, guard, member, true, time.Time{}, "shouts") })
	c.refuses("not muted", func(ctx context.Context) error { return c.Mutes.Set(ctx, guard, stranger, false, time.Time{}, "") })
	if notified != 1 || other != 0 {
		t.Errorf("%d notifications, and %d after stop; want 1 and 0", notified, other)
	}
	c.must(c.kept.Close())
	if err := c.Roles.Remove(t.Context(), guard, member, "x"); err == nil || c.Role(member) != club.Member || notified != 1 {
		t.Errorf("%v; what could not be stored was done", err)
	}
}

// Ten thousand wrong codes admit nobody and add no audit entry.
func TestWrongCodesAreRefused(t *testing.T) {
	c := withRoles(t, club.MembersOnly)
	for range 500 {
		_, _, err := c.Invitations.Add(t.Context(), owner, club.Member, 1, time.Hour, "", "")
		c.must(err)
	}
	c.refuses("are open already", invites(c, owner, club.Member, 1, time.Hour))
	before, err := c.Audit.Since(t.Context(), 0)
	c.must(err)
	for range 10_000 {
		guess, _ := player.NewInvite()
		if role, err := c.Invitations.Join(t.Context(), guess, stranger, nil); refusal.Of(err) != club.NoInvitation ||
			role != club.Guest {
			t.Fatalf("%s: %v, %v", guess, role, err)
		}
	}
	after, err := c.Audit.Since(t.Context(), 0)
	c.must(err)
	if len(after) != len(before) {
		t.Errorf("%d audit entries of wrong codes", len(after)-len(before))
	}
}

// A guest who is connected from several addresses is banned from each of them.
func TestBanOfAGuestCoversAllAddresses(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	guest, _ := player.NewGuest()
	var present []club.Visitor
	for _, from := range []string{"192.0.2.1", "192.0.2.1", "192.0.2.7", "2001:db8::1", "2001:db8::2"} {
		present = append(present, club.Visitor{ID: guest, From: netip.MustParseAddr(from)})
	}
	admin := &club.Admin{Club: c.Club, By: owner, Present: func() []club.Visitor { return present }}
	bans, err := admin.BansOf(c.Context(), player.GuestName(guest))
	c.must(err)
	done, err := admin.Ban(c.Context(), bans, "1h", "spam", false)
	c.must(err)
	var ranges []string
	for _, b := range c.Bans.All() {
		ranges = append(ranges, b.Range.String())
	}
	if got, want := strings.Join(ranges, " "), "192.0.2.1/32 192.0.2.7/32 2001:db8::/64"; got != want ||
		strings.Count(done, "applies until") != 3 {
		t.Errorf("banned %s, want %s: %s", got, want, done)
	}
}

// TestModeratorsLiftPauses checks who may end a player's pause from pairing, that each pause is
// lifted once, and that a deleted account is forgotten.
func TestModeratorsLiftPauses(t *testing.T) {
	c := withRoles(t, club.OpenToAll)
	last := time.Now().UTC().Truncate(time.Microsecond)
	pause := club.Pause{Left: 2, Last: last, Until: last.Add(5 * time.Minute)}
	lift := func(by, target player.ID, p club.Pause) func(context.Context) error {
		return func(ctx context.Context) error { return c.Pauses.Lift(ctx, by, target, p, "") }
	}
	c.refuses("moderator", lift(member, stranger, pause))
	c.refuses("do that to yourself", lift(guard, guard, pause))
	c.refuses("not paused", lift(guard, stranger, club.Pause{}))
	if !c.Pauses.Excused(stranger).IsZero() {
		t.Error("a refused lift excused a leave")
	}
	c.must(lift(guard, stranger, pause)(t.Context()))
	c.refuses("not paused", lift(owner, stranger, pause))
	if got := c.Pauses.Excused(stranger); !got.Equal(last) {
		t.Errorf("leaves until %v are excused, want %v", got, last)
	}
	again, err := club.Open(t.Context(), c.kept.Audit, club.Config{})
	c.must(err)
	if got := again.Pauses.Excused(stranger); !got.Equal(last) {
		t.Errorf("after a restart, leaves until %v are excused, want %v", got, last)
	}
	pause.Last = last.Add(time.Hour)
	c.must(lift(guard, stranger, pause)(t.Context()))
	c.must(c.Audit.Note(t.Context(), club.AuditEntry{By: stranger, Action: club.AccountDeleted}))
	if !c.Pauses.Excused(stranger).IsZero() {
		t.Error("the deleted account is remembered")
	}
}
