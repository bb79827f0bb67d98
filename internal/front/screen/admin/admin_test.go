package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// inAdmin returns a driver of the admin screen of a player with the given role.
func inAdmin(t testing.TB, role club.Role) *uitest.Driver {
	t.Helper()
	at := uitest.NewAdmin(t, uitest.Spectator, role)
	return uitest.Open(t, kit.Config{Admin: at, Services: service.Services{Club: at.Club}, SSHCommand: "ssh chess.example"},
		func(e *kit.Env) kit.Screen { return New(e) })
}

// changes notifies the screen that the club has changed.
func changes(d *uitest.Driver) { d.Send(ChangedMsg{uitest.Find[*Screen](d)}) }

// wantAudit fails the test unless the newest audit entry is the given one.
func wantAudit(d *uitest.Driver, want string) {
	d.T.Helper()
	list, err := d.Env.Cfg.Admin.Audit(d.T.Context(), 1, func(club.AuditEntry) bool { return true })
	if err != nil {
		d.T.Fatal(err)
	}
	if got := fmt.Sprintf("%s %s %s: %s", list[0].By, list[0].Verb, list[0].Object, list[0].Reason); got != want {
		d.T.Errorf("the last audit entry is %q, want %q", got, want)
	}
}

func TestAdminMembers(t *testing.T) {
	d := inAdmin(t, club.Owner)
	d.Sees(
		"Admin   Northgate",
		"owner",
		"Members 3",
		"▸Inky",
		" Blinky                       member    2026-11-21 2026-11-20 muted",
		"Sue",
	)
	d.Keys("end", "m")
	d.Sees("Unmute Blinky", "Reason  _")
	d.Keys("sorry", "enter")
	d.Sees("Blinky is no longer muted")
	wantAudit(d, "Sue unmuted Blinky: sorry")
	changes(d)
	d.Lacks("2026-11-20 muted")
	d.Keys("m")
	d.Sees("Mute Blinky", "Duration  _", "empty: permanent")
	d.Keys("7d", "enter", "enter")
	d.Sees("Enter a reason: it is kept in the audit log", "Reason    _")
	d.Keys("again", "enter")
	wantAudit(d, "Sue muted Blinky: again")
	d.Keys("r", "king", "enter")
	d.Sees(`There is no role "king"`)
	d.Keys("ctrl+u", "moderator", "enter", "enter")
	d.Sees("Blinky is now moderator")
	d.Keys("n", "Binky", "enter", "typo", "enter")
	d.Sees("Blinky is now called Binky")
	wantAudit(d, "Sue renamed Blinky to Binky: typo")
	d.Keys("K")
	d.Sees("SHA256:of blinky", "Remove a key of Blinky")
	d.Keys("of blinky", "enter", "lost", "enter")
	d.Sees("SHA256:of blinky is no longer a key of Blinky")
	wantAudit(d, "Sue key-removed Binky SHA256:of blinky: lost")
	if got := fmt.Sprint(d.Env.Cfg.Admin.Keyring.(*uitest.Register).Removed); got != "[SHA256:of blinky of Binky SHA256:of blinky]" {
		t.Errorf("removed: %s", got)
	}
}

// TestAdminShowsKeysThatApply checks that the keys which are shown fit the selected row.
func TestAdminShowsKeysThatApply(t *testing.T) {
	d := inAdmin(t, club.Owner)
	d.Sees("m mute", "K remove key")
	d.Lacks("unmark bot", "unpause")
	d.Keys("p", "u") // not for Inky, who is no bot account and not paused
	d.Lacks("Reason")
	if d.Bells != 2 {
		t.Errorf("%d bells", d.Bells)
	}
	d.Keys("end")
	d.Sees("m unmute")
	if err := d.Env.Cfg.Admin.Club.BotAccounts.Mark(t.Context(), uitest.People[1].ID); err != nil {
		t.Fatal(err)
	}
	changes(d)
	d.Sees("p unmark bot")
	d.Keys("p", "plays by hand now", "enter")
	d.Sees("Blinky is no longer a bot account")
	changes(d)
	d.Lacks("unmark bot")
	d.Keys("2", "x", "gone", "enter")
	changes(d)
	d.Sees("i invite")
	d.Lacks("x revoke") // there is no invitation left
}

func TestAdminRemovesMember(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	d.Keys("x") // refused at once, before anything is typed
	d.Sees("A moderator cannot do that to an account with the role owner")
	d.Keys("end", "x", "moved away", "enter")
	d.Sees("Blinky is now a guest")
	wantAudit(d, "Sue removed Blinky: moved away")
	changes(d)
	d.Lacks("  Blinky")
	d.Keys("f", "pinky", "enter")
	d.Sees("▸Pinky                        guest     -          2026-11-20", "SHA256:of pinky")
	d.Keys("r", "member", "enter", "enter")
	wantAudit(d, "Sue appointed Pinky as member: ")
	d.Keys("b", "1h", "enter", "shouts", "enter")
	d.Sees("Ban ", "applies until 2026-11-21 13:00 UTC")
	d.Keys("f", "nobody", "enter")
	d.Sees(`No player is called "nobody"`)
	d.Keys("esc")
	d.Lacks("Name:")
}

func TestAdminInvitations(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	d.Keys("2")
	d.Sees("Invitations 1", "member    0 of 40   until 2026-11-28 12:00 UTC Inky")
	d.Keys("i", "enter")
	d.Sees("Uses      1_")
	d.Keys("x", "enter")
	d.Sees(`"1x" is not a number of uses`)
	d.Keys("backspace", "enter", "enter", "new player", "enter")
	d.Sees("ssh chess.example join ", "the code is not shown again", "[ Close ]")
	d.Keys("enter")
	changes(d)
	d.Sees("0 of 1 ", "Sue")
	d.Lacks("ssh chess.example join")
	d.Keys("x", "enter")
	d.Sees("Invitation 7 is revoked")
	changes(d)
	d.Lacks("0 of 40")
	d.Keys("i", "ctrl+u", "owner", "enter", "enter", "enter", "enter")
	d.Sees("This action needs the role owner")
}

func TestAdminBans(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	d.Keys("3")
	d.Sees(
		"Bans 2",
		"Clyde                                      until 2026-11-28 12:00 UTC",
		"192.0.2.0/24                               permanently",
		"by Inky: plays twice in a game",
	)
	d.Keys("x", "served", "enter")
	d.Sees("Ban 5 was made by an owner")
	d = inAdmin(t, club.Owner)
	d.Keys("3", "x", "served", "enter")
	wantAudit(d, "Sue unbanned Clyde number 5: served")
	d.Keys("b", "198.51.100.0/24", "enter", "enter", "flood", "enter")
	d.Sees("The ban would include you", "[ Cancel ]")
	d.Keys("down", "enter")
	wantAudit(d, "Sue banned 198.51.100.0/24: flood")
	d.Keys("b", "somebody", "enter", "enter", "x", "enter")
	d.Sees("No player is called")
	d.Keys("esc", "b", "clyde", "enter", "soon", "enter")
	d.Sees(`"soon" is not a duration`)
}

func TestAdminAuditLog(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	d.Keys("4")
	d.Sees(
		"Audit",
		"▸    8 2026-11-21 12:00 UTC Inky set greeting Good evening",
		"    2 2026-11-21 12:00 UTC the administrator appointed Blinky as member",
		"it is one",
	)
	d.Keys("x", "enter", "m") // these keys do nothing while an audit entry is selected
	d.Sees("Audit")
	if d.Bells != 0 {
		t.Errorf("%d bells", d.Bells)
	}
}

func TestAdminSettings(t *testing.T) {
	d := inAdmin(t, club.Owner)
	d.Keys("5")
	d.Sees("Settings", "Good evening                               by an owner",
		"Name         Northgate                                  configuration file")
	d.Keys("enter")
	d.Sees("Northgate_")
	d.Keys(" 2", "enter", "enter")
	d.Sees(`Name is now "Northgate 2"`, "Admin   Northgate 2")
	changes(d)
	d.Keys("x", "back", "enter")
	wantAudit(d, "Sue unset name: back")
	changes(d)
	d.Lacks("x unset")
	d.Keys("end", "enter")
	d.Sees("Set seeks", "On: players find each other")
	d.Keys("esc", "esc")
	d.Closes()
}

// TestAdminScreenClosesWithoutRole checks that the admin screen closes when the viewer loses
// their role.
func TestAdminScreenClosesWithoutRole(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	at := d.Env.Cfg.Admin
	d.Keys("end", "m") // opens the dialog to mute Blinky
	if err := at.Club.Roles.Appoint(t.Context(), uitest.People[0].ID, uitest.Spectator.ID, club.Member, ""); err != nil {
		t.Fatal(err)
	}
	d.Keys("x", "enter")
	d.Sees("This action needs the role moderator; yours is member")
	changes(d)
	d.Sees("Your role has changed")
	d.Keys("enter")
	d.Closes()
}

// TestAdminScreenFollowsClub checks that a watcher reports several changes of the club in a
// row as one change, and reports no change after it was closed.
func TestAdminScreenFollowsClub(t *testing.T) {
	at := uitest.NewAdmin(t, uitest.Spectator, club.Owner)
	w := kit.WatchClub(at.Club)
	change := func(reason string) {
		if err := at.Club.Audit.Note(t.Context(), club.AuditEntry{By: at.By, Action: club.Renamed, Reason: reason}); err != nil {
			t.Fatal(err)
		}
	}
	change("one")
	change("two")
	if _, ok := w.Take(t.Context()); !ok {
		t.Error("no change was reported")
	}
	w.Close()
	change("three")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("over"))
	if _, ok := w.Take(ctx); ok {
		t.Error("a change was reported after closing")
	}
}

func TestAdminByMouse(t *testing.T) {
	d := inAdmin(t, club.Owner)
	d.Sees("Members 3")
	d.Send(tea.MouseClickMsg{X: 16, Y: 1, Button: tea.MouseLeft})
	d.Sees("Invitations 1")
	d.Keys("1")
	d.Sees("▸Inky")
	d.Send(tea.MouseClickMsg{X: 16, Y: 3 + 2, Button: tea.MouseLeft})
	d.Sees("▸Blinky")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.Sees("▸Sue")
	d.Send(tea.PasteMsg{Content: "nothing asked for it"})
	d.Keys("x")
	d.Send(tea.PasteMsg{Content: "as I said"})
	d.Sees("as I said_")
}

// A list that arrives late does not replace the list of the tab that is now open. Pressing
// Enter twice in a form runs its action only once.
func TestAdminIgnoresLateLists(t *testing.T) {
	d := inAdmin(t, club.Owner)
	s := uitest.Find[*Screen](d)
	members := listMsg{d: s, tab: membersTab}
	s.asking = true
	d.Keys("2")
	d.Sees("Invitations", "...")
	d.Send(members)
	d.Sees("0 of 40")
	d.Lacks("Blinky")

	done := 0
	f := &kit.Form{Fields: []kit.Field{{}}}
	for range 2 {
		if f.Key(tea.KeyPressMsg{Code: tea.KeyEnter}) == kit.FormSent {
			done++
		}
	}
	f.Key(tea.KeyPressMsg{Code: 'x', Text: "x"})
	if done != 1 || f.Field().Line.Text != "" {
		t.Errorf("carried out %d times, with %q", done, f.Field().Line.Text)
	}
}

type ratings struct{ decisions []club.RatingsDecision }

func (c *ratings) Decide(_ context.Context, v club.RatingsDecision) error {
	c.decisions = append(c.decisions, v)
	return nil
}

// In a real lobby, a moderator can close a table, adjudicate its game, and change whether
// the game is rated.
func TestAdminTables(t *testing.T) {
	d := inAdmin(t, club.Moderator)
	judged := &ratings{}
	d.Env.Cfg.Decider = judged
	directory := d.Backend.Lobby
	for range 2 {
		tab, err := directory.Create(
			t.Context(),
			uitest.People[0],
			table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}},
		)
		if err != nil {
			t.Fatal(err)
		}
		for seat, p := range map[rules.Seat]player.Player{0: uitest.People[0], 2: uitest.People[1]} {
			if err := tab.Do(t.Context(), table.Command{By: p, Kind: table.Sit, Seat: seat}); err != nil {
				t.Fatal(err)
			}
			if p == uitest.People[0] || tab.View().ID == 2 {
				_ = tab.Do(t.Context(), table.Command{By: p, Kind: table.Ready})
			}
		}
	}
	d.Keys("6")
	d.Sees("Tables", "    1 waiting  Chess4", "    2 playing  Chess4", "Inky, Blinky")
	d.Keys("J", "ctrl+u", "1", "enter", "draw", "enter", "enough", "enter")
	d.Lacks("no longer has")
	d.Keys("esc", "u", "ctrl+u", "1", "enter", "blinky", "enter", "is not ready", "enter")
	d.Sees("Blinky no longer has a seat at table 1")
	wantAudit(d, "Sue unseated Blinky table 1: is not ready")
	d.Keys("x", "ctrl+u", "1", "enter", "enter")
	d.Sees("Enter a reason")
	d.Keys("by mistake", "enter")
	wantAudit(d, "Sue closed table 1: by mistake")
	d.Keys("J", "ctrl+u", "2", "enter", "green", "enter", "bored", "enter")
	d.Sees(`"green" is not a result for table 2`)
	d.Keys("up", "ctrl+u", "white", "enter", "enter")
	d.Sees("Table 2: white")
	wantAudit(d, "Sue adjudicated table 2 white: bored")
	d.Keys("v", "ctrl+u", "2", "enter", "a joke", "enter")
	wantAudit(d, "Sue voided table 2: a joke")
	d.Keys("c", "ctrl+u", "2", "enter", "it was none", "enter")
	wantAudit(d, "Sue counted table 2: it was none")
	if len(judged.decisions) != 2 || judged.decisions[0].Counts || !judged.decisions[1].Counts {
		t.Errorf("decisions: %+v", judged.decisions)
	}
	d.Keys("v", "ctrl+u", "99", "enter", "x", "enter")
	d.Lacks("no longer has")
	d.Keys("up", "ctrl+u", "x", "enter", "enter")
	d.Sees(`"x" is not a table number`)
}

// Every tab of the admin screen has its whole name and its count, and the keys of an account have a label.
func TestAdminTabsAreWhole(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          []string
	}{
		{80, 24, []string{"Members 3", "Invitations 1", "Bans 2", "Audit 8", "Settings 5", "Tables 0", "Keys"}},
		{120, 40, []string{"Members 3", "Invitations 1", "Bans 2", "Audit 8", "Settings 5", "Tables 0", "Keys"}},
		{200, 60, []string{"1 Members 3", "2 Invitations 1", "3 Bans 2", "4 Audit 8", "5 Settings 5", "6 Tables 0", "Keys"}},
	} {
		d := inAdmin(t, club.Owner)
		d.Send(tea.WindowSizeMsg{Width: c.width, Height: c.height})
		d.Sees(c.want...)
	}
}

// TestAdminDetailsNameTheirRow checks the title of the details, and that they show the value of a setting once.
func TestAdminDetailsNameTheirRow(t *testing.T) {
	d := inAdmin(t, club.Owner)
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.Keys("2")
	d.Sees("─ Invitation 7 ─")
	d.Keys("4")
	d.Sees("─ Entry 8 ─")
	d.Keys("5", "down")
	d.Sees("─ Greeting ─")
	if n := strings.Count(strings.Join(d.Text(), "\n"), "Good evening"); n != 2 {
		t.Errorf("the value of a setting stands in %d places, not in the list and the details", n)
	}
}
