package e2e

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"
)

// traceReader reads the output of strace while the server runs. strace writes the line of a
// system call before the calling thread continues. The line of a sync is therefore written
// before anything that happens after the sync.
type traceReader struct {
	file *os.File

	mu    sync.Mutex
	rest  []byte // an incomplete last line of the trace
	trace *traceCheck
}

// newTraceReader opens a trace.
func newTraceReader(t *testing.T, trace string) *traceReader {
	t.Helper()
	file, err := os.Open(trace)
	must(t, err)
	t.Cleanup(func() { _ = file.Close() })
	return &traceReader{file: file, trace: newTraceCheck()}
}

// checkReceived is called when a client has received an action. It checks that strace has
// already recorded the sync that stored the action.
func (w *traceReader) checkReceived(how, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	more, err := io.ReadAll(w.file)
	if err != nil {
		w.trace.wrong = append(w.trace.wrong, err.Error())
	}
	lines := bytes.Split(append(w.rest, more...), []byte("\n"))
	for _, line := range lines[:len(lines)-1] {
		w.trace.line(string(line))
	}
	w.rest = bytes.Clone(lines[len(lines)-1])
	if !w.trace.durable[id] {
		w.trace.wrong = append(w.trace.wrong, how+" before the sync of "+id)
	}
}

// actionWriter is the output of a session without a terminal, which gets one line for each
// action.
type actionWriter struct {
	*outputBuffer
	trace    *traceReader
	how      string
	table    int
	received int // number of actions received
}

func (e *actionWriter) Write(p []byte) (int, error) {
	for range bytes.Count(p, []byte("\n")) {
		e.received++
		e.trace.checkReceived(e.how, fmt.Sprintf("%d-%d", e.table, e.received))
	}
	return e.outputBuffer.Write(p)
}

// maxActionsPerTable is the number of actions after which the test continues at a new table
// with new players. The rate limit delays accounts that run many hundreds of commands in a row.
const maxActionsPerTable = 400

// lockstep is a table at which each action waits until all clients have received the
// previous one. Anything that the server sends while it stores an action must therefore
// belong to that action.
type lockstep struct {
	*testing.T
	server    *testServer
	trace     *traceReader
	game      *commandGame
	played    int
	spectator *commandPlayer
	output    *actionWriter // output of the spectator's session that has no terminal
	screen    *person       // the spectator's session that has a terminal
	view      boardView
}

// begin opens a table without a clock, because a clock would change screens between actions.
func (l *lockstep) begin() {
	l.Helper()
	if l.screen != nil {
		l.screen.disconnect()
		for _, who := range append(l.game.seats[:], l.spectator) {
			who.disconnect()
		}
	}
	l.game, l.played = gatherCommandGame(l.T, l.server.address, "chess4 clock=none"), 0
	l.spectator = newCommandPlayer(l.T, fmt.Sprint("Sue ", addresses.Load()+100))
	l.spectator.mustRun(l.T, l.server.address, "name "+l.spectator.name)
	l.spectator.mustRun(l.T, l.server.address, "settings size 3x1")
	l.output = &actionWriter{outputBuffer: newOutputBuffer(), trace: l.trace, how: "seen", table: l.game.id}
	l.server.must(l.session(l.spectator, l.output).Start(fmt.Sprint("watch ", l.game.id)))
	l.screen = &person{T: l.T, name: l.spectator.name, width: 80, height: 24, key: l.spectator.key}
	l.screen.connect(l.server.address, fmt.Sprint("watch ", l.game.id))
	l.screen.See(l.T, " to move")
	l.view = seatView(l.screen, l.game.game.Variant, 0)
	l.screen.seePosition(l.view, &l.game.game.Position)
}

func (l *lockstep) session(who *commandPlayer, out io.Writer) *ssh.Session {
	l.Helper()
	client, err := who.connect(l.server.address)
	l.server.must(err)
	session, err := client.NewSession()
	l.server.must(err)
	session.Stdout = out
	return session
}

// move plays a legal action, which n selects, and waits until all clients have received it.
func (l *lockstep) move(n int) {
	l.Helper()
	who, plain, action := l.game.pick(n)
	answer := &actionWriter{outputBuffer: newOutputBuffer(), trace: l.trace, how: "answered", table: l.game.id, received: l.played}
	l.played++
	line := fmt.Sprintf("move %d %s --id %d-%d", l.game.id, plain, l.game.id, l.played)
	session, why := l.session(who, answer), newOutputBuffer()
	session.Stderr = why
	if err := session.Run(line); err != nil || answer.received != l.played {
		l.Fatalf("%s: %v, %q, %s", line, err, answer.String(), why.String())
	}
	if _, err := l.game.game.Play(action); err != nil {
		l.Fatal(err)
	}
	l.output.await(l.T, "the action", func(text string) bool {
		return bytes.Count([]byte(text), []byte("\n")) >= l.played
	})
	l.screen.seePosition(l.view, &l.game.game.Position)
}

// sshStoresBeforePublishing traces the server while clients play and watch over ssh, with
// and without screens. Between the write of an action to the WAL and the end of its sync,
// the server must not send a byte to any socket. When a client receives an action, the trace
// must already show the sync of that action.
//
// The test was tried on three faulty servers and failed each time. One server used
// synchronous=NORMAL, one notified watchers before it stored the action, and one answered a
// command before it stored the action.
func sshStoresBeforePublishing(t *testing.T) {
	t.Parallel()
	moves := amount(t, "QUADRILLE_TRACED", 100)
	trace := filepath.Join(t.TempDir(), "trace")
	s := serveIn(t, filepath.Join(t.TempDir(), "data"), straceCommand(t, trace)...)
	l := &lockstep{T: t, server: s, trace: newTraceReader(t, trace)}
	dice := rand.New(rand.NewPCG(4, 10_000))
	for n := range moves {
		if n%maxActionsPerTable == 0 || l.game.game.Position.Over() {
			l.begin()
		}
		l.move(dice.IntN(1000))
	}
	o := l.trace.trace
	t.Logf("%d actions over ssh, %d writes to sockets, %d syncs", moves, o.sent, o.syncs)
	if o.sent < 2*moves || len(o.durable) != moves {
		t.Errorf("the trace has %d writes to sockets and %d actions, of %d", o.sent, len(o.durable), moves)
	}
	if len(o.wrong) > 0 {
		t.Errorf("%d were sent before they were on the disk: %q ...", len(o.wrong), o.wrong[:min(5, len(o.wrong))])
	}
}
