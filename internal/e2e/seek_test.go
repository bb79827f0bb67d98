package e2e

import (
	"testing"

	"quadrille/internal/sshtest"
)

// Two players seek the same game by command, one without a terminal and one with a terminal. A
// third player plays against bots without waiting. An owner switches off seeks.
func TestSeekByCommand(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ann, bob, cat := newPerson(t, "ann", 80, 24), newPerson(t, "bob", 80, 24), newPerson(t, "cat", 80, 24)
	ann.checkCommand(s.address, "seek chess4", 1, "")
	for _, p := range []*person{ann, bob, cat} {
		p.checkCommand(s.address, "name "+p.name, 0, p.name)
	}
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(ann.key))
	waits := sshtest.OpenStream(t, client, "ann", "", "seek chess4 3+2 rated teams --bots never")
	waits.Expect(t, "Waiting at table 1.")
	bob.checkCommand(s.address, "seeks", 0, "1  Chess4  clock=3+2 teams=on rated=on  white=ann silver=- black=- gold=-  bots=never\n")
	bob.checkCommand(s.address, "seeks --json", 0, `"seek":true`)
	_ = client.Close()

	waits = sshtest.OpenStream(
		t,
		sshtest.Dial(t, s.address, sshtest.KeyAuth(ann.key)),
		"ann",
		"",
		"seek chess4 armies=white,black --bots 5m",
	)
	waits.Expect(t, "Waiting at table 2. Bots join in 5 minutes.")
	bob.connect(s.address, "seek chess4 5+10 armies=white,black")
	waits.Expect(t, "2 white\n")
	waits.Ended(t)
	bob.See(t, "White to move")
	if out, errs, status := cat.runCommand(s.address, "seek quadrochess bots=1 --bots 0"); out != "3 white-a\n" || status != 0 {
		t.Errorf("against bots: %d, %q, %q", status, out, errs)
	}
	cat.checkCommand(s.address, "join "+s.ownerCode(), 0, "owner")
	cat.checkCommand(s.address, "admin set seeks off", 0, "off")
	for _, line := range []string{"seek verney", "seeks"} {
		if _, errs, status := ann.runCommand(s.address, line); status != 1 ||
			errs != "this server has no \"play now\"; open a table with \"new\"\n" {
			t.Errorf("%s: %d, %q", line, status, errs)
		}
	}
}

// A player in plain mode and a program that uses the JSON API seek the same game and are
// seated together. Leaving the table ends a seek.
func TestSeekInPlainModeAndAPI(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	sue := sshtest.OpenStream(t, client, "Sue", "", "plain")
	tell := func(line, answer string) {
		t.Helper()
		sue.Type(t, line+"\n")
		sue.Expect(t, answer)
	}
	tell("Sue", "You are in the lobby")
	tell("seek", "\"seek\" needs a game; the games are: chess4,")
	tell(
		"seek verney",
		"You are ready, and the game starts automatically. Bots join in 30 seconds. To end your seek, type \"leave\".",
	)
	tell("leave", "Your seek has ended.")
	tell("seeks", "Nobody is seeking a game: to seek one, type \"seek\" and the name of a game.")
	tell(
		"play now chess4 2d5 armies=white,black bots never",
		"You are ready, and the game starts automatically. To end your seek, type \"leave\".",
	)
	robo := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	seeks := robo.must(robo.request("seeks", nil)).list("seeks")
	if len(seeks) != 1 || seeks[0].(map[string]any)["table"] != float64(2) || seeks[0].(map[string]any)["seek"] != true {
		t.Errorf("seeks: %v", seeks)
	}
	robo.refused("seek-bots-time", "seek", fields{"game": "chess4", "bots": "soon"})
	state := robo.must(
		robo.request("seek", fields{"game": "chess4", "bots": "never", "options": fields{"clock": "2d5", "armies": "white,black"}}),
	)
	if state["table"] != float64(2) || state.text("phase") != "playing" {
		t.Errorf("the state: %v", state)
	}
	sue.Expect(t, "Robo (bot) sits down as Black.")
	sue.Expect(t, "The game starts.")
	state = robo.must(robo.request("seek", fields{"game": "forchess", "bots": "0"}))
	if state.text("phase") != "playing" {
		t.Errorf("against bots: %v", state)
	}
}

// TestFollowersLearnOfASeek checks that plain mode and the JSON API tell people that an account which they follow seeks
// a game. A follower joins the seek by one line, and is ready.
func TestFollowersLearnOfASeek(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	robo := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	people := map[string]*sshtest.Stream{}
	for _, name := range []string{"Ann", "Bea"} {
		client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		people[name] = sshtest.OpenStream(t, client, name, "", "plain")
		people[name].Type(t, name+"\n")
		people[name].Expect(t, "You are in the lobby")
	}
	ann, bea := people["Ann"], people["Bea"]
	ann.Type(t, "follow Bea\n")
	ann.Expect(t, "You follow Bea")
	robo.must(robo.request("follow", fields{"name": "Bea"}))
	bea.Type(t, "seek chess4 5+10 bots never\n")
	bea.Expect(t, "You are ready")
	ann.Expect(t, "Bea, whom you follow, seeks Chess4 5+10 at table 1: type \"sit 1\".")
	if e := robo.awaitEvent("seeks"); e["table"] != float64(1) || e.text("game") != "Chess4" {
		t.Errorf("the program reads %v", e)
	}
	ann.Type(t, "sit 1\n")
	ann.Expect(t, "You sit down as Silver.")
	ann.Expect(t, "You are ready, and the game starts automatically.")
}

// After an aborted game, two players, one on a screen and one in plain mode, can seek
// another game with a single key or word, and are seated together. A player who leaves
// the waiting table ends their seek.
func TestAnotherGame(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	ann := newPerson(t, "ann", 80, 24)
	ann.checkCommand(s.address, "name ann", 0, "ann")
	bob := sshtest.OpenStream(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t))), "bob", "", "plain")
	tell := func(line, answer string) {
		t.Helper()
		bob.Type(t, line+"\n")
		bob.Expect(t, answer)
	}
	tell("bob", "You are in the lobby")
	tell("help play", "At a table: play MOVE: play a move, like \"play m7-k7\"")
	tell("help new", "New [GAME] [OPTION=VALUE ...]: open a table, such as \"new GAME clock=5+10\"")
	ann.checkCommand(s.address, "help new", 0, "  OPTION=VALUE         an option of that game; the list shows the defaults\n")
	ann.connect(s.address, "seek chess4 5+10 armies=white,black")
	ann.See(t, "Bots join in")
	tell("seek chess4 5+10 armies=white,black", "The game is running")
	ann.See(t, "Your move, White")
	ann.press("!")
	ann.See(t, "Abort the game?")
	ann.press("\t\r")
	ann.See(t, "You aborted the game")
	bob.Expect(t, "The game is over: Aborted by ann.")
	ann.press("o")
	ann.See(t, "Table 2   Chess4")
	ann.See(t, "Bots join in")
	tell("another", "The game is running")
	tell("abort", "Abort the game? Not every seat has moved. An aborted game has no result and is not rated. Type yes or no.")
	tell("yes", "The game is over: Aborted by bob.")
	ann.See(t, "bob aborted the game")
	ann.press("o")
	ann.See(t, "Table 3   Chess4")
	tell("watch 3", "White: ann, ready.")
	ann.press(esc)
	bob.Expect(t, "The table was closed before the game.")
	ann.See(t, " online")
	tell("seeks", "Nobody is seeking a game: to seek one, type \"seek\" and the name of a game.")
}
