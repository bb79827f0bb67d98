package lobby_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// TestCheckAnswersAsTheActDoes checks that Check and CheckInvite refuse what Create and Invite refuse, with the
// same reason, and nothing else.
func TestCheckAnswersAsTheActDoes(t *testing.T) {
	l, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close(t.Context()) })
	host, guest := player.Player{ID: "SHA256:host", Name: "Host"}, player.Player{ID: "guest:x", Name: "guest-x"}
	for _, one := range []struct {
		by    player.Player
		terms table.Terms
	}{
		{host, table.Terms{Game: "chess4"}},
		{guest, table.Terms{Game: "chess4", Rated: true}},
		{guest, table.Terms{Game: "chess4", Private: table.ForInvited}},
		{host, table.Terms{Game: "chess4", Private: table.ForMembers}},
		{host, table.Terms{Game: "chess4", Rated: true, Bots: 3}},
		{host, table.Terms{Game: "draughts"}},
	} {
		asked := l.Check(one.by, one.terms)
		_, done := l.Create(t.Context(), one.by, one.terms)
		if refusal.Of(asked) != refusal.Of(done) || (asked == nil) != (done == nil) {
			t.Errorf("%s, %+v: Check says %v, Create %v", one.by.Name, one.terms, asked, done)
		}
	}
	for _, who := range []player.Player{host, guest} {
		for _, invitee := range []player.ID{host.ID, "SHA256:nobody"} {
			asked, done := l.CheckInvite(who, 1, rules.NoSeat, invitee), l.Invite(who, 1, rules.NoSeat, invitee)
			if refusal.Of(asked) != refusal.Of(done) || (asked == nil) != (done == nil) {
				t.Errorf("%s invites %s: CheckInvite says %v, Invite %v", who.Name, invitee, asked, done)
			}
		}
	}
}
