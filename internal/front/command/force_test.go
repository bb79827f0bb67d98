package command_test

import (
	"bytes"
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/notify"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// ranked is a club with a connected person of each rank, each with an address.
type ranked struct {
	*testing.T
	services service.Services
	visitors []club.Visitor
	people   map[string]player.Player // by name; "root" has no account
	from     map[string]netip.Addr
}

func newRanked(t *testing.T) *ranked {
	t.Helper()
	st, err := store.Open(t.Context(), t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	theClub, err := club.Open(t.Context(), st.Audit, club.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ratings := st.Ratings(variants.New, slog.New(slog.DiscardHandler))
	theLobby, err := lobby.Open(t.Context(), lobby.Config{Store: st.Tables, Rights: theClub, Ladder: ratings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = theLobby.Close(t.Context()) })
	r := &ranked{
		T: t,
		services: service.Services{
			Club: theClub, Lobby: theLobby, Ladder: ratings, Decider: ratings, Directory: st.Accounts,
			Keyring: st.Keyring, Recovery: st.Keyring, Accounts: st.Accounts,
		},
		people: map[string]player.Player{
			"root":  {Name: player.Server.Name},
			"Guest": {ID: "guest:abcd", Name: player.GuestName("guest:abcd")},
		},
		from: map[string]netip.Addr{"Guest": netip.MustParseAddr("10.0.6.1"), "root": {}},
	}
	for i, p := range []struct {
		name, from string
		role       club.Role
	}{
		{"Olga", "10.0.1.1", club.Owner},
		{"Otto", "10.0.2.1", club.Owner},
		{"Mina", "10.0.3.1", club.Moderator},
		{"Max", "2001:db8:4::1", club.Moderator},
		{"Bob", "10.0.5.1", club.Member},
		{"Hana", "10.0.5.2", club.Member},
		{"Sid", "2001:db8:7::1", club.Guest},
	} {
		who := player.Player{ID: player.ID("SHA256:" + strings.Repeat(string(rune('A'+i)), 43)), Name: p.name}
		if _, err := st.Accounts.Claim(t.Context(), who.ID, who.Name); err != nil {
			t.Fatal(err)
		}
		if p.role > club.Guest {
			if err := theClub.Roles.Appoint(t.Context(), "", who.ID, p.role, ""); err != nil {
				t.Fatal(err)
			}
		}
		r.people[p.name], r.from[p.name] = who, netip.MustParseAddr(p.from)
	}
	for name, who := range r.people {
		if name != "root" {
			r.visitors = append(r.visitors, club.Visitor{ID: who.ID, From: r.from[name]})
		}
	}
	return r
}

// run runs an admin command as the named person, and returns the error that it prints, or ""
// if it succeeds.
func (r *ranked) run(name string, words ...string) string {
	r.Helper()
	_, errs := r.printed(name, words...)
	return errs
}

// printed runs an admin command as the named person, and returns what it prints.
func (r *ranked) printed(name string, words ...string) (stdout, stderr string) {
	r.Helper()
	var out, errs bytes.Buffer
	who := r.people[name]
	s := command.Session{
		Services: r.services, Player: who, Named: true, Out: &out, Err: &errs, Fingerprint: string(who.ID),
		Admin: &club.Admin{
			Club: r.services.Club, By: who.ID, From: r.from[name], Directory: r.services.Directory, Keyring: r.services.Keyring,
			Recovery: r.services.Recovery, Ladder: r.services.Ladder, Present: func() []club.Visitor { return r.visitors },
		},
	}
	var status int
	if name == "root" {
		status = command.RunAdmin(r.Context(), s, words)
	} else {
		status, _ = command.Run(r.Context(), s, append([]string{"admin"}, words...))
	}
	if status != 0 && errs.Len() == 0 {
		r.Errorf("%s: %q: status %d without an error", name, words, status)
	}
	return out.String(), errs.String()
}

// kept returns the names of the connected people whom the club still admits.
func (r *ranked) kept() (names []string) {
	for _, name := range []string{"Olga", "Otto", "Mina", "Max", "Bob", "Hana", "Sid", "Guest"} {
		who := r.people[name]
		if r.services.Club.Admit(who.ID, player.Fingerprint(who.ID), r.from[name]) == nil {
			names = append(names, name)
		}
	}
	return names
}

// TestTimesInTheZoneOfTheClub checks that everything with an end prints it in the time zone of the
// club: bans, mutes, invitations, announcements, codes and the refusal of a muted player.
func TestTimesInTheZoneOfTheClub(t *testing.T) {
	r := newRanked(t)
	zone := time.FixedZone("CLUB", 5*60*60+30*60)
	r.services.Club.Configure(club.Config{Zone: zone})
	board, err := notify.OpenBoard(t.Context(), r.services.Club)
	if err != nil {
		t.Fatal(err)
	}
	r.services.Notify.Board = board
	for _, line := range []string{
		"mute Bob --for 2h --reason loud", "ban 192.0.2.0/24 --for 2h --reason flood", "bans", "members", "member Bob", "here",
		"invite --for 2h --reason new", "invitations", "announce --for 2h Cake", "announce", "key code Hana --reason lost",
	} {
		out, errs := r.printed("Olga", strings.Fields(line)...)
		if text := out + errs; !strings.Contains(text, " CLUB") || strings.Contains(text, "UTC") {
			t.Errorf("admin %s prints %q", line, text)
		}
	}
	if errs := r.run("Olga", "ban", "192.0.2.0/24", "--reason", "again"); !strings.Contains(errs, " CLUB") {
		t.Errorf("a second ban prints %q", errs)
	}
	if err := table.MayChat(r.services.Club, r.people["Bob"].ID); err == nil || !strings.Contains(err.Error(), " CLUB") {
		t.Errorf("a muted player reads %v", err)
	}
}

// TestHelpAdminNamesSubcommandsOfSubcommands checks that "help admin" names commands such as
// "admin members add".
func TestHelpAdminNamesSubcommandsOfSubcommands(t *testing.T) {
	out, _ := newRanked(t).printed("Olga", "help")
	for _, want := range []string{"\nadmin members add ", "\nadmin key code NAME ", "\nadmin key remove "} {
		if !strings.Contains(out, want) {
			t.Errorf("help admin does not name %q:\n%s", want, out)
		}
	}
}

// TestEveryForceOfEveryRank tries each command that has the flag --force as each rank, with and
// without the flag. A ban never excludes owners, and a moderator's ban excludes no moderator. A
// moderator can ban only ranges of a limited size, and can lift only bans that no owner made.
func TestEveryForceOfEveryRank(t *testing.T) {
	for _, use := range command.Uses() {
		if strings.Contains(use, "--force") && !strings.HasPrefix(use, "admin ban ") {
			t.Errorf("the test lacks the command %q", use)
		}
	}
	const (
		hidden = "no command \"admin\""
		wide   = "is too large for a moderator: use at most /24 or, for IPv6, /48"
		own    = "would include your own address; add --force"
		mods   = "would include the address of a connected moderator; add --force"
		owners = "would include the address of a connected owner; add --force"
		owner  = "an owner cannot be banned"
		high   = "a moderator cannot do that to an account with the role moderator"
	)
	r := newRanked(t)
	key := func(name string) string { return string(r.people[name].ID) }
	everybody := r.kept()
	type answers struct{ plain, forced string } // what the command must refuse; empty if it must succeed
	for _, try := range []struct {
		what        string
		mina        answers
		olga        answers
		root        answers
		losesToMina string // the people who are excluded by the ban of the moderator
		losesToOlga string // the people who are excluded by the ban of an owner or of root
	}{
		{"Bob", answers{}, answers{}, answers{}, "Bob", "Bob"},
		{"Hana", answers{}, answers{}, answers{}, "Hana", "Hana"},
		{"Max", answers{high, high}, answers{}, answers{}, "", "Max"},
		{"Mina", answers{"yourself", "yourself"}, answers{}, answers{}, "", "Mina"},
		{"Otto", answers{owner, owner}, answers{owner, owner}, answers{owner, owner}, "", ""},
		{"Olga", answers{owner, owner}, answers{owner, owner}, answers{owner, owner}, "", ""},
		{"guest-abcd", answers{}, answers{}, answers{}, "Guest", "Guest"},
		{key("Sid"), answers{}, answers{}, answers{}, "Sid", "Sid"},
		{key("Max"), answers{high, high}, answers{}, answers{}, "", "Max"},
		{key("Mina"), answers{"yourself", "yourself"}, answers{}, answers{}, "", "Mina"},
		{key("Otto"), answers{owner, owner}, answers{owner, owner}, answers{owner, owner}, "", ""},

		{"10.0.5.0/24", answers{}, answers{}, answers{}, "Bob Hana", "Bob Hana"},
		{"10.0.5.2", answers{}, answers{}, answers{}, "Hana", "Hana"},
		{"::ffff:10.0.5.1", answers{}, answers{}, answers{}, "Bob", "Bob"},
		{"::ffff:10.0.5.0/120", answers{}, answers{}, answers{}, "Bob Hana", "Bob Hana"},
		{"10.0.4.0/23", answers{wide, wide}, answers{}, answers{}, "", "Bob Hana"},
		{"::ffff:10.0.4.0/119", answers{wide, wide}, answers{}, answers{}, "", "Bob Hana"},
		{"2001:db8:7::/48", answers{}, answers{}, answers{}, "Sid", "Sid"},
		{"2001:db8:6::/47", answers{wide, wide}, answers{}, answers{}, "", "Sid"},
		{"10.0.2.0/24", answers{owners, ""}, answers{owners, ""}, answers{owners, ""}, "", ""},
		{"10.0.2.1", answers{owners, ""}, answers{owners, ""}, answers{owners, ""}, "", ""},
		{"::ffff:10.0.2.1", answers{owners, ""}, answers{owners, ""}, answers{owners, ""}, "", ""},
		{"2001:db8:4::/64", answers{mods, ""}, answers{mods, ""}, answers{mods, ""}, "", "Max"},
		{"10.0.3.1", answers{own, ""}, answers{mods, ""}, answers{mods, ""}, "", "Mina"},
		{"10.0.1.1", answers{owners, ""}, answers{own, ""}, answers{owners, ""}, "", ""},
		{"0.0.0.0/0", answers{wide, wide}, answers{owners, ""}, answers{owners, ""}, "", "Mina Bob Hana Guest"},
		{"::ffff:0.0.0.0/96", answers{wide, wide}, answers{owners, ""}, answers{owners, ""}, "", "Mina Bob Hana Guest"},
		{"::/0", answers{wide, wide}, answers{mods, ""}, answers{mods, ""}, "", "Max Sid"},
	} {
		for _, name := range []string{"Guest", "Sid", "Bob", "Hana", "Mina", "Olga", "root"} {
			for _, force := range []bool{false, true} {
				want := map[string]answers{"Mina": try.mina, "Olga": try.olga, "root": try.root}[name]
				if name != "Mina" && name != "Olga" && name != "root" {
					want = answers{hidden, hidden}
				}
				words, refusal := []string{"ban", try.what, "--reason", "test"}, want.plain
				if force {
					words, refusal = append(words, "--force"), want.forced
				}
				label := fmt.Sprintf("%s: %q", name, words)
				got := r.run(name, words...)
				if (got == "") != (refusal == "") || !strings.Contains(got, refusal) {
					t.Errorf("%s: %q; want %q", label, got, refusal)
				}
				lost, rank := "", "Olga"
				if refusal == "" {
					lost = try.losesToOlga
					if name == "Mina" {
						lost, rank = try.losesToMina, "Mina"
					}
				}
				var wantKept []string
				for _, one := range everybody {
					if !strings.Contains(" "+lost+" ", " "+one+" ") {
						wantKept = append(wantKept, one)
					}
				}
				if now := r.kept(); strings.Join(now, " ") != strings.Join(wantKept, " ") {
					t.Errorf("%s: the club admits %v; want %v", label, now, wantKept)
				}
				bans := r.services.Club.Bans.All()
				if len(bans) != map[bool]int{true: 1, false: 0}[refusal == ""] {
					t.Fatalf("%s: bans: %v", label, bans)
				}
				if refusal != "" {
					continue
				}
				number := fmt.Sprint(bans[0].Number)
				for _, low := range []string{"Guest", "Bob"} {
					if got := r.run(low, "unban", number); !strings.Contains(got, hidden) {
						t.Errorf("%s lifts ban %s: %q", low, number, got)
					}
				}
				got = r.run("Max", "unban", number)
				if (got == "") != (rank == "Mina") || rank == "Olga" && !strings.Contains(got, "was made by an owner") {
					t.Errorf("%s: a moderator lifts the ban: %q", label, got)
				}
				if rank == "Olga" {
					if got := r.run(cmp.Or(map[string]string{"root": "Otto"}[name], "root"), "unban", number); got != "" {
						t.Errorf("%s: lifting the ban: %q", label, got)
					}
				}
				if now := r.kept(); len(now) != len(everybody) {
					t.Errorf("%s: after the ban was lifted, the club admits %v", label, now)
				}
			}
		}
	}
}

// TestOverlappingBansOfAddresses checks that each ban counts on its own: lifting one leaves the
// other, and of several bans a person reads the one that ends last.
func TestOverlappingBansOfAddresses(t *testing.T) {
	r := newRanked(t)
	for _, words := range [][]string{
		{"Mina", "ban", "10.0.5.1", "--for", "1h", "--reason", "short"},
		{"Mina", "ban", "10.0.5.0/24", "--reason", "long"},
		{"Olga", "ban", "10.0.0.0/16", "--for", "2h", "--reason", "wide", "--force"},
	} {
		if got := r.run(words[0], words[1:]...); got != "" {
			t.Fatalf("%q: %s", words, got)
		}
	}
	bob, bans := r.people["Bob"], r.services.Club.Bans.All()
	admit := func(name string) string {
		if err := r.services.Club.Admit(r.people[name].ID, "", r.from[name]); err != nil {
			return err.Error()
		}
		return ""
	}
	if got := admit("Bob"); got != "you are banned: long" {
		t.Errorf("with three bans: %q", got)
	}
	if got := admit("Mina"); !strings.HasSuffix(got, ": wide") {
		t.Errorf("a moderator under an owner's ban: %q", got)
	}
	if got := r.run("Max", "unban", fmt.Sprint(bans[2].Number)); !strings.Contains(got, "was made by an owner") {
		t.Errorf("a moderator lifts an owner's ban: %q", got)
	}
	again := "is banned permanently; to lift the ban, run: admin unban " + fmt.Sprint(bans[1].Number)
	if got := r.run("Mina", "ban", "::ffff:10.0.5.0/120", "--reason", "again"); !strings.Contains(got, again) {
		t.Errorf("the same range in another form: %q", got)
	}
	for _, b := range []club.Ban{bans[1], bans[2], bans[0]} {
		if r.services.Club.Admit(bob.ID, "", r.from["Bob"]) == nil {
			t.Errorf("admitted although ban %d remains", b.Number)
		}
		if got := r.run("Olga", "unban", fmt.Sprint(b.Number)); got != "" {
			t.Errorf("lifting ban %d: %s", b.Number, got)
		}
	}
	if got := admit("Bob"); got != "" {
		t.Errorf("without bans: %q", got)
	}
}
