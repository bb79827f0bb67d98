package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// Players send direct messages with commands, in plain mode and through the JSON API. Messages
// to a player in a live game are delivered after the game. A blocked account cannot send
// messages to the player who blocks it. A report shows a moderator the messages of the reported
// player.
func TestDirectMessages(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	olga, ann := named(t, s.address, "Olga"), named(t, s.address, "Ann")
	bea, cyd := named(t, s.address, "Bea"), named(t, s.address, "Cyd Lee")
	olga.mustRun(t, s.address, "join "+s.ownerCode())
	wants := func(p *commandPlayer, command, want string) {
		t.Helper()
		if out := p.mustRun(t, s.address, command); !strings.Contains(out, want) {
			t.Errorf("%s runs %q: %q, want %q", p.name, command, out, want)
		}
	}
	refused := func(p *commandPlayer, command, want string) {
		t.Helper()
		if _, err := p.run(s.address, command); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s runs %q: %v, want %q", p.name, command, err, want)
		}
	}
	wants(ann, "tell Cyd Lee hello there", "Sent to Cyd Lee.")
	wants(cyd, "messages", "Ann: hello there")
	wants(cyd, "messages Ann --json", `"from":"Ann","to":"Cyd Lee","text":"hello there"}`)
	wants(cyd, "messages --json", `"text":"hello there"`)
	wants(cyd, "settings --json", `{"setting":"followers","value":"on","values":["on","off"]`)
	refused(ann, "tell Nobody hello", "nobody here has that name")
	refused(ann, "tell Cyd Lee", "write a name and a text")

	client, err := bea.connect(s.address)
	s.must(err)
	screen := sshtest.OpenStream(t, client, "Bea", "dumb", "plain")
	screen.Expect(t, "You are in the lobby")
	ann.mustRun(t, s.address, "tell Bea are you there")
	screen.Expect(t, "Message from Ann: are you there")
	screen.Type(t, "tell Ann yes\r")
	screen.Expect(t, "Sent to Ann.")
	screen.Type(t, "chat good evening\r")
	screen.Expect(t, "Sent to the lobby.")
	wants(ann, "lobby-chat", "Bea: good evening")

	wants(bea, "new chess4 clock=10+5 bots=1", "1")
	screen.Type(t, "sit 1\r")
	screen.Expect(t, "You sit down as White")
	screen.Type(t, "ready\r")
	screen.Expect(t, "Your move")
	wants(ann, "tell Bea look at the queen", "Stored. The message to Bea will be delivered after the game.")
	wants(bea, "tell Ann I play", "Stored.")
	if out := ann.mustRun(t, s.address, "messages Bea"); strings.Contains(out, "I play") {
		t.Errorf("a message of a player is delivered during the game:\n%s", out)
	}
	screen.Type(t, "abort\r")
	screen.Expect(t, "Abort the game?")
	screen.Type(t, "yes\r")
	screen.Expect(t, "Message from Ann: look at the queen")
	wants(ann, "messages Bea", "Bea: I play")

	wants(bea, "new chess4 clock=3d bots=1", "2")
	screen.Type(t, "sit 2\r")
	screen.Expect(t, "You sit down as White")
	screen.Type(t, "ready\r")
	screen.Expect(t, "Your move")
	client, err = ann.connect(s.address)
	s.must(err)
	watches := sshtest.OpenStream(t, client, "Ann", "dumb", "plain")
	watches.Expect(t, "You are in the lobby")
	watches.Type(t, "table 2\rtell Bea look at the rook\r")
	watches.Expect(t, "You are both at table 2")
	watches.Type(t, "quit\r")
	watches.Ended(t)

	robo := newAPIClient(t, s, cyd.key, "Cyd Lee")
	robo.must(robo.request("follow", fields{"name": "Bea"}))
	robo.must(robo.request("tell", fields{"name": "Bea", "text": "from a program"}))
	screen.Expect(t, "Message from Cyd Lee: from a program")
	screen.Type(t, "tell Cyd Lee thanks\r")
	if e := robo.awaitEvent("message"); e.text("text") != "thanks" || e.in("from").text("name") != "Bea" {
		t.Errorf("the event is %v", e)
	}

	wants(bea, "block Ann", "Ann is blocked.")
	refused(ann, "tell Bea please", "that person does not accept messages from you")
	refused(ann, "follow Bea", "that person does not accept you as a follower")
	wants(bea, "report Ann helps me", "Report 1 is stored, with the last lines of chat")
	wants(bea, "report --json", `"player":"Ann","state":"open"}`)
	wants(olga, "admin report 1", "message Ann: look at the queen")
	wants(bea, "account export", `"text":"look at the queen"`)
	wants(bea, "account export", `"blocks":["Ann"]`)
	screen.Type(t, "quit\r")
	screen.Ended(t)
	wants(ann, "account delete Ann", "deleted")
	if out := bea.mustRun(t, s.address, "account export"); strings.Contains(out, "queen") {
		t.Error("messages of a deleted account are kept")
	}
}
