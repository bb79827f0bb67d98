package lobby_test

import (
	"errors"
	"testing"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// withClub is a lobby and the house that knows who is a machine.
func withClub(t *testing.T, config club.Config) (*testLobby, *club.Club) {
	t.Helper()
	members, err := clubtest.Open(ctx, config, nil)
	if err != nil {
		t.Fatal(err)
	}
	store := logtest.NewMemory()
	l, err := lobby.Open(ctx, lobby.Config{Store: store, Rights: members})
	if err != nil {
		t.Fatal(err)
	}
	h := &testLobby{TB: t, store: store, Lobby: l}
	t.Cleanup(h.close)
	members.Watch(l.RecheckAccess)
	return h, members
}

func (h *testLobby) machinesHere() (list []string) {
	for _, one := range h.View().Here {
		if one.Player.BotAccount {
			list = append(list, one.Player.Name)
		}
	}
	return list
}

// While a program is here for somebody, all see it; and if it opened a table, when it
// has gone too.
func TestConnectedBotAccountsAreMarked(t *testing.T) {
	h, members := withClub(t, club.Config{})
	robot := inky
	robot.BotAccount = true
	h.Connect(blinky)
	program, screen := h.Connect(robot), h.Connect(inky)
	if list := h.machinesHere(); len(list) != 1 || list[0] != inky.Name {
		t.Errorf("machines: %v", list)
	}
	program.Leave()
	if list := h.machinesHere(); len(list) != 0 {
		t.Errorf("a screen alone makes machines: %v", list)
	}
	if _, err := h.Create(ctx, robot, table.Terms{Game: "verney"}); err != nil {
		t.Fatal(err)
	}
	if list := h.machinesHere(); len(list) != 1 || !members.BotAccount(inky.ID) {
		t.Errorf("machines: %v", list)
	}
	screen.Rename("Inker")
	if list := h.machinesHere(); len(list) != 1 || list[0] != "Inker" {
		t.Errorf("under another name: %v", list)
	}
	if err := members.Machines.Unmark(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	if list := h.machinesHere(); len(list) != 0 {
		t.Errorf("nobody is marked, and there are %v", list)
	}
}

// playAgain is the rematch that Inky and Blinky want.
func (h *testLobby) playAgain(first *live.Table) *live.Table {
	h.Helper()
	w := first.Watch(blinky)
	defer w.Close()
	for _, p := range []player.Player{inky, blinky} {
		h.do(first, table.Command{By: p, Kind: table.OfferRematch})
	}
	v, more := w.Take(ctx)
	for more && v.Next == 0 {
		v, more = w.Take(ctx)
	}
	second, err := h.Table(ctx, v.Next)
	if err != nil {
		h.Fatal(err)
	}
	return second
}

// A rematch takes nobody's word for what he was in the game before: he is what the
// house knows now. And who is marked is called to no rated table.
func TestRematchUsesCurrentBotMarks(t *testing.T) {
	h, members := withClub(t, club.Config{})
	robot := inky
	robot.BotAccount = true
	first, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
	if err != nil {
		t.Fatal(err)
	}
	h.do(first, table.Command{By: robot, Kind: table.Sit, Seat: 0})
	h.do(first, table.Command{By: blinky, Kind: table.Sit, Seat: 2})
	for _, p := range []player.Player{inky, blinky} {
		h.do(first, table.Command{By: p, Kind: table.Ready})
	}
	h.finish(first)
	if err := members.Machines.Unmark(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	if v := h.playAgain(first).View(); v.Seats[0].Player != inky || v.Host != inky || members.BotAccount(inky.ID) {
		t.Errorf("host %+v, seat %+v", v.Host, v.Seats[0].Player)
	}
	h.Connect(inky)
	rated, err := h.Create(ctx, blinky, table.Terms{Game: "verney", Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := members.MarkBotAccount(ctx, inky.ID); err != nil {
		t.Fatal(err)
	}
	var refusal *table.Refusal
	if err := h.Invite(blinky, rated.View().ID, rules.NoSeat, inky.ID); !errors.As(err, &refusal) || refusal.Reason != table.PeopleOnly {
		t.Errorf("called to a rated table: %v", err)
	}
}

// Nor does an evening's board: who is unmarked since he came sits there as a person.
func TestEveningBoardUsesCurrentBotMarks(t *testing.T) {
	members, err := clubtest.Open(ctx, club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	evenings(t, 4, pairing.Rotating, "verney", func(c *eveningLobby) {
		c.rights = members
		c.restart()
		machine, guest := player.Player{ID: "SHA256:M", Name: "M", BotAccount: true}, player.Player{ID: "guest:g", Name: "g", BotAccount: true}
		c.must(members.MarkBotAccount(ctx, machine.ID))
		_, err := c.Evenings().Remove(ctx, inky, c.people[:2])
		c.must(err)
		_, err = c.Evenings().Add(ctx, inky, []player.Player{machine, guest})
		c.must(err)
		c.must(members.Machines.Unmark(ctx, "", machine.ID, "by mistake"))
		c.next()
		for _, s := range c.table(c.games()[0]).View().Seats {
			if s.Player.BotAccount != (s.Player.ID == guest.ID) {
				t.Errorf("%+v sits there", s.Player)
			}
		}
	})
}
