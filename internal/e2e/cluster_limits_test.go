package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestNodesShareLimits checks that the nodes share their counts of wrong passwords, of wrong
// codes and of new tables, so that a player gets no more attempts by using several nodes.
func TestNodesShareLimits(t *testing.T) {
	t.Parallel()
	s := newTwoServers(t, "[quotas]\nnew_account_waiting = 100\naccount_tables = {burst = 6, every = \"1h\"}\n")
	s.passwords()
	s.newTables()
	s.codes()
}

// fails runs a command that must fail with the given sentence.
func (s twoServers) fails(p *person, at *testServer, command, want string) {
	s.Helper()
	if _, errs, status := p.runCommand(at.address, command); status == 0 || !strings.Contains(errs, want) {
		s.Fatalf("%s runs %q: status %d, %q; want %q", p.name, command, status, errs, want)
	}
}

func (s twoServers) other(than *testServer) *testServer {
	if than == s.a {
		return s.b
	}
	return s.a
}

func (s twoServers) passwords() {
	s.Helper()
	host, guesser := s.account("Hanna"), s.account("Guesser")
	id := s.open(host, s.a, "verney private=password --password 'open sesame'")
	at := s.a
	for n := range 5 {
		s.fails(guesser, at, fmt.Sprintf("watch %d --password guess-%d", id, n), "wrong table number or password")
		at = s.other(at)
	}
	for _, at := range []*testServer{s.a, s.b} {
		s.fails(guesser, at, fmt.Sprintf("watch %d --password wrong-again", id), "too many wrong passwords")
	}
}

// newTables checks that the nodes share the limit on an account's new tables.
func (s twoServers) newTables() {
	s.Helper()
	eager := s.account("Eager")
	for range 6 {
		s.open(eager, s.a, "verney")
	}
	s.fails(eager, s.a, "new verney", "your account has reached its limit for new tables")
	s.fails(eager, s.b, "new verney", "your account has reached its limit for new tables")
}

func (s twoServers) codes() {
	s.Helper()
	thief := s.account("Thief")
	at := s.a
	for range 10 {
		s.fails(thief, at, "join 0000-0000-0000-0000-0000-0000", "no such invitation")
		at = s.other(at)
	}
	for _, at := range []*testServer{s.a, s.b} { // a node that does not know of the attempts at the other node would allow 5 more
		s.fails(thief, at, "join 0000-0000-0000-0000-0000-0000", "too many wrong codes from your address")
	}
}
