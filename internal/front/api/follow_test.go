package api

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// testSession is a spectator's session. The test reads its output one line at a time. One
// player has all seats of the table.
type testSession struct {
	*testing.T
	table *live.Table
	in    chan []byte
	out   *bufio.Scanner
}

var (
	inky = player.Player{ID: "SHA256:inky", Name: "Inky"}
	robo = player.Player{ID: "SHA256:robo", Name: "Robo"}
)

func newTestSession(t *testing.T) *testSession {
	t.Helper()
	return newTestSessionWith(t, logtest.NewMemory(), rules.SeatCount)
}

// newTestSessionWith returns a session with a store of its own, at a table at which the player has the given number of seats. The
// other seats are open.
func newTestSessionWith(t *testing.T, store lobby.Store, seats rules.Seat) *testSession {
	t.Helper()
	l, err := lobby.Open(t.Context(), lobby.Config{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close(context.Background()) })
	at, err := l.Create(t.Context(), inky, table.Terms{Game: variants.All()[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	out, to := io.Pipe()
	b := &testSession{T: t, table: at, in: make(chan []byte), out: bufio.NewScanner(out)}
	b.out.Buffer(nil, 1<<20)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Run(t.Context(), Config{
			Services: service.Services{Lobby: l}, Player: robo, Named: true, SSHCommand: "ssh -p 2222 chess.example.org",
			Input: b.in, Output: to,
			Guard: func(_ string, f func()) { f() },
		})
	}()
	t.Cleanup(func() {
		close(b.in)
		_ = out.Close()
		<-ended
	})
	for seat := range seats {
		b.do(table.Command{Kind: table.Sit, Seat: seat})
	}
	b.do(table.Command{Kind: table.Ready, Seat: rules.NoSeat})
	return b
}

func (b *testSession) do(a table.Command) {
	b.Helper()
	a.By, a.Answers = inky, -1
	if err := b.table.Do(b.Context(), a); err != nil {
		b.Fatal(err)
	}
}

func (b *testSession) read() (line struct {
	Event    string
	Seq, Ply int
},
) {
	b.Helper()
	if !b.out.Scan() {
		b.Fatal("the session ended")
	}
	if err := json.Unmarshal(b.out.Bytes(), &line); err != nil {
		b.Fatal(err)
	}
	return line
}

// TestTableDoesNotWaitForASlowClient checks that a client that reads late receives every
// event exactly once. Of the turn messages, it receives only the newest.
func TestTableDoesNotWaitForASlowClient(t *testing.T) {
	b := newTestSession(t)
	for i, line := range []string{`{"v":2,"command":"hello"}`, fmt.Sprintf(`{"v":2,"command":"watch","table":%d}`, b.table.View().ID)} {
		b.in <- []byte(line + "\n")
		if line := b.read(); line.Event != "" {
			t.Fatalf("answer %d: %+v", i, line)
		}
	}
	const plies = 150
	for range plies {
		v := b.table.View()
		b.do(table.Command{Kind: table.Play, Seat: v.Actor, Action: v.Legal[len(v.Moves)%len(v.Legal)]})
	}
	last := b.table.View()
	turns := 0
	for want := 10 + 1; ; {
		line := b.read()
		switch {
		case line.Event == "turn" && line.Ply == plies:
			if want != last.Seq+1 {
				t.Errorf("the last turn came before event %d", want)
			}
			if turns > 2 { // at most two outdated turns may be sent before the server has to wait for the client
				t.Errorf("%d outdated turns were sent", turns)
			}
			return
		case line.Event == "turn":
			turns++
		case line.Seq != want:
			t.Fatalf("%+v, want event %d", line, want)
		default:
			want++
		}
	}
}
