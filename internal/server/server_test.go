package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/sshtest"
	"quadrille/internal/store"
)

// testServer is a running server whose screens are of type probe.
type testServer struct {
	*Server
	address string
	logged  *logBuffer
	stopped func() error // stops the server and waits until it has stopped
}

// startServer starts a server that stops when the test ends.
func startServer(t *testing.T, limits Limits, change ...func(*Config)) *testServer {
	t.Helper()
	d := &testServer{logged: &logBuffer{}}
	logger, data := slog.New(slog.NewJSONHandler(player.Escaping(d.logged), nil)), t.TempDir()
	st, err := store.Open(t.Context(), data, logger)
	must(t, err)
	t.Cleanup(func() { must(t, st.Close()) })
	lobby, err := lobby.Open(t.Context(), lobby.Config{Store: st.Tables})
	must(t, err)
	t.Cleanup(func() { must(t, lobby.Close(context.Background())) })
	club, err := club.Open(t.Context(), st.Audit, club.Config{})
	must(t, err)
	listener, err := Listen("127.0.0.1:0")
	must(t, err)
	cfg := Config{
		Services: service.Services{
			Club: club, Lobby: lobby, Directory: &names{},
			Keyring: st.Keyring, Accounts: st.Accounts, Terminals: st.Settings,
		},
		Listener: listener, DataDir: data,
		Logger: logger, Version: "test", Limits: limits,
	}
	for _, f := range change {
		f(&cfg)
	}
	d.Server, err = New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d.screens = func(cfg kit.Config) kit.Model { return probe{cfg: cfg, width: cfg.Width, height: cfg.Height} }
	d.address = d.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx) }()
	d.stopped = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := d.stopped(); err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return d
}

// probe is a screen that shows the messages it has received. Some keys make it panic or
// write endless output.
type probe struct {
	cfg           kit.Config
	width, height int
	last          string
	paste         int
	sizes         int // number of terminal sizes received
	flood         int
}

func (p probe) Init() tea.Cmd { return nil }

func (p probe) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
		p.sizes++
	case tea.PasteMsg:
		p.paste = len(msg.Content)
	case tea.KeyPressMsg:
		p.last = msg.String()
		switch p.last {
		case "q":
			return p, tea.Quit
		case "z":
			return p, tea.Suspend
		case "u":
			panic("in update")
		case "c":
			return p, func() tea.Msg { panic("in a command") }
		case "s":
			return p, tea.Sequence(nil, func() tea.Msg { panic("in a sequence") })
		case "v":
			p.last = "panic"
		case "r":
			return p, tea.Raw(strings.Repeat("x", 4<<20))
		case "f":
			p.flood++
			return p, func() tea.Msg { return flooding{} }
		}
	case flooding:
		p.flood++
		return p, func() tea.Msg { return flooding{} }
	}
	return p, nil
}

type flooding struct{}

func (p probe) View() wire.View {
	if p.last == "panic" {
		panic("in view")
	}
	text := fmt.Sprintf(
		"I am %s %s.\nsize %dx%d.\nkey %q.\npaste %d.\nsizes %d.\n",
		p.cfg.Player.ID,
		p.cfg.Player.Name,
		p.width,
		p.height,
		p.last,
		p.paste,
		p.sizes,
	)
	if p.cfg.Open != nil {
		text += fmt.Sprintf("table %d.\n", p.cfg.Open.ID)
	}
	if p.flood > 0 {
		text = noise(p.flood, p.width, p.height)
	}
	return textView(text, draw.Style{})
}

// textView returns the view of a text in one style.
func textView(text string, s draw.Style) wire.View {
	return wire.View{Draw: func(g *draw.Grid) {
		for y, line := range strings.Split(text, "\n") {
			g.Text(0, y, g.Width, line, s)
		}
	}, Paste: true}
}

// noise returns a frame in which each cell differs from its neighbours and from the
// previous frame.
func noise(frame, width, height int) string {
	cells := make([]byte, 0, (width+1)*height)
	for y := range height {
		for x := range width {
			cells = append(cells, 'a'+byte((x*x+y+frame*(x%7+1))%26))
		}
		cells = append(cells, '\n')
	}
	return string(cells)
}

// names is a [player.Directory] in memory that accepts any name.
type names struct {
	mu    sync.Mutex
	known map[player.ID]string
}

func (n *names) Lookup(_ context.Context, id player.ID) (player.Player, bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	name, ok := n.known[id]
	return player.Player{ID: id, Name: name}, ok, nil
}

func (n *names) Claim(_ context.Context, id player.ID, name string) (player.Player, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil {
		n.known = map[player.ID]string{}
	}
	n.known[id] = name
	return player.Player{ID: id, Name: name}, nil
}

// logBuffer is a log that can be read while it is being written.
type logBuffer struct {
	mu      sync.Mutex
	b       bytes.Buffer
	changed chan struct{}
}

func (j *logBuffer) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.changed != nil {
		close(j.changed)
		j.changed = nil
	}
	return j.b.Write(p)
}

func (j *logBuffer) text() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}

func (j *logBuffer) clear() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.b.Reset()
}

// await waits for a log entry in which the value of the given key matches a pattern.
func (j *logBuffer) await(t *testing.T, key, pattern string) {
	t.Helper()
	match := regexp.MustCompile(pattern).MatchString
	limit := time.After(20 * time.Second)
	for {
		j.mu.Lock()
		text := j.b.String()
		if j.changed == nil {
			j.changed = make(chan struct{})
		}
		changed := j.changed
		j.mu.Unlock()
		for _, line := range strings.Split(text, "\n") {
			var entry map[string]any
			if json.Unmarshal([]byte(line), &entry) == nil && match(fmt.Sprint(entry[key])) {
				return
			}
		}
		select {
		case <-changed:
		case <-limit:
			t.Fatalf("no %s=%s in the log:\n%s", key, pattern, text)
		}
	}
}

// waitForGoroutines waits until at most `want` goroutines are left.
func waitForGoroutines(t *testing.T, want int) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for runtime.NumGoroutine() > want {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, wanted %d:\n%s", runtime.NumGoroutine(), want, stacks[:runtime.Stack(stacks, true)])
		}
		runtime.Gosched()
	}
}

func TestScreenSession(t *testing.T) {
	d := startServer(t, Limits{})
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	screen := sshtest.Open(t, client, "alice", 100, 30, "")
	screen.See(t, "size 100x30.")
	must(t, screen.Type("a"))
	screen.See(t, `key "a".`)
	must(t, screen.Type("z")) // Ctrl+Z must not suspend the server
	screen.See(t, `key "z".`)
	must(t, screen.Resize(120, 40))
	screen.See(t, "size 120x40.")
	must(t, screen.Type("q"))
	if status := screen.Ended(t); status != 0 {
		t.Errorf("status %d after q", status)
	}
}

func TestStoppingRestoresTerminals(t *testing.T) {
	d := startServer(t, Limits{ShutdownTimeout: time.Second})
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	screen := sshtest.Open(t, client, "guest", 80, 24, "")
	screen.See(t, "size 80x24.")
	go func() { _ = d.stopped() }()
	if status := screen.Ended(t); status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	if text := screen.Text(); !strings.Contains(text, "seats are kept") || strings.Contains(text, "size") {
		t.Errorf("the terminal is not restored, or the reason is missing:\n%s", text)
	}
	must(t, d.stopped())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
