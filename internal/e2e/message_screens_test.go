package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// TestMessagesOnScreens checks that people can write direct messages and lobby chat on screens,
// and can follow and block other players. No session of a player shows messages during the
// player's live game. All sessions show them after the game.
func TestMessagesOnScreens(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ann, bea := connectPerson(t, s, kinds[0], "Ann", 80, 24), connectPerson(t, s, kinds[0], "Bea", 120, 40)
	cyd := named(t, s.address, "Cyd")
	cyd.mustRun(t, s.address, "tell Bea good evening")
	bea.See(t, "Message from Cyd: good evening")
	bea.press("\x12")    // ctrl+r
	bea.See(t, "▸○ Cyd") // the screen of messages is open: no other screen shows this line
	bea.press("\rwelcome\r")
	bea.See(t, "You  welcome")
	bea.back()
	bea.press("'who plays?\r")
	bea.See(t, "Bea  who plays?")
	ann.press("\"")
	ann.See(t, "▸● Lobby chat")
	ann.See(t, "Bea  who plays?")
	ann.press("\rI do\r")
	bea.See(t, "Ann  I do")
	ann.back()
	ann.See(t, "2 online") // wait: the list of players is updated only after a moment
	ann.press("\t\t\x1b[H")
	ann.pressUntil("▸● Bea", arrowDown)
	ann.press("\r")
	ann.See(t, "Send a message")
	ann.press("v")
	ann.See(t, "m message")
	ann.press("f")
	ann.See(t, "You follow Bea")
	ann.See(t, "f unfollow")

	dumb := sshtest.OpenStream(t, bea.client, "Bea", "dumb", "plain")
	dumb.Expect(t, "You are in the lobby")
	dumb.Type(t, "seek chess4 5+10 bots 0\r")
	dumb.Expect(t, "Your move")
	ann.See(t, "Bea, whom you follow, plays Chess4 at table 1")
	ann.press("q")
	ann.See(t, " online")
	cyd.mustRun(t, s.address, "tell Bea mind your queen")
	cyd.mustRun(t, s.address, "lobby-chat Bea should castle")
	ann.press("\"")
	ann.See(t, "Cyd  Bea should castle")
	ann.press("q")
	ann.See(t, " online")
	bea.press("\"")
	bea.See(t, "The lobby chat is shown after your game.")
	if text := bea.Text(); strings.Contains(text, "queen") {
		t.Errorf("a message is shown during the game:\n%s", text)
	}
	bea.press("q")
	bea.See(t, " online")
	dumb.Type(t, "abort\r")
	dumb.Expect(t, "Abort the game?")
	dumb.Type(t, "yes\r")
	bea.See(t, "Message from Cyd: mind your queen")
	dumb.Expect(t, "Lobby, Cyd: Bea should castle")
	dumb.Expect(t, "Message from Cyd: mind your queen")

	ann.press("\r") // Bea is still selected
	ann.See(t, "Send a message")
	ann.press("v")
	ann.See(t, "m message")
	ann.press("b")
	ann.See(t, "Block Bea?")
	ann.press("b")
	ann.See(t, "Bea is blocked")
	dumb.Type(t, "tell Ann are you angry?\r")
	dumb.Expect(t, "That person does not accept messages from you")
}

// back waits until the line on the message screen has been sent, and then returns to the lobby.
func (p *person) back() {
	p.Helper()
	p.See(p, ": _")
	p.press("\x1b")
	p.See(p, "p profile")
	p.press("q")
	p.See(p, " online")
}
