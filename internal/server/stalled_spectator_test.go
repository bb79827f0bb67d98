package server

import (
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/notify"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/internal/ui"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// stallingListener can stall its connections from one address: their writes block until
// release is closed, as if the client had stopped reading.
type stallingListener struct {
	net.Listener
	address          string // IP address
	release, blocked chan struct{}

	mu      sync.Mutex
	stalled bool
}

// stall makes all further writes to the address block.
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

// TestStalledSpectatorDelaysNobody stalls a spectator in the middle of a shared frame. A player
// and another spectator, who shares the frame, see all further moves.
func TestStalledSpectatorDelaysNobody(t *testing.T) {
	slow := &stallingListener{address: "127.0.0.9", release: make(chan struct{}), blocked: make(chan struct{}, 1)}
	d := startServer(t, Limits{}, func(cfg *Config) {
		var err error
		slow.Listener, cfg.Listener = cfg.Listener, slow
		cfg.Notify.Board, err = notify.OpenBoard(t.Context(), cfg.Club)
		must(t, err)
	})
	defer close(slow.release)
	d.screens = ui.New
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	person := func(name string) (gossh.Signer, player.Player) {
		key := sshtest.NewKey(t)
		p := player.Player{ID: player.ID(gossh.FingerprintSHA256(key.PublicKey())), Name: name}
		_, err := d.directory.Claim(ctx, p.ID, name)
		must(t, err)
		return key, p
	}
	inkyKey, inky := person("Inky")
	slowKey, _ := person("Slow Sue")
	quickKey, _ := person("Quick Quentin")
	people := []player.Player{inky, {ID: "SHA256:b", Name: "Pinky"}}
	opened, err := d.services.Lobby.Create(ctx, inky, table.Terms{Game: kit.DefaultGame(), Options: map[string]string{"armies": "white,black"}})
	must(t, err)
	for _, p := range people {
		must(t, opened.Do(ctx, table.Command{By: p, Kind: table.Sit, Seat: rules.NoSeat}))
	}
	for _, p := range people {
		must(t, opened.Do(ctx, table.Command{By: p, Kind: table.Ready}))
	}
	watch := func(key gossh.Signer, from string) *sshtest.Screen {
		return sshtest.Open(t, sshtest.DialFrom(t, from, d.address, sshtest.KeyAuth(key)), from, 100, 30, "watch 1")
	}
	stalled := watch(slowKey, slow.address)
	screens := []*sshtest.Screen{watch(inkyKey, "127.0.0.7"), watch(quickKey, "127.0.0.8")}
	for _, s := range append(screens, stalled) {
		s.See(t, "Pinky")
	}
	for n := range 30 {
		if n == 1 {
			slow.stall()
		}
		v := opened.View()
		action := v.Legal[n%len(v.Legal)]
		must(t, opened.Do(ctx, table.Command{By: v.Seats[v.Actor].Player, Kind: table.Play, Seat: v.Actor, Action: action, Answers: n}))
		for _, s := range screens {
			s.See(t, rounds(n))
		}
		if n == 1 {
			<-slow.blocked
		}
	}
	if got := stalled.Text(); strings.Contains(got, rounds(29)) {
		t.Errorf("the stalled spectator sees %q:\n%s", rounds(29), got)
	}
}

// rounds returns the text that screens show after the move number ply, counted from 0. Each
// of the two players moves once in a round.
func rounds(ply int) string { return " " + phrase.Count(ply/2+1, "round") + "," }
