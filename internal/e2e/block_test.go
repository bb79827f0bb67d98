package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestBlockedPlayer checks that a player who blocks another player gets no chat messages,
// invitations or seeks from them on screens, in plain mode or through the JSON API.
func TestBlockedPlayer(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ann := connectPerson(t, s, kinds[0], "Ann", 120, 40)
	bea, cyd := named(t, s.address, "Bea"), named(t, s.address, "Cyd")
	dumb := sshtest.OpenStream(t, ann.client, "Ann", "dumb", "plain")
	dumb.Expect(t, "You are in the lobby")
	dumb.Type(t, "block Bea\r")
	dumb.Expect(t, "Bea is blocked.")
	bea.mustRun(t, s.address, "new chess4 chat=open")
	dumb.Type(t, "table 1\r")
	dumb.Expect(t, "Table 1")
	ann.open()
	ann.See(t, "Sit down as White")

	robo := newAPIClient(t, s, ann.key, "Ann")
	robo.must(robo.request("watch", fields{"table": 1}))
	for _, says := range []struct {
		by   *commandPlayer
		text string
	}{{bea, "you are slow"}, {cyd, "good luck"}} {
		client, err := says.by.connect(s.address)
		s.must(err)
		stream := sshtest.OpenStream(t, client, says.by.name, "dumb", "plain")
		stream.Expect(t, "You are in the lobby")
		stream.Type(t, "table 1\rsay "+says.text+"\r")
		stream.Expect(t, "Sent.")
		stream.Type(t, "quit\r")
		stream.Ended(t)
	}
	if e := robo.awaitEvent("chatted"); e.text("text") != "good luck" {
		t.Errorf("the first line of chat is %v", e)
	}
	ann.See(t, "good luck")
	dumb.Expect(t, "good luck")
	if text := ann.Text(); strings.Contains(text, "slow") {
		t.Errorf("the chat of a blocked player is shown:\n%s", text)
	}
	dumb.Type(t, "report Bea insults\r")
	dumb.Expect(t, "Report 1 is stored")
	bea.mustRun(t, s.address, "invite 1 Ann")
	cyd.mustRun(t, s.address, "new verney")
	cyd.mustRun(t, s.address, "invite 2 Ann")
	ann.See(t, "Cyd invites you")
}
