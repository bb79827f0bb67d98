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

// traceReader reads a trace while it is being written. What strace has to say of a call
// is in the file before the thread that made the call goes on: whatever follows
// from a sync comes after the line that tells of it.
type traceReader struct {
	file *os.File

	mu   sync.Mutex
	rest []byte // of a line that is not whole yet
	seen *traceCheck
}

// follow begins to read a trace.
func follow(t *testing.T, trace string) *traceReader {
	t.Helper()
	file, err := os.Open(trace)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return &traceReader{file: file, seen: newTraceCheck()}
}

// came says that somebody outside has just got word of an action.
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

// toldWriter is the end of a session without a terminal, which hears a line for each action.
type toldWriter struct {
	*outputBuffer
	witness *traceReader
	how     string
	table   int
	heard   int // actions
}

func (e *toldWriter) Write(p []byte) (int, error) {
	for range bytes.Count(p, []byte("\n")) {
		e.heard++
		e.witness.came(e.how, fmt.Sprintf("%d-%d", e.table, e.heard))
	}
	return e.outputBuffer.Write(p)
}

// spell is how many actions are played at a table before others begin anew: who
// gives many hundred commands without a pause is told to wait.
const spell = 400

// lockstep is a table where nobody does anything before everybody has seen the
// action before it. So nothing of the last action is on its way while the next is
// being stored, and what goes to a socket then can only be of the one that is not
// on the disk.
type lockstep struct {
	*testing.T
	server  *testServer
	witness *traceReader
	party   *commandGame
	played  int
	sue     *commandPlayer
	told    *toldWriter // what Sue is told without a terminal
	eyes    *person     // what she sees on one
	eye     boardView
}

// begin opens a table. It has no clock, which would change what a screen shows, and
// everybody is heard of too often to be missed.
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
	l.told = &toldWriter{outputBuffer: newOutputBuffer(), witness: l.witness, how: "told", table: l.party.id}
	l.server.must(l.session(l.sue, l.told).Start(fmt.Sprint("watch ", l.party.id)))
	l.eyes = &person{T: l.T, name: l.sue.name, width: 80, height: 24, key: l.sue.key}
	l.eyes.arrive(l.server.address, fmt.Sprint("watch ", l.party.id))
	l.eyes.See(l.T, "To move: ")
	l.eye = seatView(l.eyes, l.party.game.Variant, 0)
	l.eyes.seePosition(l.eye, &l.party.game.Position)
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

// move plays an action, and waits until all have got word of it.
func (l *lockstep) move(n int) {
	l.Helper()
	who, plain, action := l.party.pick(n)
	answer := &toldWriter{outputBuffer: newOutputBuffer(), witness: l.witness, how: "answered", table: l.party.id, heard: l.played}
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
	l.told.await(l.T, "the action", func(text string) bool {
		return bytes.Count([]byte(text), []byte("\n")) >= l.played
	})
	l.eyes.seePosition(l.eye, &l.party.game.Position)
}

// sshStoresBeforeTelling traces the server itself while people play, look on without a
// soakTerminal and look on at a screen, all over ssh: between the write of an action to
// the WAL and the end of the sync that covers it not a byte goes to any socket, and
// an answer or a watcher's line that has come finds its sync in the trace. It was
// seen to fail with synchronous=NORMAL, with a table that tells its watchers before
// it stores, and with a command that answers before the table has.
func sshStoresBeforeTelling(t *testing.T) {
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
