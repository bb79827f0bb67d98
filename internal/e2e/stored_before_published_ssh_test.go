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

// traceReader reads a trace while strace writes it. strace writes the line of a call
// before the calling thread continues, so the line of a sync precedes all effects of the
// sync.
type traceReader struct {
	file *os.File

	mu   sync.Mutex
	rest []byte // of a line that is not whole yet
	seen *traceCheck
}

// follow starts to read a trace.
func follow(t *testing.T, trace string) *traceReader {
	t.Helper()
	file, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &traceReader{file: file, seen: newTraceCheck()}
}

// came records that a client has just received an action.
func (w *traceReader) came(how, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	more, err := io.ReadAll(w.file)
	if err != nil {
		w.seen.wrong = append(w.seen.wrong, err.Error())
	}
	lines := bytes.Split(append(w.rest, more...), []byte("\n"))
	for _, line := range lines[:len(lines)-1] {
		w.seen.line(string(line))
	}
	w.rest = bytes.Clone(lines[len(lines)-1])
	if !w.seen.durable[id] {
		w.seen.wrong = append(w.seen.wrong, how+" before the sync of "+id)
	}
}

// actionWriter is the output of a session without a terminal, which gets a line for each
// action.
type actionWriter struct {
	*outputBuffer
	witness *traceReader
	how     string
	table   int
	heard   int // actions
}

func (e *actionWriter) Write(p []byte) (int, error) {
	for range bytes.Count(p, []byte("\n")) {
		e.heard++
		e.witness.came(e.how, fmt.Sprintf("%d-%d", e.table, e.heard))
	}
	return e.outputBuffer.Write(p)
}

// spell is the number of actions at a table before new players start: clients with many
// hundred commands in a row have to wait.
const spell = 400

// lockstep is a table at which each action waits until all clients have received the one
// before. While an action is being stored, all output to sockets therefore belongs to
// that action.
type lockstep struct {
	*testing.T
	server  *testServer
	witness *traceReader
	party   *commandGame
	played  int
	sue     *commandPlayer
	seen    *actionWriter // what Sue receives without a terminal
	eyes    *person       // what she sees on one
	view    boardView
}

// begin opens a table. It has no clock, which would change screens, and its players move
// too often to be marked as away.
func (l *lockstep) begin() {
	l.Helper()
	if l.eyes != nil {
		l.eyes.leaves()
		for _, who := range append(l.party.seats[:], l.sue) {
			who.hangUp()
		}
	}
	l.party, l.played = gatherCommandGame(l.T, l.server.address, "chess4 clock=none"), 0
	l.sue = newCommandPlayer(l.T, fmt.Sprint("Sue ", places.Load()+100))
	l.sue.must(l.T, l.server.address, "name "+l.sue.name)
	l.sue.must(l.T, l.server.address, "settings size 3x1")
	l.seen = &actionWriter{outputBuffer: newOutputBuffer(), witness: l.witness, how: "seen", table: l.party.id}
	l.server.must(l.session(l.sue, l.seen).Start(fmt.Sprint("watch ", l.party.id)))
	l.eyes = &person{T: l.T, name: l.sue.name, width: 80, height: 24, key: l.sue.key}
	l.eyes.arrive(l.server.address, fmt.Sprint("watch ", l.party.id))
	l.eyes.See(l.T, "To move: ")
	l.view = seatView(l.eyes, l.party.game.Variant, 0)
	l.eyes.seePosition(l.view, &l.party.game.Position)
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

// move plays an action and waits until all clients have received it.
func (l *lockstep) move(n int) {
	l.Helper()
	who, plain, action := l.party.pick(n)
	answer := &actionWriter{outputBuffer: newOutputBuffer(), witness: l.witness, how: "answered", table: l.party.id, heard: l.played}
	l.played++
	line := fmt.Sprintf("move %d %s --id %d-%d", l.party.id, plain, l.party.id, l.played)
	session, why := l.session(who, answer), newOutputBuffer()
	session.Stderr = why
	if err := session.Run(line); err != nil || answer.heard != l.played {
		l.Fatalf("%s: %v, %q, %s", line, err, answer.String(), why.String())
	}
	if _, err := l.party.game.Play(action); err != nil {
		l.Fatal(err)
	}
	l.seen.await(l.T, "the action", func(text string) bool {
		return bytes.Count([]byte(text), []byte("\n")) >= l.played
	})
	l.eyes.seePosition(l.view, &l.party.game.Position)
}

// sshStoresBeforePublishing traces the server while clients play and watch over ssh, with
// and without screens. Between the write of an action to the WAL and the end of its sync
// no byte may go to any socket, and the sync of each received line must be in the trace.
// The check was seen to fail with synchronous=NORMAL, with a table that notifies its
// watchers before it stores, and with a command that answers before the table has stored.
func sshStoresBeforePublishing(t *testing.T) {
	t.Parallel()
	moves := amount(t, "QUADRILLE_TRACED", 200)
	trace := filepath.Join(t.TempDir(), "trace")
	s := serveIn(t, filepath.Join(t.TempDir(), "data"), straced(t, trace)...)
	l := &lockstep{T: t, server: s, witness: follow(t, trace)}
	dice := rand.New(rand.NewPCG(4, 10_000))
	for n := range moves {
		if n%spell == 0 || l.party.game.Position.Over() {
			l.begin()
		}
		l.move(dice.IntN(1000))
	}
	o := l.witness.seen
	t.Logf("%d actions over ssh, %d writes to sockets, %d syncs", moves, o.sent, o.syncs)
	if o.sent < 2*moves || len(o.durable) != moves {
		t.Errorf("the trace has %d writes to sockets and %d actions, of %d", o.sent, len(o.durable), moves)
	}
	if len(o.wrong) > 0 {
		t.Errorf("%d left before they were on the disk: %q ...", len(o.wrong), o.wrong[:min(5, len(o.wrong))])
	}
}
