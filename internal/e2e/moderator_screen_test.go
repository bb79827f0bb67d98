package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestModeratorMutesAndRemovesByKeys opens the admin screen, and presses keys to mute and
// remove a player. Players without rights cannot open the screen, and the audit log names the
// moderator. The screen closes when an owner ends the moderator's role.
func TestModeratorMutesAndRemovesByKeys(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	code := s.ownerCode()
	olga, mina, bob := connectPerson(
		t,
		s,
		kinds[0],
		"Olga",
		80,
		24,
	), connectPerson(
		t,
		s,
		kinds[0],
		"Mina",
		80,
		24,
	), connectPerson(
		t,
		s,
		kinds[0],
		"Bob",
		120,
		40,
	)
	olga.runOverClient("join " + code)
	olga.runOverClient("admin role Mina moderator")

	bob.press("A") // players cannot open the admin screen
	bob.press("?")
	if help := bob.See(t, "Help"); strings.Contains(help, "Keys for moderators") {
		t.Error("a player without rights can read the help of moderators")
	}
	bob.press(esc)
	bob.See(t, "New table")
	bob.awaitAbsent("a admin")

	olga.See(t, "3 online")
	olga.press("A2i") // create an invitation for one person, valid for a week
	for _, ask := range []string{"< member >", "1_", "7d_", "Reason    _"} {
		olga.See(t, ask)
		olga.press("\r")
	}
	screen := olga.See(t, "[ Close ]")
	code = regexp.MustCompile(`\w{4}(-\w{4}){5}`).FindString(screen) // finds the whole code, because the screen shows it on one line
	bob.runOverClient("join " + code)
	olga.press("\r1")
	olga.See(t, "Bob                          member")

	mina.press("A")
	mina.See(t, "Members 3")
	mina.pressUntil("▸Bob", arrowDown)
	mina.press("m7d\rshouts\r")
	mina.See(t, "Bob is muted")
	olga.See(t, " muted") // Olga's screen shows the change without a key press
	robo := newAPIClient(t, s, bob.key, "")
	robo.must(robo.request("new", fields{"game": "chess4"}))
	olga.See(t, "Bob (bot) ")
	_ = robo.client.Close()
	bob.See(t, " Bob (bot)") // Bob's lobby also shows that Bob is a bot account now
	olga.runOverClient("admin close 1 --reason enough")
	mina.press("pby mistake\r")
	mina.See(t, "Bob is no longer a bot account")
	mina.press("x")
	mina.See(t, "Remove Bob from the club")
	mina.press("\r")
	mina.See(t, "Enter a reason")
	mina.press("shouts on\r")
	mina.See(t, "Bob is now a guest")
	mina.awaitAbsent("▸Bob")
	mina.press("4")
	mina.See(t, "Mina removed Bob")
	audit := olga.runOverClient("admin audit --by Mina")
	for _, want := range []string{"muted", "shouts", "removed", "shouts on"} {
		if !strings.Contains(audit, want) {
			t.Errorf("no %q in the audit:\n%s", want, audit)
		}
	}

	bob.runOverClient("new chess4 armies=white,black")
	mina.press("6")
	mina.See(t, "▸    2 waiting  Chess4")
	mina.press("x\rnobody came\r")
	mina.See(t, "Table 2 is closed")
	mina.See(t, "No tables.")
	if audit := olga.runOverClient("admin audit --last 1"); !strings.Contains(audit, "nobody came") {
		t.Errorf("the audit ends with %q", audit)
	}

	olga.pressUntil("▸Mina", arrowDown)
	olga.press("r")
	olga.See(t, "Change the role of Mina")
	olga.press("member\r\r")
	olga.See(t, "Mina is now member")
	mina.See(t, "Your role has changed")
	mina.awaitAbsent("Audit ")
	mina.press("\r")
	mina.press("A")
	mina.press("n")
	mina.See(t, "New table")
	mina.awaitAbsent("Members ")
}
