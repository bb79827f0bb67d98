package lobby_test

import (
	"errors"
	"testing"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// withClub opens a lobby that belongs to a club. The club records which accounts are bot
// accounts.
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

func (h *testLobby) botAccounts() (list []string) {
	for _, one := range h.View().Here {
		if one.Player.BotAccount {
			list = append(list, one.Player.Name)
		}
	}
	return list
}

// TestConnectedBotAccountsAreMarked checks that an account is listed as a bot while a
// program is connected with it. After the program has opened a table, the account stays
// marked as a bot until a moderator removes the mark.
func TestConnectedBotAccountsAreMarked(t *testing.T) {
	h, members := withClub(t, club.Config{})
	robot := inky
	robot.BotAccount = true
	h.Connect(blinky)
	program, screen := h.Connect(robot), h.Connect(inky)
	if list := h.botAccounts(); len(list) != 1 || list[0] != inky.Name {
		t.Errorf("bot accounts: %v", list)
	}
	program.Leave()
	if list := h.botAccounts(); len(list) != 0 {
		t.Errorf("bot accounts with only a screen connected: %v", list)
	}
	if _, err := h.Create(ctx, robot, table.Terms{Game: "verney"}); err != nil {
		t.Fatal(err)
	}
	if list := h.botAccounts(); len(list) != 1 || !members.BotAccount(inky.ID) {
		t.Errorf("bot accounts: %v", list)
	}
	screen.Rename("Inker")
	if list := h.botAccounts(); len(list) != 1 || list[0] != "Inker" {
		t.Errorf("bot accounts after a rename: %v", list)
	}
	if err := members.BotAccounts.Unmark(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	if list := h.botAccounts(); len(list) != 0 {
		t.Errorf("bot accounts after unmarking: %v", list)
	}
}

// playRematch makes Inky and Blinky agree on a rematch, and returns the table of the
// rematch.
func (h *testLobby) playRematch(first *live.Table) *live.Table {
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

// TestRematchUsesCurrentBotMarks checks that an account that is no longer a bot account is
// not marked as a bot in the rematch, although it was in the previous game. A bot account
// cannot be invited to a rated table.
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
	if err := members.BotAccounts.Unmark(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	if v := h.playRematch(first).View(); v.Seats[0].Player != inky || v.Host != inky || members.BotAccount(inky.ID) {
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
		t.Errorf("inviting a bot account to a rated table: %v", err)
	}
}

// TestEveningBoardUsesCurrentBotMarks checks that an account whose bot mark is removed
// during an evening no longer sits as a bot at the tables of that evening.
func TestEveningBoardUsesCurrentBotMarks(t *testing.T) {
	members, err := clubtest.Open(ctx, club.Config{}, map[player.ID]club.Role{inky.ID: club.Moderator})
	if err != nil {
		t.Fatal(err)
	}
	withEvening(t, 4, pairing.Rotating, "verney", func(c *eveningLobby) {
		c.rights = members
		c.restart()
		account, guest := player.Player{
			ID:         "SHA256:M",
			Name:       "M",
			BotAccount: true,
		}, player.Player{
			ID:         "guest:g",
			Name:       "g",
			BotAccount: true,
		}
		c.must(members.MarkBotAccount(ctx, account.ID))
		_, err := c.Evenings().Remove(ctx, inky, c.people[:2])
		c.must(err)
		_, err = c.Evenings().Add(ctx, inky, []player.Player{account, guest})
		c.must(err)
		c.must(members.BotAccounts.Unmark(ctx, "", account.ID, "by mistake"))
		c.next()
		for _, s := range c.table(c.games()[0]).View().Seats {
			if s.Player.BotAccount != (s.Player.ID == guest.ID) {
				t.Errorf("%+v sits there", s.Player)
			}
		}
	})
}
