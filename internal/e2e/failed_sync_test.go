package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestGameGoesOnAfterFailedSyncs plays while every few syncs of the disk fail. The player whose
// move may have been stored reads that this is not known, and repeats the move with the same
// ID until it is accepted. The game continues without a restart, each move is in the record once,
// also after a crash, and the server is healthy again.
func TestGameGoesOnAfterFailedSyncs(t *testing.T) {
	t.Parallel()
	if exec.Command("strace", "-f", "-qq", "-o", os.DevNull, "true").Run() != nil {
		t.Skip("strace cannot run here")
	}
	s := serveFor(t)
	if s.database != "" {
		t.Skip("PostgreSQL syncs in another process")
	}
	p := gatherCommandGame(t, s.address, "chess4 clock=none")
	reconnect := func() {
		for _, who := range p.seats {
			who.disconnect()
		}
		s.greeting = ""
	}
	s.kill()
	reconnect()
	s.under = []string{"strace", "-D", "-f", "-qq", "-o", os.DevNull, "-e", "inject=fsync,fdatasync:error=EIO:when=7+7"}
	at := s.startWithMetrics()
	var played []string
	doubts := 0
	for n := 0; n < 12 || doubts == 0 && n < 200; n++ {
		who, plain, a := p.pick(n)
		command := fmt.Sprintf("move %d %s --id move-%d", p.id, plain, n)
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
		played = append(played, plain)
		deadline := time.Now().Add(20 * time.Second)
		for {
			_, err := who.run(s.address, command)
			if err == nil {
				break
			}
			switch text := err.Error(); {
			case strings.Contains(text, "it is not known whether"):
				doubts++
			case !strings.Contains(text, "could not store that"):
				t.Fatalf("move %d: %v", n, err)
			}
			if time.Now().After(deadline) {
				t.Fatalf("move %d is still refused: %v", n, err)
			}
			<-time.After(50 * time.Millisecond)
		}
	}
	if doubts == 0 {
		t.Error("no move had an unknown outcome")
	}
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(100 * time.Millisecond) {
		status, text := get(t, at+"/readyz")
		if status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server is not healthy again: %s", text)
		}
	}
	check := func(when string) {
		if got := actionsIn(p.seats[0].mustRun(t, s.address, fmt.Sprint("record ", p.id))); !slices.Equal(got, played) {
			t.Errorf("%s the record has %q, played were %q", when, got, played)
		}
	}
	check("before the crash")
	s.kill()
	reconnect()
	s.under = nil
	s.start()
	check("after the crash")
}
