package e2e

import (
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/store/pgtest"
)

// TestServersShareInvitationsAndEvenings checks that two servers with one database share
// invitations, reports, vacations, webhooks and evenings.
func TestServersShareInvitationsAndEvenings(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	roots := filepath.Join(t.TempDir(), "roots.pem")
	must(t, os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw}), 0o600))
	s := newTwoServers(t, fmt.Sprintf("[webhooks]\nallow = \"127.0.0.1\"\ncertificates = %q\n", roots))
	olga := s.account("Olga")
	olga.checkCommand(s.b.address, "join "+s.a.ownerCode(), 0, "now owner")
	s.invitations()
	s.reports(olga)
	s.vacations()
	turn := s.webhooks(r)
	s.evening(olga)
	s.pausedGames(olga)
	s.a.kill()
	turn()
}

// newTwoServers starts two servers that share a new database and have the same configuration.
func newTwoServers(t *testing.T, configuration string) twoServers {
	t.Helper()
	url := pgtest.Database(t)
	s := twoServers{t, newNode(t, url, "a", configuration), newNode(t, url, "b", configuration)}
	s.a.start()
	s.b.start()
	return s
}

// invitations checks that a player at one server can be invited to a table that was opened
// at the other server. All sessions of the player must show the invitation until the player
// declines it.
func (s twoServers) invitations() {
	s.Helper()
	ann, bea := s.account("Ann"), s.account("Bea")
	atA, atB, second := s.plain(ann, s.a), s.plain(bea, s.b), s.plain(bea, s.a)
	id := s.open(ann, s.a, "chess4")
	atA.Type(s.T, fmt.Sprintf("table %d\r", id))
	atA.Expect(s.T, "To take the first open seat, type")
	atA.Type(s.T, "people\r")
	atA.Expect(s.T, "Bea")
	atA.Type(s.T, "invite Bea\r")
	atA.Expect(s.T, "Bea is invited to table ")
	atB.Expect(s.T, "Ann invites you: table ")
	second.Expect(s.T, " or \"ignore ")
	second.Expect(s.T, ".")
	number := regexp.MustCompile(`ignore \d+`).FindString(second.Output())
	second.Type(s.T, number+"\r")
	second.Type(s.T, "invitations\r")
	second.Expect(s.T, "You have no invitations")
	s.awaitReply(atB, "invitations", "You have no invitations")
	atA.Type(s.T, "invite Bea\r")
	atA.Expect(s.T, "declined")
}

// run runs a command that must succeed.
func (s twoServers) run(p *person, at *testServer, command string) {
	s.Helper()
	var errs string
	var status int
	untilStored(command, func(command string) string {
		_, errs, status = p.runCommand(at.address, command)
		return errs
	})
	if errs != "" || status != 0 {
		s.Fatalf("%s runs %q: status %d, %q", p.name, command, status, errs)
	}
}

// awaitReply types a line again and again until the reply contains `want`, because a server gets
// the changes of the other server only a moment later.
func (s twoServers) awaitReply(at *sshtest.Stream, line, want string) {
	s.Helper()
	from := len(at.Output())
	for begun := time.Now(); !strings.Contains(at.Output()[from:], want); time.Sleep(200 * time.Millisecond) {
		if time.Since(begun) > 20*time.Second {
			s.Fatalf("%q is answered with %q, want %q", line, at.Output()[from:], want)
		}
		at.Type(s.T, line+"\r")
	}
}

// open opens a table with a command and returns its number.
func (s twoServers) open(p *person, at *testServer, terms string) (id int) {
	s.Helper()
	out, errs, _ := p.runCommand(at.address, "new "+terms)
	if _, err := fmt.Sscan(out, &id); err != nil {
		s.Fatalf("new %s: %q, %q", terms, out, errs)
	}
	return id
}

// reports checks that a moderator sees the same reports about players at both servers, and
// that a report that is closed at one server is also closed at the other.
func (s twoServers) reports(owner *person) {
	s.Helper()
	cat := s.account("Cat")
	out, errs, _ := cat.runCommand(s.b.address, "report Olga is too strict")
	if errs != "" || !strings.Contains(out, "Report 1 is stored") {
		s.Fatalf("report: %q, %q", out, errs)
	}
	mona := s.account("Mona")
	s.a.admin("Mona is now moderator", "role", "Mona", "moderator")
	s.awaitOutput(mona, s.a, "admin reports", "Cat about Olga")
	s.awaitOutput(mona, s.b, "admin report 1", "too strict")
	if _, errs, _ := mona.runCommand(s.a.address, "admin resolve 1 --reason settled"); errs != "" {
		s.Fatalf("admin resolve: %q", errs)
	}
	s.awaitOutput(mona, s.b, "admin resolve 1 --reason again", "report 1 is already closed")
}

// vacations checks that a vacation that began at one server can be seen and ended at the other
// server.
func (s twoServers) vacations() {
	s.Helper()
	dan := s.account("Dan")
	dan.checkCommand(s.a.address, "vacation 5", 0, "You are on vacation until ")
	s.awaitOutput(dan, s.b, "vacation", "You are on vacation until ")
	s.awaitOutput(dan, s.b, "vacation end", "You are not on vacation.")
	s.awaitOutput(dan, s.a, "vacation", "You are not on vacation.")
}

// webhooks checks that the servers call a webhook only once for each turn, whichever server
// the opponent uses. The returned function plays more moves at server b; the test calls it
// after server a has failed.
func (s twoServers) webhooks(r *receiver) (playOn func()) {
	s.Helper()
	eve, fay := s.account("Eve"), s.account("Fay")
	s.a.admin("Eve is now member", "role", "Eve", "member")
	s.awaitOutput(eve, s.b, "webhook set "+r.URL+"/eve", "shown this once: ")
	id := s.open(eve, s.b, letters)
	eveAtB, fayAtA := newAPIClient(s.T, s.b, eve.key, ""), newAPIClient(s.T, s.a, fay.key, "")
	eveAtB.must(eveAtB.request("sit", fields{"table": id, "seat": "white"}))
	fayAtA.must(fayAtA.request("sit", fields{"table": id, "seat": "black"}))
	turn := func(ply int) {
		s.Helper()
		if one := r.next(s.T); one.number("table") != id || one.number("ply") != ply {
			s.Fatalf("event %v, want the turn after %d actions", one.fields, ply)
		}
	}
	turn(0)
	s.run(eve, s.b, fmt.Sprintf("move %d m7-k7", id))
	s.awaitOutput(fay, s.a, fmt.Sprintf("move %d b8-d8", id), "")
	turn(2)
	return func() {
		s.Helper()
		s.run(eve, s.b, fmt.Sprintf("move %d m8-k8", id))
		s.run(fay, s.b, fmt.Sprintf("move %d b7-d7", id))
		turn(4)
		select {
		case one := <-r.got:
			s.Errorf("a second event came: %v", one.fields)
		default:
		}
	}
}

// pausedGames pauses new games at one server and restarts this server. It checks that no new
// game starts at either server, and that new games can start at both servers after the pause.
func (s twoServers) pausedGames(owner *person) {
	s.Helper()
	s.run(owner, s.b, "admin games off")
	s.b.kill()
	s.b.start()
	s.fails(owner, s.b, "new verney", "no new games start")
	s.awaitOutput(owner, s.a, "admin games", "No new games")
	s.fails(owner, s.a, "new verney", "no new games start")
	s.run(owner, s.b, "admin games on")
	s.open(owner, s.b, "verney")
	s.awaitOutput(owner, s.a, "admin games", "New games can start.")
	s.open(owner, s.a, "verney")
}

// evening checks that an evening that began at one server continues at the other server. Its
// players use different servers.
func (s twoServers) evening(owner *person) {
	s.Helper()
	names := []string{"Gus", "Hal", "Ida", "Jon"}
	s.run(owner, s.a, "evening new Thursday --game chess4")
	if _, errs, _ := owner.runCommand(s.b.address, "evening new Friday --game chess4"); !strings.Contains(
		errs,
		"an evening is already running",
	) {
		s.Errorf("a second evening: %q", errs)
	}
	for i, name := range names {
		s.account(name)
		s.run(owner, []*testServer{s.a, s.b}[i%2], "evening add "+name)
	}
	s.awaitOutput(owner, s.a, "evening show", "4 present")
	s.run(owner, s.b, "evening next")
	s.awaitOutput(owner, s.a, "evening show", "board 1  table ")
	if _, errs, _ := owner.runCommand(s.a.address, "evening next"); !strings.Contains(errs, "round 1 is not over") {
		s.Errorf("the next round: %q", errs)
	}
	s.run(owner, s.a, "evening score 1 white=1 --reason 'the lights went out'")
	s.awaitOutput(owner, s.b, "evening show", "by-hand")
	s.run(owner, s.b, "evening end")
	s.awaitOutput(owner, s.a, "evening show", "no evening is running")
}
