package lobby_test

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// withModerator opens, in virtual time, the lobby of a club whose moderator is Pinky.
func withModerator(t *testing.T, test func(t *testing.T, h *testLobby, audit *club.Audit)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		theClub, err := clubtest.Open(ctx, club.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := theClub.Roles.Appoint(ctx, "", pinky.ID, club.Moderator, ""); err != nil {
			t.Fatal(err)
		}
		store := logtest.NewMemory()
		l, err := lobby.Open(ctx, lobby.Config{
			Store: store, Rights: theClub, Audit: theClub.Audit.Note, Logger: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		h := &testLobby{TB: t, store: store, Lobby: l}
		defer h.close()
		test(t, h, theClub.Audit)
	})
}

// TestAModeratorLeavesOneAuditEntryAnHour has a moderator open private tables again and again.
func TestAModeratorLeavesOneAuditEntryAnHour(t *testing.T) {
	withModerator(t, func(t *testing.T, h *testLobby, audit *club.Audit) {
		list := func(action club.Action) (found []club.AuditEntry) {
			entries, err := audit.Since(ctx, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if e.Action == action {
					found = append(found, e)
				}
			}
			return found
		}
		enter := func(id table.ID, want int) {
			t.Helper()
			for range 5 {
				if _, err := h.TableFor(ctx, pinky.ID, id); err != nil {
					t.Fatal(err)
				}
			}
			if got := list(club.Entered); len(got) != want || got[want-1].By != pinky.ID || got[want-1].Table != int64(id) {
				t.Errorf("the audit log says %d times that the moderator entered, want %d: %+v", len(got), want, got)
			}
		}
		first, second := lockedTable(t, h), lockedTable(t, h)
		enter(first.View().ID, 1)
		time.Sleep(59 * time.Minute)
		enter(first.View().ID, 1)
		enter(second.View().ID, 2)
		time.Sleep(2 * time.Minute)
		enter(first.View().ID, 3) // which is closed now, because nobody attends it

		third := lockedTable(t, h)
		for range 2 {
			if err := h.Admit(ctx, pinky, third.View().ID, blinky); err != nil {
				t.Fatal(err)
			}
		}
		if got := list(club.Admitted); len(got) != 1 || got[0].By != pinky.ID || got[0].Target != blinky.ID {
			t.Errorf("admitted: %+v", got)
		}
		if err := h.Admit(ctx, inky, third.View().ID, player.Player{ID: "SHA256:sue", Name: "Sue"}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.TableFor(ctx, blinky.ID, third.View().ID); err != nil {
			t.Fatal(err)
		}
		if a, e := list(club.Admitted), list(club.Entered); len(a) != 1 || len(e) != 4 {
			t.Errorf("the host and an admitted player are in the audit log: %+v, %+v", a, e)
		}
	})
}

// TestARefusedInvitationAdmitsNobody invites people to a private table and is refused. Nobody may
// be admitted by that, whether they are connected or not.
func TestARefusedInvitationAdmitsNobody(t *testing.T) {
	withModerator(t, func(t *testing.T, h *testLobby, _ *club.Audit) {
		defer h.connectAll(inky, blinky)()
		public := h.create(inky).View().ID
		made, err := h.CreateWithPassword(ctx, inky, table.Terms{Game: "verney", Private: table.ByPassword, SeatsPerPerson: 4}, sesame)
		if err != nil {
			t.Fatal(err)
		}
		id, stranger := made.View().ID, player.Player{ID: "SHA256:stranger", Name: "Stranger"}
		refused := func(by, invitee player.Player, want *refusal.Reason) {
			t.Helper()
			if _, err := h.InviteOrAdmit(ctx, by, id, invitee); refusal.Of(err) != want {
				t.Errorf("%v, want %s", err, want.Code)
			}
			if v := made.View(); len(v.Admitted) > 0 {
				t.Errorf("the invitation was refused with %s and admitted %+v", want.Code, v.Admitted)
			}
		}
		refused(pinky, blinky, lobby.NotAtTable) // a moderator, who may admit people
		refused(pinky, stranger, lobby.NotAtTable)
		if err := h.Invite(inky, public, rules.NoSeat, blinky.ID); err != nil {
			t.Fatal(err)
		}
		if err := h.Decline(blinky.ID, h.openInvitations(blinky)[0].Number); err != nil {
			t.Fatal(err)
		}
		refused(inky, blinky, lobby.Declined)
		for seat := range rules.Seat(rules.SeatCount) {
			h.do(made, table.Command{By: inky, Kind: table.Sit, Seat: seat})
		}
		time.Sleep(10 * time.Minute)
		refused(inky, blinky, lobby.NoOpenSeat)
	})
}
