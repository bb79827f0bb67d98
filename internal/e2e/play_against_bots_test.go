package e2e

import (
	"regexp"
	"strings"
	"testing"

	"quadrille/rules/variants"
)

// TestOnePlayerWithThreeBots does what the README describes: it connects, chooses a game, adds
// three bots and moves.
func TestOnePlayerWithThreeBots(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := connectPerson(t, s, kinds[0], "Lonely", 80, 24)
	p.press("n")
	p.See(t, "New table")
	p.press("\x1b[F" + arrowUp) // select the last option of the form
	p.See(t, "Fill empty seats with bots")
	p.press(arrowRight)
	p.See(t, "< 1 >")
	p.press("\r\r")
	p.See(t, "Sit down as White")
	p.press("\r")
	p.See(t, "▸ I am ready")
	p.seeWrapped("level 1 bots take the open seats")
	p.press("\r")
	p.See(t, "Bot 1")
	p.See(t, "Your move, White")
	p.press("m7\rk7\r")
	round := regexp.MustCompile(` 1 k7( +\S+){3}`)
	p.Await(t, "three moves of bots, and the player's turn", func(text string) bool {
		return strings.Contains(text, "Your move") && round.MatchString(text)
	})
}

// TestBotsByCommand adds bots by command. The game record names them, players cannot take
// their names, and the ladder does not list them.
func TestBotsByCommand(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[quotas]\nnew_account_waiting = 8\n").testServer
	p := newPerson(t, "Lonely", 80, 24)
	p.mustRun(s.address, "name Lonely")
	for _, def := range variants.All() {
		p.mustRun(s.address, "new "+def.Name+" bots=1")
	}
	if _, errs, status := p.runCommand(s.address, "new chess4 bots=1 rated=on"); status == 0 ||
		!strings.Contains(errs, "bots are not rated in this club; choose bots=none, or rated=off") {
		t.Errorf("rated: status %d, %q", status, errs)
	}
	if _, errs, status := p.runCommand(s.address, "new chess4 bots=11"); status == 0 ||
		!strings.Contains(errs, "the choices are none, 1, 2") {
		t.Errorf("level 11: status %d, %q", status, errs)
	}
	for _, name := range []string{"Bot 3", "bot-7", "B0t 3", "Bot3"} {
		if _, errs, status := p.runCommand(s.address, "name '"+name+"'"); status == 0 {
			t.Errorf("the name %s was accepted: %q", name, errs)
		}
	}
	p.mustRun(s.address, "name Botvinnik")
}
