package e2e

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

// commandPlayer is a player who uses single commands, from an address of their own.
type commandPlayer struct {
	name  string
	key   ssh.Signer
	local string

	mu     sync.Mutex
	client *ssh.Client
}

var addresses atomic.Uint32

// newAddress returns a loopback address that no other client uses.
func newAddress() string {
	n := addresses.Add(1)
	return net.IPv4(127, 3+byte(n>>16), byte(n>>8), byte(n)).String()
}

func newCommandPlayer(t testing.TB, name string) *commandPlayer {
	t.Helper()
	return &commandPlayer{name: name, key: sshtest.NewKey(t), local: newAddress()}
}

// named returns a new player who has taken a name.
func named(t testing.TB, address, name string) *commandPlayer {
	t.Helper()
	p := newCommandPlayer(t, name)
	p.mustRun(t, address, "name "+name)
	return p
}

// connect returns the connection, and opens it if necessary.
func (r *commandPlayer) connect(address string) (*ssh.Client, error) {
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

func (r *commandPlayer) disconnect() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.client != nil {
		_ = r.client.Close()
	}
	r.client = nil
}

// errNoAnswer means that the connection ended before the answer, so the command may or may
// not have been executed.
var errNoAnswer = errors.New("no answer came")

// run runs a command. If the command is refused, it returns the refusal as an error.
func (r *commandPlayer) run(address, command string) (string, error) {
	client, err := r.connect(address)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	out, err := runOn(client, command)
	if errors.Is(err, errNoAnswer) {
		r.disconnect()
	}
	return out, err
}

// moveIDs numbers the moves that untilStored sends.
var moveIDs atomic.Uint32

// untilStored runs a command, and repeats it while the server answers that it is not stored yet:
// PostgreSQL may answer late on a busy machine. It gives a move without options an ID, so that the
// server plays it only once. The function run returns the error text of the command.
func untilStored(command string, run func(command string) (refusal string)) {
	if strings.HasPrefix(command, "move ") && !strings.Contains(command, " --") {
		command += fmt.Sprintf(" --id stored-%d", moveIDs.Add(1))
	}
	for begun := time.Now(); strings.Contains(run(command), "not stored yet") && time.Since(begun) < time.Minute; {
		<-time.After(200 * time.Millisecond) // more connections would exceed the limits of the server
	}
}

// mustRun runs a command that must succeed.
func (r *commandPlayer) mustRun(t testing.TB, address, command string) (out string) {
	t.Helper()
	var err error
	untilStored(command, func(command string) string {
		if out, err = r.run(address, command); err != nil {
			return err.Error()
		}
		return ""
	})
	if err != nil {
		t.Fatalf("%s runs %s: %v", r.name, command, err)
	}
	return out
}

// sit takes a seat on the screen of the table, gets ready and closes the screen.
func (r *commandPlayer) sit(t testing.TB, address string, id int, seat string) {
	t.Helper()
	r.sitDown(t, address, id, seat).Close()
}

// sitDown takes a seat on the screen of the table and gets ready. As long as the screen is
// open, the player is not away and stays ready.
func (r *commandPlayer) sitDown(t testing.TB, address string, id int, seat string) *sshtest.Screen {
	t.Helper()
	client, err := r.connect(address)
	if err != nil {
		t.Fatalf("%s connects: %v", r.name, err)
	}
	screen := sshtest.Open(t, client, r.name, 80, 24, fmt.Sprintf("play %d %s", id, seat))
	ready := func(text string) bool {
		return strings.Contains(text, "I am not ready") || strings.Contains(text, "ove:")
	}
	screen.Await(t, "to sit", func(text string) bool {
		seated := !strings.Contains(text, "Sit down as "+rules.Title(seat)) // a player with another seat is ready already
		return seated && (strings.Contains(text, "▸ I am ready") || ready(text))
	})
	if ready(screen.Text()) { // a correspondence game starts as soon as all seats are taken, without "I am ready"
		return screen
	}
	must(t, screen.Type("\r"))
	screen.Await(t, "to be ready", ready)
	return screen
}

// commandGame is a table whose players use single commands.
type commandGame struct {
	id    int
	game  *rules.Game // the game after all acknowledged actions
	seats [rules.SeatCount]*commandPlayer
}

// gatherCommandGame opens a table, seats four new players and starts the game.
func gatherCommandGame(t *testing.T, address, order string) *commandGame {
	t.Helper()
	words := strings.Fields(order)
	p := &commandGame{game: newGame(t, words[0], nil)}
	for seat := range p.seats {
		p.seats[seat] = newCommandPlayer(t, fmt.Sprint("Robin ", addresses.Load()+100))
		p.seats[seat].mustRun(t, address, "name "+p.seats[seat].name)
	}
	number := p.seats[0].mustRun(t, address, "new "+order)
	var err error
	if p.id, err = strconv.Atoi(strings.TrimSpace(number)); err != nil {
		t.Fatal(err)
	}
	for seat, who := range p.seats {
		defer who.sitDown(t, address, p.id, p.game.Variant.Facts().Seats[seat]).Close()
	}
	return p
}

// pick returns a legal action, its plain notation and the player to move.
func (p *commandGame) pick(n int) (who *commandPlayer, plain string, a rules.Action) {
	v := p.game.Variant
	legal := v.Legal(&p.game.Position, nil)
	a = legal[n%len(legal)]
	actor := v.Actor(&p.game.Position)
	return p.seats[actor], rules.Plain(v.Facts(), actor, a), a
}

// outputBuffer collects the output of a session.
type outputBuffer struct {
	mu      sync.Mutex
	bytes   bytes.Buffer
	changed chan struct{} // closed, and replaced by a new channel, whenever output is added
}

func newOutputBuffer() *outputBuffer { return &outputBuffer{changed: make(chan struct{})} }

func (r *outputBuffer) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.changed)
	r.changed = make(chan struct{})
	return r.bytes.Write(p)
}

func (r *outputBuffer) String() string {
	text, _ := r.now()
	return text
}

func (r *outputBuffer) now() (text string, changed chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes.String(), r.changed
}

// await waits until the function `ok` returns true for the output so far.
func (r *outputBuffer) await(t testing.TB, what string, ok func(text string) bool) string {
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

// amount returns the number in an environment variable that makes a test longer, or the given
// default if the variable is not set.
func amount(t testing.TB, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is not a positive number", name, text)
	}
	return n
}
