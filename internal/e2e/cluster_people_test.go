package e2e

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/store/pgtest"
)

// twoServers is a pair of servers that share one database.
type twoServers struct {
	*testing.T
	a, b *testServer
}

// account returns a new account with a name.
func (s twoServers) account(name string) *person {
	s.Helper()
	p := newPerson(s.T, name, 80, 24)
	p.checkCommand(s.a.address, "name "+name, 0, name)
	return p
}

// fails runs a command that must fail with the given sentence.
func (s twoServers) fails(p *person, at *testServer, command, want string) {
	s.Helper()
	if _, errs, status := p.runCommand(at.address, command); status == 0 || !strings.Contains(errs, want) {
		s.Fatalf("%s runs %q: status %d, %q; want %q", p.name, command, status, errs, want)
	}
}

// plain opens a session in plain mode for a person at one of the servers.
func (s twoServers) plain(p *person, at *testServer) *sshtest.Stream {
	s.Helper()
	stream := sshtest.OpenStream(s.T, sshtest.Dial(s.T, at.address, sshtest.KeyAuth(p.key)), p.name, "dumb", "plain")
	stream.Expect(s.T, "You are in the lobby")
	return stream
}

// awaitOutput repeats a command until its output contains the text `want`, because a server
// gets the changes of the other server only a moment later.
func (s twoServers) awaitOutput(p *person, at *testServer, command, want string) {
	s.Helper()
	// use the same connection for all commands, because the rate of connections is limited
	client := sshtest.Dial(s.T, at.address, sshtest.KeyAuth(p.key))
	defer client.Close()
	for begun := time.Now(); ; time.Sleep(200 * time.Millisecond) { // wait between commands, because the server limits the rate of commands
		out, errs, _ := sshtest.Run(s.T, client, command)
		if strings.Contains(out+errs, want) {
			return
		}
		if time.Since(begun) > 20*time.Second {
			s.Fatalf("%s runs %q: %q, %q, want %q", p.name, command, out, errs, want)
		}
	}
}

func TestServersOfADatabaseSharePeople(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	a, b := serveDatabase(t, url, "a"), serveDatabase(t, url, "b")
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("server a:\n%s\nserver b:\n%s", a.log, b.log)
		}
	})
	for _, one := range []struct {
		name string
		test func(s twoServers)
	}{
		{"Messages", messagesOnTwoServers},
		{"Seeks", seeksOnTwoServers},
		{"Visitors", visitorsOnTwoServers},
	} {
		t.Run(one.name, func(t *testing.T) { one.test(twoServers{t, a, b}) })
	}
}

// messagesOnTwoServers checks that direct messages and lobby chat reach people at the other
// server. Messages to the player of a live game are delivered after the game. When a player
// blocks or unblocks another player, this soon takes effect at the other server too.
func messagesOnTwoServers(s twoServers) {
	ann, bea := s.account("Ann"), s.account("Bea")
	atA, atB := s.plain(ann, s.a), s.plain(bea, s.b)
	second := s.plain(bea, s.a)
	tell := func(by *sshtest.Stream, line, answer string) {
		s.Helper()
		by.Type(s.T, line+"\r")
		by.Expect(s.T, answer)
	}
	tell(atA, "tell Bea hello", "Sent to Bea.")
	atB.Expect(s.T, "Message from Ann: hello")
	second.Expect(s.T, "Message from Ann: hello")
	tell(atB, "tell Ann welcome", "Sent to Ann.")
	atA.Expect(s.T, "Message from Bea: welcome")
	tell(atB, "chat good evening", "Sent to the lobby.")
	atA.Expect(s.T, "Lobby, Bea: good evening")
	s.awaitOutput(ann, s.a, "lobby-chat", "Bea: good evening")

	tell(atA, "follow Bea", "You follow Bea")
	tell(atB, "seek chess4 5+10 bots 0", "Your move")
	atA.Expect(s.T, "Bea, whom you follow, plays Chess4 at table")
	tell(atA, "tell Bea mind your queen", "Stored")
	tell(atB, "tell Ann I play", "Stored")
	tell(atB, "abort", "Abort the game?")
	tell(atB, "yes", "Message from Ann: mind your queen")
	atA.Expect(s.T, "Message from Bea: I play")

	tell(atA, "block Bea", "Bea is blocked.")
	s.awaitOutput(bea, s.b, "tell Ann are you angry?", "that person does not accept messages from you")
	tell(atA, "unblock Bea", "Bea is not blocked.")
	s.awaitOutput(bea, s.b, "tell Ann thanks", "Sent to Ann.")
	atA.Expect(s.T, "Message from Bea: thanks")
	if out, _, _ := bea.runCommand(s.b.address, "messages Ann"); strings.Count(out, "hello") != 1 {
		s.Errorf("the messages at the other server: %q", out)
	}
}

// seeksOnTwoServers checks that a server lists the seeks of the other server. A player who
// seeks the same game gets a seat at the table of the listed seek. Two players who seek the
// same game at the same moment at different servers get one table.
func seeksOnTwoServers(s twoServers) {
	cat, dan := s.account("Cat"), s.account("Dan")
	waits := sshtest.OpenStream(
		s.T,
		sshtest.Dial(s.T, s.a.address, sshtest.KeyAuth(cat.key)),
		"Cat",
		"",
		"seek chess4 3+2 armies=white,black --bots 5m",
	)
	waits.Expect(s.T, "Waiting at table ")
	s.awaitOutput(dan, s.b, "seeks", "white=Cat")
	s.awaitOutput(dan, s.b, "seeks --json", `"bots_in":2`)
	dan.connect(s.b.address, "seek chess4 3+2 armies=white,black")
	dan.See(s.T, "White to move")
	waits.Expect(s.T, " white\n")
	waits.Ended(s.T)
	dan.press("!")
	dan.See(s.T, "Abort the game?")
	dan.press("\t\r")
	dan.See(s.T, "You aborted the game")
	dan.press("q")

	eve, fay := s.account("Eve"), s.account("Fay")
	both := []*sshtest.Stream{s.plain(eve, s.a), s.plain(fay, s.b)}
	for _, one := range both {
		one.Type(s.T, "seek chess4 2d5 armies=white,black bots never\r")
	}
	for _, one := range both {
		one.Expect(s.T, "The game ")
	}
}

// visitorsOnTwoServers checks that the list of connected people contains a person at the other
// server until the person disconnects.
func visitorsOnTwoServers(s twoServers) {
	olga, carl := s.account("Olga"), s.account("Carl")
	olga.checkCommand(s.a.address, "join "+s.a.ownerCode(), 0, "now owner")
	olgaPlain, carlPlain := s.plain(olga, s.a), s.plain(carl, s.b)
	people := func(here bool) {
		s.Helper()
		for begun := time.Now(); ; {
			before := len(olgaPlain.Output())
			olgaPlain.Type(s.T, "people\r")
			olgaPlain.Expect(s.T, " here: ")
			olgaPlain.Expect(s.T, "Olga")
			olgaPlain.Expect(s.T, ".")
			if strings.Contains(olgaPlain.Output()[before:], "Carl") == here {
				return
			}
			if time.Since(begun) > 20*time.Second {
				s.Fatalf("Carl is listed %t, want %t", !here, here)
			}
		}
	}
	people(true)
	carl.checkCommand(s.b.address, "name Carlo", 0, "Carlo")
	s.awaitOutput(olga, s.a, "admin here", "Carlo")
	carl.checkCommand(s.b.address, "name Carl", 0, "Carl")
	people(true)
	s.awaitOutput(olga, s.a, "admin here", "Carl")
	carlPlain.CloseInput()
	people(false)
}
