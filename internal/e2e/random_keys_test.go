package e2e

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// silence is the longest time that a session may take to print something after a key that
// always makes it print. It is long, because a busy machine may give the server no processor
// for more than ten seconds: all its goroutines are then runnable, and none is stuck.
const silence = time.Minute

// keyPresser is a client that presses random keys in a session. If the session ends, because
// the keys made the client quit, it connects again.
type keyPresser struct {
	*testing.T
	server *testServer
	name   string
	plain  bool   // whether the session is in plain mode
	kind   string // TERM
	auth   ssh.AuthMethod
	dice   *rand.Rand
	pause  time.Duration // the longest pause between two bursts of keys

	typed  strings.Builder // the keys of the current session, for the failure message
	output *outputBuffer
	keys   io.Writer
	ended  chan struct{} // closed when the session ends
}

// TestRandomKeysNeverStallASession presses random keys in screens and in plain mode. Every
// session must go on printing: after each few bursts the client presses a key that always
// makes the session print, and waits. If a session prints nothing, the test fails and shows
// the goroutines of the server.
//
// To run the test for longer, set for example QUADRILLE_KEYS_FOR=1h and
// QUADRILLE_KEYS_CLIENTS=30. To repeat a run, set QUADRILLE_KEYS_SEED. QUADRILLE_RACE=1 builds
// the server with the race detector.
func TestRandomKeysNeverStallASession(t *testing.T) {
	t.Parallel()
	length, seed := 2*time.Second, uint64(amount(t, "QUADRILLE_KEYS_SEED", int(time.Now().UnixNano()%1_000_000)+1))
	if text := os.Getenv("QUADRILLE_KEYS_FOR"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	s := serveFor(t)
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	t.Logf("QUADRILLE_KEYS_SEED=%d", seed)
	var all sync.WaitGroup
	var probes, sessions atomic.Int64
	dump := sync.OnceFunc(func() { // SIGQUIT makes the server print its goroutines and end
		cancel()
		_ = s.cmd.Process.Signal(syscall.SIGQUIT)
		_ = s.cmd.Wait()
	})
	for i := range amount(t, "QUADRILLE_KEYS_CLIENTS", 6) {
		p := &keyPresser{
			T: t, server: s, name: fmt.Sprint("Presser ", i), plain: i%2 == 1, kind: "xterm-256color",
			dice: rand.New(rand.NewPCG(seed, uint64(i))), auth: sshtest.KeyAuth(sshtest.NewKey(t)), pause: 60 * time.Millisecond,
		}
		if i%3 == 2 {
			p.auth = sshtest.GuestAuth()
		}
		if i%4 == 3 {
			p.kind = "dumb"
		}
		all.Go(func() {
			for ctx.Err() == nil {
				n, stalled := p.session(ctx)
				sessions.Add(1)
				probes.Add(int64(n))
				if stalled {
					dump()
					t.Errorf("seed %d, %s (plain %t, %s) printed nothing for %v. Its last keys: %q\nIts last output: %q",
						seed, p.name, p.plain, p.kind, silence, tail(p.typed.String(), 400), tail(p.output.String(), 1500))
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d sessions, %d times a session had to print", sessions.Load(), probes.Load())
	if log := s.log.String(); strings.Contains(log, "DATA RACE") || strings.Contains(log, "panic") {
		t.Error("the server's log contains a data race or a panic")
	}
}

func tail(text string, n int) string { return text[max(0, len(text)-n):] }

// session connects and presses keys until the session or the test ends. It returns how often
// the session had to print, and whether it did not.
func (p *keyPresser) session(ctx context.Context) (probes int, stalled bool) {
	client, err := p.connect()
	if err != nil {
		p.sleep(ctx, time.Second)
		return 0, false
	}
	defer func() { _ = client.Close() }()
	for ctx.Err() == nil {
		for range 1 + p.dice.IntN(8) {
			p.press(p.burst())
			p.sleep(ctx, time.Duration(p.dice.Int64N(int64(p.pause))))
		}
		switch p.probe(ctx) {
		case hasEnded:
			return probes, false
		case isSilent:
			return probes, true
		case hasPrinted:
			probes++
		}
	}
	return probes, false
}

// connect opens a session from a new address.
func (p *keyPresser) connect() (*ssh.Client, error) {
	client, err := sshtest.TryDialFrom(newAddress(), p.server.address, p.auth)
	if err != nil {
		return nil, err
	}
	session, err := client.NewSession()
	if err == nil {
		p.output, p.ended = newOutputBuffer(), make(chan struct{})
		p.typed.Reset()
		session.Stdout, session.Stderr = p.output, p.output
		p.keys, err = session.StdinPipe()
	}
	if err == nil {
		err = session.RequestPty(p.kind, 10+p.dice.IntN(50), 30+p.dice.IntN(150), ssh.TerminalModes{})
	}
	if err == nil && p.plain && p.kind != "dumb" {
		err = session.Start("plain")
	} else if err == nil {
		err = session.Shell()
	}
	if err != nil {
		_ = client.Close()
		return nil, err
	}
	go func(ended chan struct{}) {
		_ = session.Wait()
		close(ended)
	}(p.ended)
	return client, nil
}

func (p *keyPresser) press(keys string) {
	p.typed.WriteString(keys)
	_, _ = io.WriteString(p.keys, keys) // an error means that the session has ended, which the next probe finds
}

func (p *keyPresser) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// probed is the outcome of a probe.
type probed int

const (
	hasPrinted probed = iota
	hasEnded
	isSilent
)

// probe presses a key after which every session prints something: in plain mode Enter, which
// is always echoed; on a screen Ctrl-L, which draws the screen again. It presses it each
// second, because a key before it may give it another meaning, such as Esc.
func (p *keyPresser) probe(ctx context.Context) probed {
	key := "\f"
	if p.plain {
		key = "\r"
	}
	printed, changed := p.output.now()
	limit := time.NewTimer(silence)
	defer limit.Stop()
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for p.press(key); ; {
		select {
		case <-changed:
			var text string
			if text, changed = p.output.now(); len(text) > len(printed) {
				return hasPrinted
			}
		case <-p.ended:
			return hasEnded
		case <-ctx.Done():
			return hasEnded
		case <-again.C:
			p.press(key)
		case <-limit.C:
			return isSilent
		}
	}
}

// words are texts that people type in sessions.
var words = []string{
	"new chess4", "new chess4 clock=1+0", "new verney armies=white,black bots=1", "tables", "sit", "sit white", "ready", "lobby",
	"board", "help", "moves", "play", "watch 1", "join 1", "chat hello", "legal", "m7-k7", "d2-d4", "resign", "yes", "no", "quit",
	"games", "ladder", "rules chess4", "settings", "invite Presser 1", "seek", "play --bots 1", "rematch", "draw", "profile",
	"analysis", "messages", "message Presser 2 hi", "spectator chat", "leave", "stand",
}

// specialKeys are keys that send more than one character, or a control character.
var specialKeys = []string{
	"\r", "\r", "\r", "\r", "\x1b", "\x1b", "\t", "\x7f", "\x15", "\x03", "\x04", "\x0e", "\x10", "\x14", "\x07",
	"\x12", "\x02", "\x13", "\x00", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOA", "\x1b[H", "\x1b[F", "\x1b[5~",
	"\x1b[6~", "\x1b[3~", "\x1b[3;3~", "\x1b[Z", "\x1b[1;5C", "\x1b[15~", "\x1b[I", "\x1b[O", "\x1bf", "\x1bd", "\x1b[",
	"é", "日", "👩‍👩‍👧", "\xff", "\x1b[200~pasted\rtext\x1b[201~", " ", "/", "?", "+", "-",
}

// burst returns keys that arrive together.
func (p *keyPresser) burst() string {
	switch n := p.dice.IntN(20); {
	case n < 6:
		return string(rune(' ' + p.dice.IntN(95)))
	case n < 11:
		return specialKeys[p.dice.IntN(len(specialKeys))]
	case n < 15:
		return words[p.dice.IntN(len(words))] + "\r"
	case n < 16:
		return words[p.dice.IntN(len(words))][:2]
	case n < 18:
		return fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", 1+p.dice.IntN(120), 1+p.dice.IntN(40))
	default:
		var b strings.Builder
		for range 1 + p.dice.IntN(30) {
			b.WriteString(specialKeys[p.dice.IntN(len(specialKeys))])
		}
		return b.String()
	}
}
