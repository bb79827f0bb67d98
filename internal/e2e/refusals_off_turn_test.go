package e2e

import (
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// Three people enter moves although they cannot move now: an eliminated player, a
// spectator, and a player whose turn it is not. In each front end, the refusal says why
// they cannot move now, even if the move is illegal too.
func TestRefusalNamesTheTurnBeforeTheMove(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	inky := connectPerson(t, s, kinds[0], "Inky", 80, 24)
	one, two, view := newAPIClient(
		t,
		s,
		sshtest.NewKey(t),
		"Robo",
	), newAPIClient(
		t,
		s,
		sshtest.NewKey(t),
		"Gizmo",
	), newAPIClient(
		t,
		s,
		sshtest.NewKey(t),
		"Eye",
	)
	inky.runOverClient("new chess4 seats-per-person=2 clock=none")
	inky.open()
	one.must(one.request("sit", fields{"table": 1, "seat": "silver"}))
	for _, seat := range []string{"black", "gold"} {
		two.must(two.request("sit", fields{"table": 1, "seat": seat}))
	}
	view.must(view.request("watch", fields{"table": 1}))
	nonsense := func(m *apiClient, code string, ply int) {
		t.Helper()
		for _, action := range []string{"hello", "m7-k7"} {
			m.refused(code, "move", fields{"table": 1, "ply": ply, "key": code + action, "action": action})
		}
	}
	nonsense(one, "not-started", 0)
	one.must(one.request("ready", fields{"table": 1}))
	two.must(two.request("ready", fields{"table": 1}))
	inky.sit("white")
	nonsense(one, "not-your-turn", 0)
	nonsense(view, "not-seated", 0)
	inky.runOverClient("move 1 resign")
	one.must(one.request("resign", fields{"table": 1, "key": "r"}))
	nonsense(one, "not-in-game", 2)
	one.refused("not-in-game", "legal", fields{"table": 1})
	one.refused("not-in-game", "resign", fields{"table": 1})
	two.refused("unreadable", "move", fields{"table": 1, "ply": 2, "key": "u", "action": "hello"})

	const sentence = "hite has been out of the game since it resigned"
	for _, action := range []string{"hello", "k7", "m7-k7"} {
		if _, errs, status := inky.runCommand(s.address, "move 1 "+action); status != 1 || errs != "w"+sentence+"\n" {
			t.Errorf("%s: status %d, %q", action, status, errs)
		}
	}
	inky.See(t, "Black to move")
	inky.press("k7\r")
	inky.See(t, "W"+sentence)
	inky.press("\x1b")
	inky.awaitAbsent(sentence)
	for _, key := range []string{" ", "!"} {
		inky.press(key)
		inky.See(t, "W"+sentence)
		inky.press("\x1b")
		inky.awaitAbsent(sentence)
	}
	talk := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(inky.key)), "Inky", "dumb", "plain")
	talk.Expect(t, "You are in the lobby")
	talk.Type(t, "table 1\rk7\r")
	talk.Expect(t, "W"+sentence+".")
	for _, word := range []string{"moves", "resign"} {
		talk.Type(t, word+"\r")
		talk.Expect(t, "W"+sentence+".")
	}
	talk.Type(t, "undo\r")
	talk.Expect(t, "You are eliminated; only players still in the game can do that.")

	two.must(two.request("resign", fields{"table": 1, "seat": "black", "key": "b"}))
	nonsense(one, "game-over", 3)
	if _, errs, _ := inky.runCommand(s.address, "move 1 hello"); !strings.Contains(errs, "the game is over") {
		t.Error(errs)
	}
}
