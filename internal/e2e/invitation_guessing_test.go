package e2e

import (
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// membersOnly makes the club members-only. It returns the owner and the code of an
// invitation that many people can use.
func (s *testServer) membersOnly() (olga *commandPlayer, code string) {
	s.Helper()
	olga = newCommandPlayer(s, "Olga")
	olga.mustRun(s, s.address, "join "+s.ownerCode())
	olga.mustRun(s, s.address, "name Olga")
	olga.mustRun(s, s.address, "admin set entry members-only")
	_, code, _ = strings.Cut(strings.TrimSpace(olga.mustRun(s, s.address, "admin invite --uses 1000")), " join ")
	return olga, code
}

// guess tries an invitation code that does not exist.
func (r *commandPlayer) guess(address string) error {
	code, _ := player.NewInvite()
	_, err := r.run(address, "join "+code)
	return err
}

// TestThousandsOfGuessedInvitations guesses invitation codes much faster than allowed. The
// server checks ten guesses, and then one every ten seconds. No guess succeeds.
func TestThousandsOfGuessedInvitations(t *testing.T) {
	t.Parallel()
	guesses := 100
	if os.Getenv("QUADRILLE_SOAK") != "" {
		guesses = 10000
	}
	s := serveConfigured(
		t,
		"[limits]\naccount_commands.burst = 1000000\naddress_commands.burst = 1000000\nrequests_per_second = "+
			"100000\noverhead_bytes.burst = 10000000\n",
	)
	olga, right := s.membersOnly()
	eve := newCommandPlayer(t, "Eve")
	pace := config.DefaultLimits().AddressWrongCodes
	looked, began := 0, time.Now()
	for n := range guesses {
		switch err := eve.guess(s.address); {
		case err == nil:
			t.Fatalf("guess %d was accepted", n+1)
		case strings.HasPrefix(err.Error(), "there is no such invitation"):
			looked++
		case !strings.HasPrefix(err.Error(), "too many wrong codes from your address: wait "):
			t.Fatalf("guess %d: %v", n+1, err)
		}
	}
	if most := pace.Burst + 1 + int(time.Since(began)/pace.Every); looked < pace.Burst || looked > most {
		t.Errorf("%d of %d codes were checked, want from %d to %d", looked, guesses, pace.Burst, most)
	}
	t.Logf("%d of %d codes were checked in %v", looked, guesses, time.Since(began))
	newCommandPlayer(t, "Nora").mustRun(t, s.address, "join "+right)
	if members := olga.mustRun(t, s.address, "admin members --json"); strings.Count(members, "\n") != 2 {
		t.Errorf("members are now\n%s", members)
	}
}

// TestGuessingIsRefusedAfterSomeTries guesses codes until the address is penalized. After
// that the server refuses all connections from that address, even with a valid code. The
// configured penalty is high, so that the test does not depend on the speed of the machine.
func TestGuessingIsRefusedAfterSomeTries(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[limits]\npenalties.wrong_code = \"20s\"\n")
	olga, right := s.membersOnly()
	eve := newCommandPlayer(t, "Eve")
	barred := func() bool {
		client, err := sshtest.TryDialFrom(eve.local, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		if err == nil {
			_ = client.Close()
		}
		return err != nil
	}
	if barred() {
		t.Fatal("the address is refused before the guesses")
	}
	for n := range config.DefaultLimits().AddressWrongCodes.Burst {
		if err := eve.guess(s.address); err == nil {
			t.Fatalf("guess %d was accepted", n+1)
		}
	}
	eve.disconnect()
	if !barred() {
		t.Error("another key is admitted from the penalized address")
	}
	if _, err := eve.run(s.address, "join "+right); err == nil {
		t.Error("a valid code is accepted from the penalized address")
	}
	newCommandPlayer(t, "Nora").mustRun(t, s.address, "join "+right)
	if members := olga.mustRun(t, s.address, "admin members --json"); strings.Count(members, "\n") != 2 {
		t.Errorf("members are now\n%s", members)
	}
}
