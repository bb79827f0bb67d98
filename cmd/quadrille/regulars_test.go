package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// regular is somebody who plays by single commands, as programs do, and comes
// from an address of his own.
type regular struct {
	name  string
	key   ssh.Signer
	local string

	mu     sync.Mutex
	client *ssh.Client
}

var places atomic.Uint32

// elsewhere is an address of this machine from which nobody came yet.
func elsewhere() string {
	n := places.Add(1)
	return net.IPv4(127, 3+byte(n>>16), byte(n>>8), byte(n)).String()
}

func newRegular(t testing.TB, name string) *regular {
	t.Helper()
	return &regular{name: name, key: sshtest.NewKey(t), local: elsewhere()}
}

// connect is the connection, made anew if it is gone.
func (r *regular) connect(address string) (*ssh.Client, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client != nil {
		return r.client, nil
	}
	client, err := sshtest.TryDialFrom(r.local, address, sshtest.KeyAuth(r.key))
	if err == nil {
		r.client = client
	}
	return client, err
}

// hangUp drops the connection, whatever goes on over it.
func (r *regular) hangUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client != nil {
		_ = r.client.Close()
	}
	r.client = nil
}

// errUnanswered says that a command may have been done or not.
var errUnanswered = errors.New("no answer came")

// say gives a command. A refusal comes as an error that is the sentence.
func (r *regular) say(address, command string) (string, error) {
	client, err := r.connect(address)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnanswered, err)
	}
	session, err := client.NewSession()
	if err != nil {
		r.hangUp()
		return "", fmt.Errorf("%w: %w", errUnanswered, err)
	}
	defer func() { _ = session.Close() }()
	var out, errs bytes.Buffer
	session.Stdout, session.Stderr = &out, &errs
	err = session.Run(command)
	if err == nil {
		return out.String(), nil
	}
	if _, refused := errors.AsType[*ssh.ExitError](err); refused {
		return "", errors.New(strings.TrimSpace(errs.String()))
	}
	r.hangUp()
	return "", errUnanswered
}

// must gives a command that has to be done.
func (r *regular) must(t testing.TB, address, command string) string {
	t.Helper()
	out, err := r.say(address, command)
	if err != nil {
		t.Fatalf("%s says %s: %v", r.name, command, err)
	}
	return out
}

// sit takes a seat and is ready, which needs a screen.
func (r *regular) sit(t testing.TB, address string, id int, seat string) {
	t.Helper()
	client, err := r.connect(address)
	if err != nil {
		t.Fatalf("%s connects: %v", r.name, err)
	}
	screen := sshtest.Open(t, client, r.name, 80, 24, fmt.Sprintf("play %d %s", id, seat))
	defer screen.Close()
	screen.See(t, "> I am ready")
	if err := screen.Type("\r"); err != nil {
		t.Fatal(err)
	}
	screen.Await(t, "to be ready", func(text string) bool {
		return strings.Contains(text, "Wait, I am not ready") || strings.Contains(text, "ove:")
	})
}

// party is a table with people who play by single commands.
type party struct {
	id    int
	game  *rules.Game // as far as it was acknowledged
	seats [rules.SeatCount]*regular
}

// gatherParty opens a table for four with new names and begins.
func gatherParty(t *testing.T, address, order string) *party {
	t.Helper()
	words := strings.Fields(order)
	p := &party{game: newGame(t, words[0], nil)}
	for seat := range p.seats {
		p.seats[seat] = newRegular(t, fmt.Sprint("Robin ", places.Load()+100))
		p.seats[seat].must(t, address, "name "+p.seats[seat].name)
	}
	number := p.seats[0].must(t, address, "new "+order)
	var err error
	if p.id, err = strconv.Atoi(strings.TrimSpace(number)); err != nil {
		t.Fatal(err)
	}
	for seat, who := range p.seats {
		who.sit(t, address, p.id, p.game.Variant.Facts().Seats[seat])
	}
	return p
}

// pick is an action for whoever must act.
func (p *party) pick(n int) (who *regular, plain string, a rules.Action) {
	v := p.game.Variant
	legal := v.Legal(&p.game.Position, nil)
	a = legal[n%len(legal)]
	actor := v.Actor(&p.game.Position)
	return p.seats[actor], rules.Plain(v.Facts(), actor, a), a
}

// raw is a terminal that keeps all bytes.
type raw struct {
	mu      sync.Mutex
	bytes   bytes.Buffer
	changed chan struct{} // closed and made anew by every change
}

func newRaw() *raw { return &raw{changed: make(chan struct{})} }

func (r *raw) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.changed)
	r.changed = make(chan struct{})
	return r.bytes.Write(p)
}

func (r *raw) String() string {
	text, _ := r.now()
	return text
}

func (r *raw) now() (text string, changed chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes.String(), r.changed
}

// await waits for what ok looks for.
func (r *raw) await(t testing.TB, what string, ok func(text string) bool) string {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		text, changed := r.now()
		if ok(text) {
			return text
		}
		select {
		case <-changed:
		case <-limit:
			t.Fatalf("waited too long for %s in %q", what, text)
		}
	}
}

// amount is a number from the environment, for runs of another length.
func amount(t testing.TB, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is no number", name, text)
	}
	return n
}
