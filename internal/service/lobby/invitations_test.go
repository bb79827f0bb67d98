package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

var pinky = player.Player{ID: "SHA256:pinky", Name: "Pinky"}

// connectAll connects players and returns a function that disconnects them.
func (h *testLobby) connectAll(people ...player.Player) (leave func()) {
	var sessions []*lobby.Session
	for _, p := range people {
		sessions = append(sessions, h.Connect(p))
	}
	return func() {
		for _, v := range sessions {
			v.Leave()
		}
	}
}

// openInvitations returns the invitations in a player's inbox.
func (h *testLobby) openInvitations(owner player.Player) []view.Invitation {
	b := h.Inbox(owner.ID)
	defer b.Close()
	list, _ := b.Take(ctx)
	return list
}

func TestInvitationReachesAllSessions(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky, blinky)()
		tb := h.create(inky)
		first, second := h.Inbox(blinky.ID), h.Inbox(blinky.ID)
		defer first.Close()
		defer second.Close()
		for _, b := range []*lobby.Inbox{first, second} {
			if list, ok := b.Take(ctx); !ok || len(list) != 0 {
				t.Fatalf("at first: %+v", list)
			}
		}
		for range 2 { // an invitation that the player already has is delivered again, because they may have dismissed it
			if err := h.Invite(inky, 1, 2, blinky.ID); err != nil {
				t.Fatal(err)
			}
			for _, b := range []*lobby.Inbox{first, second} {
				list, _ := b.Take(ctx)
				if len(list) != 1 || list[0].From != inky || list[0].Table != 1 || list[0].Seat != 2 || list[0].Title != "Chess4" {
					t.Errorf("invitations %+v", list)
				}
			}
		}
		h.do(tb, table.Command{By: blinky, Kind: table.Sit, Seat: 2})
		time.Sleep(time.Second)
		if list := h.openInvitations(blinky); len(list) != 0 {
			t.Errorf("a seated player is still invited: %+v", list)
		}
	})
}

func TestInviteRefusals(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky, blinky, sue)()
		tb := h.create(inky)
		h.do(tb, table.Command{By: inky, Kind: table.Sit, Seat: 0})
		for _, c := range []struct {
			by      player.Player
			id      table.ID
			seat    rules.Seat
			invitee player.ID
			want    error
		}{
			{blinky, 1, rules.NoSeat, sue.ID, lobby.NotAtTable.Refuse()},
			{inky, 1, rules.NoSeat, pinky.ID, lobby.NotConnected.Refuse()},
			{inky, 1, rules.NoSeat, inky.ID, lobby.HasSeat.Refuse()},
			{inky, 1, 0, blinky.ID, lobby.NoOpenSeat.Refuse()},
			{inky, 1, 1, blinky.ID, lobby.NoOpenSeat.Refuse()}, // seat 1 is not open in this game
			{inky, 9, rules.NoSeat, blinky.ID, table.ErrNoTable},
			{inky, 1, 2, blinky.ID, nil},
			{inky, 1, 2, blinky.ID, nil}, // the same invitation again
		} {
			if err := h.Invite(c.by, c.id, c.seat, c.invitee); !errors.Is(err, c.want) {
				t.Errorf("%+v: %v", c, err)
			}
		}
		if n := len(h.openInvitations(blinky)); n != 1 {
			t.Errorf("%d invitations", n)
		}
		rated := duel
		rated.Rated = true
		other, err := h.Create(ctx, inky, rated)
		if err != nil {
			t.Fatal(err)
		}
		var r *table.Refusal
		if err := h.Invite(inky, other.View().ID, rules.NoSeat, sue.ID); !errors.As(err, &r) || r.Reason != table.AccountsOnly {
			t.Errorf("inviting a guest to a rated table: %v", err)
		}
	})
}

func TestDeclineAndMuteInvitations(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky, blinky)()
		h.create(inky)
		h.create(inky)
		if err := h.Invite(inky, 1, rules.NoSeat, blinky.ID); err != nil {
			t.Fatal(err)
		}
		number := h.openInvitations(blinky)[0].Number
		if err := h.Decline(blinky.ID, number); err != nil {
			t.Fatal(err)
		}
		if err := h.Decline(blinky.ID, number); refusal.Of(err) != lobby.NoInvitation {
			t.Errorf("declined twice: %v", err)
		}
		if err := h.Invite(inky, 2, rules.NoSeat, blinky.ID); refusal.Of(err) != lobby.Declined {
			t.Errorf("after declining: %v", err)
		}
		time.Sleep(10 * time.Minute)
		if err := h.Invite(inky, 2, rules.NoSeat, blinky.ID); err != nil || len(h.openInvitations(blinky)) != 1 {
			t.Errorf("later: %v", err)
		}
		if err := h.MuteInvitations(blinky.ID, inky.ID, true); err != nil || len(h.openInvitations(blinky)) != 0 {
			t.Errorf("muted: %v", err)
		}
		if err := h.Invite(inky, 1, rules.NoSeat, blinky.ID); err != nil || len(h.openInvitations(blinky)) != 0 {
			t.Errorf("an invitation by a muted player: %v, %d open invitations", err, len(h.openInvitations(blinky)))
		}
		time.Sleep(10 * time.Minute)
		if err := h.MuteInvitations(blinky.ID, inky.ID, false); err != nil {
			t.Fatal(err)
		}
		if err := h.Invite(inky, 1, rules.NoSeat, blinky.ID); err != nil || len(h.openInvitations(blinky)) != 1 {
			t.Errorf("after unmuting: %v", err)
		}
	})
}

func TestInvitationLimits(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		var people []player.Player
		for i := range 12 {
			people = append(people, player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Fan", i)})
		}
		defer h.connectAll(append(people, inky)...)()
		h.create(inky)
		for i, p := range people {
			if err := h.Invite(inky, 1, rules.NoSeat, p.ID); (err == nil) != (i < 8) ||
				err != nil && refusal.Of(err) != lobby.TooManySent {
				t.Errorf("invitation %d: %v", i, err)
			}
		}
		for i, p := range people {
			h.create(p)
			if err := h.Invite(p, table.ID(i+2), rules.NoSeat, inky.ID); (err == nil) != (i < 8) ||
				err != nil && refusal.Of(err) != lobby.TooManyOpen {
				t.Errorf("to Inky, %d: %v", i, err)
			}
		}
		in := h.Inbox(inky.ID)
		defer in.Close()
		list, _ := in.Take(ctx)
		if len(list) != 8 {
			t.Fatalf("%d invitations", len(list))
		}
		soon, cancel := context.WithTimeout(ctx, 11*time.Minute)
		defer cancel()
		if list, ok := in.Take(soon); !ok || len(list) != 0 { // the invitation has expired
			t.Errorf("after a while: %+v", list)
		}
	})
}

func TestDisconnectionDropsInvitations(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky)()
		session := h.Connect(blinky)
		h.create(inky)
		if err := h.Invite(inky, 1, rules.NoSeat, blinky.ID); err != nil {
			t.Fatal(err)
		}
		session.Leave()
		defer h.connectAll(blinky)()
		if list := h.openInvitations(blinky); len(list) != 0 {
			t.Errorf("invitations %+v", list)
		}
	})
}

// finishedGame returns a finished table of four players, at which seats 0 and 2 resigned.
func (h *testLobby) finishedGame(terms table.Terms) *live.Table {
	h.Helper()
	t, err := h.Create(ctx, inky, terms)
	if err != nil {
		h.Fatal(err)
	}
	for seat, p := range []player.Player{inky, blinky, pinky, sue} {
		h.do(t, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
		h.do(t, table.Command{By: p, Kind: table.Ready})
	}
	for seat, p := range map[rules.Seat]player.Player{0: inky, 2: pinky} {
		h.do(t, table.Command{By: p, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}})
	}
	if t.View().Phase != table.Finished {
		h.Fatal("the game is not finished")
	}
	return t
}

func (h *testLobby) offerRematch(t *live.Table, rotate bool, people ...player.Player) {
	h.Helper()
	for _, p := range people {
		h.do(t, table.Command{By: p, Kind: table.OfferRematch, Rotate: rotate})
	}
	time.Sleep(time.Second)
	synctest.Wait()
}

func seated(v *table.View) (names string) {
	for _, s := range v.Seats {
		names += s.Player.Name + " "
	}
	return names
}

func TestRematches(t *testing.T) {
	forchess := table.Terms{Game: "forchess", Chat: true}
	verney := table.Terms{Game: "verney", Touch: true}
	for name, c := range map[string]struct {
		terms  table.Terms
		rotate bool
		seats  string
		first  string
	}{
		"same seats":         {forchess, false, "Inky blinky Pinky guest-sue ", ""},
		"rotated":            {forchess, true, "guest-sue Inky blinky Pinky ", ""},
		"same first seat":    {verney, false, "Inky blinky Pinky guest-sue ", ""},
		"first seat rotated": {verney, true, "Inky blinky Pinky guest-sue ", "red"},
	} {
		withLobby(t, func(h *testLobby) {
			old := h.finishedGame(c.terms)
			h.offerRematch(old, c.rotate, inky, blinky, pinky)
			if old.View().Next != 0 {
				t.Fatalf("%s: without Sue", name)
			}
			h.offerRematch(old, c.rotate, sue)
			v := old.View()
			if v.Next == 0 {
				t.Fatalf("%s: no rematch", name)
			}
			next, err := h.Table(ctx, v.Next)
			if err != nil {
				t.Fatal(err)
			}
			n := next.View()
			if n.After != v.ID || n.Host != inky || seated(n) != c.seats || n.Phase != table.Waiting ||
				n.Terms.Options["first"] != c.first ||
				n.Terms.Chat != c.terms.Chat ||
				n.Terms.Touch != c.terms.Touch {
				t.Errorf("%s: %+v, %s", name, n.Terms, seated(n))
			}
			h.restart()
			time.Sleep(time.Minute)
			if got := h.phases(); got != "w2 f1" {
				t.Errorf("%s: after a restart %s", name, got)
			}
			again, _ := h.Table(ctx, 1)
			if again.View().Next != 2 {
				t.Errorf("%s: after a restart the next table is %d", name, again.View().Next)
			}
		})
	}
}

func TestHalfOpenedRematchIsOpenedOnce(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		old := h.finishedGame(table.Terms{Game: "forchess"})
		for _, p := range []player.Player{inky, blinky, pinky, sue} {
			h.do(old, table.Command{By: p, Kind: table.OfferRematch})
		}
		h.close() // by now, the lobby may or may not have opened the rematch
		opened := table.Event{Kind: table.Opened, At: time.Now(), Player: &inky, Terms: &table.Terms{Game: "forchess"}, Table: 1}
		if old.View().Next == 0 {
			if _, err := h.store.Create(ctx, opened, nil); err != nil {
				t.Fatal(err)
			}
		}
		h.Lobby = open(h, h.store).Lobby
		time.Sleep(time.Second)
		if got := h.phases(); got != "w2 f1" {
			t.Errorf("tables %s", got)
		}
		if tb, _ := h.Table(ctx, 1); tb.View().Next != 2 {
			t.Errorf("the next table is %d", tb.View().Next)
		}
	})
}

func TestRematchOfferInvitesTheOthers(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky, blinky, sue)()
		old := h.finishedGame(table.Terms{Game: "forchess"})
		h.offerRematch(old, false, inky)
		for _, p := range []player.Player{blinky, sue} {
			if list := h.openInvitations(p); len(list) != 1 || !list[0].Rematch || list[0].Table != 1 || list[0].From != inky {
				t.Errorf("%s: %+v", p.Name, list)
			}
		}
		h.offerRematch(old, false, blinky)
		if list := h.openInvitations(blinky); len(list) != 0 {
			t.Errorf("a player who accepted is still invited: %+v", list)
		}
		h.do(old, table.Command{By: inky, Kind: table.DeclineRematch})
		h.do(old, table.Command{By: blinky, Kind: table.DeclineRematch})
		time.Sleep(time.Second)
		if list := h.openInvitations(sue); len(list) != 0 {
			t.Errorf("invitations after the rematch was declined: %+v", list)
		}
	})
}

// TestRematchAfterAnAbortedGameReachesPlayersInTheLobby offers a rematch of an aborted game, which
// the lobby does not list. Players who left the board must keep the invitation, and it must be
// sent once: each further pass of the lobby used up one of the invitations of the player who
// offered the rematch.
func TestRematchAfterAnAbortedGameReachesPlayersInTheLobby(t *testing.T) {
	withLobby(t, func(h *testLobby) {
		defer h.connectAll(inky, blinky, pinky, sue, clyde)()
		old := h.create(inky)
		h.begin(old)
		h.do(old, table.Command{By: inky, Kind: table.Abort})
		if v := old.View(); v.Phase != table.Finished || v.Position.Over() {
			t.Fatalf("phase %d, over %t", v.Phase, v.Position.Over())
		}
		h.offerRematch(old, false, inky)
		for range 5 {
			time.Sleep(10 * time.Second)
			synctest.Wait()
			if list := h.openInvitations(blinky); len(list) != 1 || !list[0].Rematch || list[0].From != inky {
				t.Fatalf("invitations %+v", list)
			}
		}
		another := h.create(inky)
		for _, p := range []player.Player{pinky, sue, clyde} {
			if err := h.Invite(inky, another.View().ID, rules.NoSeat, p.ID); err != nil {
				t.Errorf("the invitations of the rematch were used up: %v", err)
			}
		}
		h.do(old, table.Command{By: blinky, Kind: table.OfferRematch})
		time.Sleep(time.Second)
		if old.View().Next == 0 {
			t.Error("there is no rematch")
		}
		if list := h.openInvitations(blinky); len(list) != 0 {
			t.Errorf("a player who accepted is still invited: %+v", list)
		}
	})
}

func TestFinishedTablesAreUnloaded(t *testing.T) {
	withLobby(t, func(h *testLobby) { // withLobby also checks that no goroutines are left when the test ends
		var first *live.Table
		for range 25 {
			tb := h.create(inky)
			h.begin(tb)
			h.finish(tb)
			if first == nil {
				first = tb
			}
			time.Sleep(time.Second)
		}
		time.Sleep(31 * time.Minute)
		var r *table.Refusal
		if err := first.Do(ctx, table.Command{By: inky, Kind: table.OfferRematch}); !errors.As(err, &r) || r.Reason != table.GameOver {
			t.Errorf("an unloaded table: %v", err)
		}
		again, err := h.Table(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Do(ctx, table.Command{By: inky, Kind: table.OfferRematch}); !errors.As(err, &r) || r.Reason != table.GameOver {
			t.Errorf("the table loaded again: %v", err)
		}
	})
}
