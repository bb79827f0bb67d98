package server

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/notify"
	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// stallingListener can stall its connections from one address: their writes then block
// until the channel in the field `release` is closed, as if the client had stopped reading.
type stallingListener struct {
	net.Listener
	address          string // IP address whose connections the method stall blocks
	release, blocked chan struct{}

	mu      sync.Mutex
	stalled bool
}

// stall blocks all further writes to connections from l.address.
func (l *stallingListener) stall() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stalled = true
}

func (l *stallingListener) isStalled() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stalled
}

func (l *stallingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil && strings.HasPrefix(c.RemoteAddr().String(), l.address+":") {
		c = stalledWriter{c, l}
	}
	return c, err
}

type stalledWriter struct {
	net.Conn
	listener *stallingListener
}

func (c stalledWriter) Write(p []byte) (int, error) {
	if l := c.listener; l.isStalled() {
		select {
		case l.blocked <- struct{}{}:
		default:
		}
		<-l.release
	}
	return c.Conn.Write(p)
}

// TestStalledSpectatorDelaysNobody blocks one spectator's connection while the server sends
// the same frame to several sessions. A player, and another spectator who gets that frame,
// must see all further moves.
func TestStalledSpectatorDelaysNobody(t *testing.T) {
	slow := &stallingListener{address: "127.0.0.9", release: make(chan struct{}), blocked: make(chan struct{}, 1)}
	d, inkyKey, opened := startWatchedTable(t, func(cfg *Config) { slow.Listener, cfg.Listener = cfg.Listener, slow })
	defer close(slow.release)
	stalled := watch(t, d, namedKey(t, d, "Slow Sue"), slow.address)
	screens := []*sshtest.Screen{watch(t, d, inkyKey, "127.0.0.7"), watch(t, d, namedKey(t, d, "Quick Quentin"), "127.0.0.8")}
	for _, s := range append(screens, stalled) {
		s.See(t, "Pinky")
	}
	for n := range 30 {
		if n == 1 {
			slow.stall()
		}
		playNext(t, opened)
		for _, s := range screens {
			s.See(t, rowOf(n))
		}
		if n == 1 {
			<-slow.blocked
		}
	}
	if got := stalled.Text(); strings.Contains(got, rowOf(29)) {
		t.Errorf("the stalled spectator sees %q:\n%s", rowOf(29), got)
	}
}

// startWatchedTable starts a server with screens, and a game between Inky and Pinky at table
// 1. It returns Inky's key and the table.
func startWatchedTable(t *testing.T, change func(*Config)) (d *testServer, inkyKey gossh.Signer, opened *live.Table) {
	d = startServer(t, Limits{}, func(cfg *Config) {
		var err error
		cfg.Notify.Board, err = notify.OpenBoard(t.Context(), cfg.Club)
		must(t, err)
		change(cfg)
	})
	d.screens = screen.New
	inkyKey = namedKey(t, d, "Inky")
	players := []player.Player{{ID: idOf(inkyKey), Name: "Inky"}, {ID: "SHA256:b", Name: "Pinky"}}
	ctx := t.Context()
	opened, err := d.services.Lobby.Create(
		ctx,
		players[0],
		table.Terms{Game: kit.DefaultGame(), Options: map[string]string{"armies": "white,black"}},
	)
	must(t, err)
	for _, p := range players {
		must(t, opened.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat}))
	}
	for _, p := range players {
		must(t, opened.Do(ctx, table.Command{By: p, Kind: table.Ready}))
	}
	return d, inkyKey, opened
}

func idOf(key gossh.Signer) player.ID { return player.ID(gossh.FingerprintSHA256(key.PublicKey())) }

// namedKey creates an account with the given name, and returns its key.
func namedKey(t *testing.T, d *testServer, name string) gossh.Signer {
	t.Helper()
	key := sshtest.NewKey(t)
	_, err := d.directory.Claim(t.Context(), idOf(key), name)
	must(t, err)
	return key
}

// watch connects from an IP address and opens the screen of table 1.
func watch(t *testing.T, d *testServer, key gossh.Signer, from string) *sshtest.Screen {
	t.Helper()
	return sshtest.Open(t, sshtest.DialFrom(t, from, d.address, sshtest.KeyAuth(key)), from, 120, 40, "watch 1")
}

// playNext plays one of the legal moves.
func playNext(t *testing.T, opened *live.Table) {
	t.Helper()
	v := opened.View()
	n := len(v.Moves)
	must(t, opened.Do(t.Context(), table.Command{
		By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor,
		Action: v.Legal[n%len(v.Legal)], Answers: n,
	}))
}

// rowOf returns the beginning of the row of the list of moves in which the move with the given
// ply stands, in a game with two players. The first move has ply 0.
func rowOf(ply int) string { return fmt.Sprintf("│%3d ", ply/2+1) }
