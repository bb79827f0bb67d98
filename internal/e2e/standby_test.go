package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/store/pgtest"
)

// standbyGame is a game at two nodes, whose database has a standby.
type standbyGame struct {
	*testing.T
	primary, standby *pgtest.Server
	east, west       *testServer
	metrics          string // URL of the metrics of the node east
	game             *commandGame
	screens          [2]*sshtest.Screen // a spectator at each node
}

func startStandbyGame(t *testing.T, synchronous bool) *standbyGame {
	t.Helper()
	g := &standbyGame{T: t, primary: pgtest.Start(t)}
	url := g.primary.Database(t)
	g.standby = g.primary.Standby(t, synchronous)
	url = g.primary.Both(t, g.standby, url)
	g.east = newNode(t, url, "east", "")
	g.metrics = g.east.startWithMetrics()
	g.west = serveDatabase(t, url, "west")
	g.game = gatherCommandGame(t, g.east.address, "chess4 clock=30+10")
	g.play(0, "m7-k7")
	for i, s := range []*testServer{g.east, g.west} {
		client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
		g.screens[i] = sshtest.Open(t, client, "guest", 120, 40, fmt.Sprint("watch ", g.game.id))
		g.screens[i].See(t, "Silver to move")
	}
	return g
}

// play plays a move at the node east. The move must be accepted.
func (g *standbyGame) play(seat int, move string) {
	g.Helper()
	g.game.seats[seat].mustRun(g.T, g.east.address, fmt.Sprintf("move %d %s", g.game.id, move))
}

// pollPause is the time between two requests of a test that waits for an answer.
const pollPause = 150 * time.Millisecond

// ready waits until /readyz of the node east answers with the given status.
func (g *standbyGame) ready(want int) {
	g.Helper()
	for begun := time.Now(); ; <-time.After(pollPause) {
		status, text := get(g.T, g.metrics+"/readyz")
		if status == want {
			return
		}
		if time.Since(begun) > time.Minute {
			g.Fatalf("after a minute, /readyz answers %d %q, want status %d", status, text, want)
		}
	}
}

// await waits until the metrics of the node east contain a line.
func (g *standbyGame) await(line string) {
	g.Helper()
	for begun := time.Now(); ; <-time.After(pollPause) {
		_, text := get(g.T, g.metrics+"/metrics")
		if strings.Contains(text, "\n"+line+"\n") {
			return
		}
		if time.Since(begun) > time.Minute {
			g.Fatalf("after a minute, the metrics lack %q", line)
		}
	}
}

// TestStandbyAwayIsShown plays a move while the synchronous standby is away. The player reads
// that it is not stored, the others see this at the table, and the host sees it in the metrics.
// Then the primary fails. The move was not acknowledged, so it may be lost.
func TestStandbyAwayIsShown(t *testing.T) {
	t.Parallel()
	g := startStandbyGame(t, true)
	g.ready(http.StatusOK)
	g.standby.Kill()
	begun := time.Now()
	_, err := g.game.seats[1].run(g.east.address, fmt.Sprintf("move %d j1-k3", g.game.id))
	if err == nil || !strings.Contains(err.Error(), "not stored yet") {
		t.Fatalf("a move while the standby is away: %v", err)
	}
	t.Logf("the player got the answer after %v", time.Since(begun).Round(time.Millisecond))
	g.screens[0].See(t, "not stored yet")
	g.ready(http.StatusServiceUnavailable)
	g.await("quadrille_store_standby_away 1")
	g.await("quadrille_store_writable 0")
	if _, text := get(t, g.metrics+"/metrics"); !strings.Contains(text, `node="east"`) {
		t.Error("the metrics lack the name of the node")
	}
	said := func(s string) bool { return strings.Contains(s, "standby of PostgreSQL does not answer") }
	g.east.log.await(t, "a line about the standby", said)

	g.primary.Kill()
	g.east.must(g.standby.Run())
	g.standby.Promote(t)
	g.ready(http.StatusOK)
	g.await("quadrille_store_standby_away 0")
	again := time.NewTicker(500 * time.Millisecond) // more connections would exceed the limits of the server
	defer again.Stop()
	for begun := time.Now(); ; <-again.C {
		_, err := g.game.seats[1].run(g.east.address, fmt.Sprintf("move %d j1-k3", g.game.id))
		if err == nil || strings.Contains(err.Error(), "black is to move") { // the first attempt may have been stored meanwhile
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal(err)
		}
	}
	for _, screen := range g.screens {
		screen.See(t, "Black to move")
	}
	record := g.game.seats[2].mustRun(t, g.west.address, fmt.Sprintf("record %d", g.game.id))
	if strings.Count(record, "j1-k3") != 1 {
		t.Errorf("the record:\n%s", record)
	}
}

// TestFastRestartWhileStandbyIsAway restarts PostgreSQL while a move waits for the standby. The
// restart once ended the wait and made the move visible, and the player read that it was
// stored.
func TestFastRestartWhileStandbyIsAway(t *testing.T) {
	t.Parallel()
	g := startStandbyGame(t, true)
	g.standby.Kill()
	moved := make(chan error, 1)
	go func() {
		_, err := g.game.seats[1].run(g.east.address, fmt.Sprintf("move %d j1-k3", g.game.id))
		moved <- err
	}()
	g.screens[0].See(t, "not stored yet")
	g.primary.Restart(t)
	if err := <-moved; err == nil {
		t.Error("the move was acknowledged while the standby was away")
	}
	for _, address := range []string{g.east.address, g.west.address} {
		if _, err := g.game.seats[1].run(address, fmt.Sprintf("move %d j1-k3", g.game.id)); err == nil {
			t.Error("the repeated move was acknowledged while the standby was away")
		}
		g.game.seats[1].disconnect()
	}
	g.east.must(g.standby.Run())
	g.ready(http.StatusOK)
	for _, screen := range g.screens {
		screen.See(t, "Black to move")
	}
}

// TestLostMovesAreShownAtOnce lets an asynchronous standby without the last move replace the
// primary. People at the table must see at both nodes that the move is lost, although nobody
// does anything, and both logs must say it.
func TestLostMovesAreShownAtOnce(t *testing.T) {
	t.Parallel()
	g := startStandbyGame(t, false)
	g.primary.Replicated(t)
	g.standby.Kill()
	g.play(1, "j1-k3")
	for _, screen := range g.screens {
		screen.See(t, "Black to move")
	}
	g.primary.Kill()
	g.east.must(g.standby.Run())
	g.standby.Promote(t)
	begun := time.Now()
	for i, s := range []*testServer{g.east, g.west} {
		g.screens[i].See(t, "back at move 1")
		t.Logf("%s: shown %v after the promotion", s.node, time.Since(begun).Round(time.Millisecond))
		s.log.await(t, "a line about lost moves", func(text string) bool { return strings.Contains(text, "the database has lost moves") })
	}
	g.ready(http.StatusOK)
	g.play(1, "j1-k3")
}
