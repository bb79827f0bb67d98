package ui

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/internal/ui/admin"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// clubWatch is a watch of a real house that tells the driver when it waits.
type clubWatch struct {
	kit.Watcher[club.House]
	house *fakeHouse
}

func (w clubWatch) Take(ctx context.Context) (*club.House, bool) {
	w.house.waiting <- struct{}{}
	return w.Watcher.Take(ctx)
}

func (h *fakeHouse) WatchClub(c *club.House) kit.Watcher[club.House] {
	return clubWatch{kit.WatchClub(c), h}
}

func (h *fakeHouse) Decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error {
	return kit.LobbyServices{Lobby: h.hall, Me: me.ID}.Decide(ctx, me, id, f)
}

// register is who has which name, for a house whose people a test decides.
type register struct {
	player.Keyring
	club.Ladder
	names   map[player.ID]string
	removed []string // keys, and whose account they were taken from
}

func (r *register) Lookup(_ context.Context, id player.ID) (player.Player, bool, error) {
	name, ok := r.names[id]
	return player.Player{ID: id, Name: name}, ok, nil
}

func (r *register) Claim(_ context.Context, id player.ID, name string) (player.Player, error) {
	clean, err := player.CleanName(name)
	if err == nil {
		r.names[id] = clean
	}
	return player.Player{ID: id, Name: clean}, err
}

func (r *register) Called(_ context.Context, name string) (player.Player, bool, error) {
	for id, known := range r.names {
		if player.Fold(known) == player.Fold(name) {
			return player.Player{ID: id, Name: known}, true, nil
		}
	}
	return player.Player{}, false, nil
}

func (r *register) Remove(_ context.Context, id player.ID, key player.Fingerprint) error {
	r.removed = append(r.removed, fmt.Sprintf("%s of %s", key, r.names[id]))
	return nil
}

func (r *register) Keys(_ context.Context, id player.ID) ([]player.Key, error) {
	return []player.Key{{Fingerprint: player.Fingerprint(strings.Replace(string(id), "SHA256:", "SHA256:of ", 1)), Added: noonThen.AddDate(0, -1, 0), Used: noonThen.AddDate(0, 0, -1)}}, nil
}

// aDesk is that of me, who has that role in a house with some history.
func aDesk(t testing.TB, me player.Player, role club.Role) *club.Desk {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	house, err := clubtest.Open(ctx, club.Config{Name: "Northgate", Rules: "Be kind.", Now: func() time.Time { return noonThen }},
		map[player.ID]club.Role{people[0].ID: club.Owner})
	must(err)
	must(house.Appoint(ctx, "", people[1].ID, club.Member, ""))
	must(house.Appoint(ctx, "", me.ID, role, "")) // after the others: a name moves nobody's line
	must(house.Mute(ctx, people[0].ID, people[1].ID, true, time.Time{}, "shouts at everybody"))
	_, err = house.Ban(ctx, people[0].ID, club.Ban{Whom: people[3].ID, Until: noonThen.AddDate(0, 0, 7), Reason: "plays twice in a game"})
	must(err)
	_, err = house.Ban(ctx, people[0].ID, club.Ban{Range: netip.MustParsePrefix("192.0.2.0/24"), Reason: "a flood"})
	must(err)
	_, _, err = house.Invite(ctx, people[0].ID, club.Member, 40, 7*24*time.Hour, "for the autumn")
	must(err)
	must(house.Say(ctx, people[0].ID, "greeting", "Good evening", "it is one"))
	names := &register{names: map[player.ID]string{me.ID: me.Name}}
	for _, p := range people {
		if p.ID != me.ID {
			names.names[p.ID] = p.Name
		}
	}
	return &club.Desk{
		House: house, By: me.ID, From: netip.MustParseAddr("198.51.100.7"), Directory: names, Keyring: names, Ladder: names,
		KeyRemoved: func(key player.Fingerprint) { names.removed = append(names.removed, string(key)) },
	}
}

// atDesk is a driver before the desk of a moderator or an owner.
func atDesk(t testing.TB, role club.Role) *driver {
	t.Helper()
	at := aDesk(t, onlooker, role)
	d := inLobby(t, kit.Config{Desk: at, House: at.House, Way: "ssh chess.example"})
	d.keys("a")
	return d
}

// changes tells the desk that the house has changed, as its watch does.
func (d *driver) changes() {
	for _, s := range d.r.stack.Screens {
		if s, ok := s.(*admin.Screen); ok {
			d.send(admin.DeskChangedMsg{D: s})
		}
	}
}

// did is the last deed of the house.
func (d *driver) did() string {
	at := d.r.env.Cfg.Desk
	list, err := at.Audit(d.t.Context(), 1, func(club.Deed) bool { return true })
	if err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprintf("%s %s %s: %s", list[0].By, list[0].Verb, list[0].Object, list[0].Reason)
}

func (d *driver) wantDeed(want string) {
	d.t.Helper()
	if got := d.did(); got != want {
		d.t.Errorf("the last deed is %q, want %q", got, want)
	}
}

func TestOnlyWhoLooksAfterTheHouseSeesHow(t *testing.T) {
	for role, want := range map[club.Role]bool{club.Guest: false, club.Member: false, club.Moderator: true, club.Owner: true} {
		at := aDesk(t, onlooker, club.Member)
		if role != club.Guest && role != club.Member {
			at = aDesk(t, onlooker, role)
		} else if role == club.Guest {
			at.By = people[2].ID
		}
		d := inLobby(t, kit.Config{Desk: at, House: at.House, Way: "ssh chess.example"})
		if got := strings.Contains(strings.Join(d.text(), "\n"), "a admin"); got != want {
			t.Errorf("%v: the hint is there: %v", role, got)
		}
		d.keys("?")
		if help := strings.Join(d.text(), "\n"); strings.Contains(help, "looks after the house") != want {
			t.Errorf("%v reads of it in help: %v", role, !want)
		}
		d.keys("esc", "a")
		if got := len(d.r.stack.Screens) == 2; got != want {
			t.Errorf("%v: the key does something: %v", role, got)
		}
	}
}

func TestMembersAreDealtWith(t *testing.T) {
	d := atDesk(t, club.Owner)
	d.sees("Admin: Northgate", "owner", "[1 Members]", "> Inky", "  Blinky                member     since 2026-11-21  seen 2026-11-20  muted", "Sue")
	d.keys("end", "m")
	d.sees("Let Blinky be heard again", "Why: _")
	d.keys("sorry", "enter")
	d.sees("Blinky is heard again")
	d.wantDeed("Sue unmuted Blinky: sorry")
	d.changes()
	d.lacks("muted")
	d.keys("m")
	d.sees("Let nobody hear Blinky", "For how long (like 12h or 7d; empty is for good): _")
	d.keys("7d", "enter", "enter")
	d.sees("! Say why: it is kept, and moderators can read it", "Why: _")
	d.keys("again", "enter")
	d.wantDeed("Sue muted Blinky: again")
	d.keys("r", "king", "enter", "enter")
	d.sees(`! There is no role "king"`)
	d.keys("up", "ctrl+u", "moderator", "enter", "enter")
	d.sees("Blinky is moderator now")
	d.keys("n", "Binky", "enter", "typo", "enter")
	d.sees("Blinky is called Binky now")
	d.wantDeed("Sue renamed Blinky to Binky: typo")
	d.keys("k")
	d.sees("SHA256:of blinky", "Take a key off the account of Blinky")
	d.keys("of blinky", "enter", "lost", "enter")
	d.sees("SHA256:of blinky leads to Blinky no more")
	d.wantDeed("Sue key-removed Binky SHA256:of blinky: lost")
	if got := fmt.Sprint(d.r.env.Cfg.Desk.Keyring.(*register).removed); got != "[SHA256:of blinky of Binky SHA256:of blinky]" {
		t.Errorf("removed: %s", got)
	}
}

func TestWhoIsRemovedIsNoMember(t *testing.T) {
	d := atDesk(t, club.Moderator)
	d.keys("x", "dull", "enter")
	d.sees("! Who is owner is not for a moderator to deal with")
	d.keys("esc", "end", "x", "he moved away", "enter")
	d.sees("Blinky is a guest now")
	d.wantDeed("Sue removed Blinky: he moved away")
	d.changes()
	d.lacks("  Blinky")
	d.keys("/", "pinky", "enter")
	d.sees("> Pinky                 guest      since -           seen 2026-11-20", "SHA256:of pinky")
	d.keys("r", "member", "enter", "enter")
	d.wantDeed("Sue appointed Pinky as member: ")
	d.keys("b", "1h", "enter", "shouts", "enter")
	d.sees("Ban ", "holds until 2026-11-21 13:00 UTC")
	d.keys("/", "nobody", "enter")
	d.sees(`! Nobody is called "nobody" here`)
	d.keys("esc")
	d.lacks("Name:")
}

func TestInvitationsAtTheDesk(t *testing.T) {
	d := atDesk(t, club.Moderator)
	d.keys("2")
	d.sees("[2 Invitations]", "member     used 0 of 40  until 2026-11-28 12:00 UTC  by Inky")
	d.keys("i", "enter")
	d.sees("How many may use it: 1_")
	d.keys("x", "enter", "enter", "enter")
	d.sees(`! "1x" is no number`)
	d.keys("up", "up", "backspace", "enter", "enter", "new man", "enter")
	d.sees("ssh chess.example join ", "the code is shown this once", "I have noted it")
	d.keys("enter")
	d.changes()
	d.sees("used 0 of 1 ", "by Sue")
	d.lacks("ssh chess.example join")
	d.keys("x", "enter")
	d.sees("Invitation 7 is taken back")
	d.changes()
	d.lacks("used 0 of 40")
	d.keys("i", "ctrl+u", "owner", "enter", "enter", "enter", "enter")
	d.sees("! That takes a role of owner")
}

func TestBansAtTheDesk(t *testing.T) {
	d := atDesk(t, club.Moderator)
	d.keys("3")
	d.sees("[3 Bans]", "until 2026-11-28 12:00 UTC    Clyde", "for good                      192.0.2.0/24", "by Inky: plays twice in a game")
	d.keys("x", "served", "enter")
	d.wantDeed("Sue unbanned Clyde number 5: served")
	d.keys("b", "198.51.100.0/24", "enter", "enter", "flood", "enter")
	d.sees("You come from there yourself", "[ Do not ban ]")
	d.keys("down", "enter")
	d.wantDeed("Sue banned 198.51.100.0/24: flood")
	d.keys("b", "somebody", "enter", "enter", "x", "enter")
	d.sees("! Nobody is called")
	d.keys("esc", "b", "clyde", "enter", "soon", "enter", "x", "enter")
	d.sees(`! "soon" is no length of time`)
}

func TestWhatWasDoneIsReadAtTheDesk(t *testing.T) {
	d := atDesk(t, club.Moderator)
	d.keys("4")
	d.sees("[4 What was done]", ">     8  2026-11-21 12:00  Inky set greeting Good evening", "    2  2026-11-21 12:00  the machine appointed Blinky as member", "it is one")
	d.keys("x", "enter", "m") // nothing can be done about it
	d.sees("[4 What was done]")
	if d.bells != 0 {
		t.Errorf("%d beeps", d.bells)
	}
}

func TestTheHouseIsSetAtTheDesk(t *testing.T) {
	d := atDesk(t, club.Owner)
	d.keys("5")
	d.sees("[5 Settings]", "name      by the configuration   Northgate", "greeting  by an owner            Good evening")
	d.keys("enter")
	d.sees("Name: Northgate_")
	d.keys(" 2", "enter", "enter")
	d.sees(`Name is "Northgate 2" now`, "Admin: Northgate 2")
	d.keys("x", "back", "enter")
	d.wantDeed("Sue unset name: back")
	d.keys("end", "enter", "ctrl+u", "wide", "enter", "enter")
	d.sees(`! There is no entry "wide"`)
	d.keys("esc", "esc")
	d.sees("> New table")
}

// Who looks after the house no more, sees nothing of it from then on.
func TestWhoLosesHisRoleLosesTheScreen(t *testing.T) {
	d := atDesk(t, club.Moderator)
	at := d.r.env.Cfg.Desk
	d.keys("end", "m") // while something is asked: Blinky is muted
	if err := at.House.Appoint(t.Context(), people[0].ID, onlooker.ID, club.Member, ""); err != nil {
		t.Fatal(err)
	}
	d.keys("x", "enter")
	d.sees("! That takes a role of moderator, and yours is member")
	d.changes()
	d.sees("You look after this house no more")
	d.lacks("Admin:")
	d.keys("enter", "a")
	d.sees("> New table")
	d.lacks("Admin:", "a admin")
}

// The watch tells of all changes since it was asked last at once, and of none when
// it is closed.
func TestTheHouseIsWatched(t *testing.T) {
	at := aDesk(t, onlooker, club.Owner)
	w := kit.WatchClub(at.House)
	change := func(reason string) {
		if err := at.House.Note(t.Context(), club.Deed{By: at.By, Verb: club.Renamed, Reason: reason}); err != nil {
			t.Fatal(err)
		}
	}
	change("one")
	change("two")
	if _, ok := w.Take(t.Context()); !ok {
		t.Error("nothing was told")
	}
	w.Close()
	change("three")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("over"))
	if _, ok := w.Take(ctx); ok {
		t.Error("who has closed was told")
	}
}

func TestTheDeskByMouse(t *testing.T) {
	d := atDesk(t, club.Owner)
	d.sees("[1 Members]")
	d.send(tea.MouseClickMsg{X: 16, Y: 1, Button: tea.MouseLeft})
	d.sees("[2 Invitations]")
	d.keys("1")
	d.sees("> Inky")
	d.send(tea.MouseClickMsg{X: 16, Y: admin.DeskTop + 2, Button: tea.MouseLeft})
	d.sees("> Blinky")
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.sees("> Sue")
	d.send(tea.PasteMsg{Content: "nothing asked for it"})
	d.keys("x")
	d.send(tea.PasteMsg{Content: "as I said"})
	d.sees("Why: as I said_")
}

// A list that comes when another one was asked for is not shown in its place, and
// one thing is done once, however often Enter is pressed.
func TestLateListsAndEagerKeys(t *testing.T) {
	d := atDesk(t, club.Owner)
	s := d.r.stack.Screens[1].(*admin.Screen)
	members := admin.DeskListMsg{D: s, Tab: admin.MembersTab, Rows: s.Rows}
	s.Asking = true
	d.keys("2")
	d.sees("[2 Invitations]", "...")
	d.send(members)
	d.sees("used 0 of 40")
	d.lacks("Blinky")

	done := 0
	f := &kit.Form{Fields: []kit.Field{{}}, Do: func([]string) tea.Cmd { done++; return nil }}
	for range 2 {
		f.Key(tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	f.Key(tea.KeyPressMsg{Code: 'x', Text: "x"})
	if done != 1 || f.Line().Text != "" {
		t.Errorf("done %d times, with %q", done, f.Line().Text)
	}
}

// court is an arbiter that remembers.
type court struct{ verdicts []club.Verdict }

func (c *court) Judge(_ context.Context, v club.Verdict) error {
	c.verdicts = append(c.verdicts, v)
	return nil
}

// Tables of a real lobby are closed, decided and judged by a moderator's keys.
func TestTablesAreDecidedAtTheDesk(t *testing.T) {
	d := atDesk(t, club.Moderator)
	judged := &court{}
	d.r.env.Cfg.Arbiter = judged
	hall, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hall.Close(context.Background()) }()
	d.house.hall = hall
	for range 2 {
		tab, err := hall.Create(t.Context(), people[0], table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
		if err != nil {
			t.Fatal(err)
		}
		for seat, p := range map[rules.Seat]player.Player{0: people[0], 2: people[1]} {
			if err := tab.Do(t.Context(), table.Act{By: p, Do: table.Sit, Seat: seat}); err != nil {
				t.Fatal(err)
			}
			if p == people[0] || tab.View().ID == 2 {
				_ = tab.Do(t.Context(), table.Act{By: p, Do: table.Ready})
			}
		}
	}
	d.house.now = hall.View()
	d.keys("6")
	d.sees("[6 Tables]", "    1  waiting   Chess4", "    2  playing   Chess4", "Inky, Blinky")
	d.keys("j", "ctrl+u", "1", "enter", "draw", "enter", "enough", "enter")
	d.sees("! ")
	d.keys("esc", "u", "ctrl+u", "1", "enter", "blinky", "enter", "is not ready", "enter")
	d.sees("Blinky has no seat at table 1 any more")
	d.wantDeed("Sue unseated Blinky table 1: is not ready")
	d.keys("x", "ctrl+u", "1", "enter", "enter")
	d.sees("! Say why")
	d.keys("by mistake", "enter")
	d.wantDeed("Sue closed table 1: by mistake")
	d.keys("j", "ctrl+u", "2", "enter", "green", "enter", "bored", "enter")
	d.sees(`! "green" is no result of table 2`)
	d.keys("up", "ctrl+u", "white", "enter", "enter")
	d.sees("Table 2: white")
	d.wantDeed("Sue adjudicated table 2 white: bored")
	d.keys("v", "ctrl+u", "2", "enter", "a joke", "enter")
	d.wantDeed("Sue voided table 2: a joke")
	d.keys("c", "ctrl+u", "2", "enter", "it was none", "enter")
	d.wantDeed("Sue counted table 2: it was none")
	if len(judged.verdicts) != 2 || judged.verdicts[0].Counts || !judged.verdicts[1].Counts {
		t.Errorf("judged %+v", judged.verdicts)
	}
	d.keys("v", "ctrl+u", "99", "enter", "x", "enter")
	d.sees("! ")
	d.keys("up", "ctrl+u", "x", "enter", "enter")
	d.sees(`! "x" is not the number of a table`)
}
