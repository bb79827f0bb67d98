package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// soak is a server with many clients that runs for a long time.
type soak struct {
	*testing.T
	server *testServer
	ctx    context.Context // cancelled when the time of the soak test is up
	pause  time.Duration   // pause between two actions at a table

	moves, attacks, games, reconnects atomic.Int64

	mu     sync.Mutex
	played map[int][]string // acknowledged actions by table
	sizes  []memorySize
}

// memorySize is the memory use of the server.
type memorySize struct {
	Goroutines int
	Bytes      int64
	resident   int64
}

// Clients play, watch, resize and reconnect, and a tenth of them misbehave. The memory use
// of the server must not grow. To run the test for longer, set for example
// QUADRILLE_SOAK_FOR=1h and QUADRILLE_SOAK_CLIENTS=200.
func TestSoak(t *testing.T) {
	t.Parallel()
	length, pause := 2*time.Second, 20*time.Millisecond
	if text := os.Getenv("QUADRILLE_SOAK_FOR"); text != "" {
		var err error
		if length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		pause = time.Second
	}
	s := &soak{T: t, server: serveFor(t), pause: pause, played: map[int][]string{}}
	before := s.idleMemory()
	clients := amount(t, "QUADRILLE_SOAK_CLIENTS", 10)
	orders := s.tableOrders(max(1, (clients-clients/10)/4))
	var games []*commandGame
	for _, order := range orders {
		games = append(games, gatherCommandGame(t, s.server.address, order))
	}
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithTimeout(context.Background(), length)
	defer cancel()
	var all sync.WaitGroup
	for i, p := range games {
		all.Go(func() { s.playTable(p, orders[i], uint64(i)) })
	}
	for range max(1, clients/10) {
		all.Go(s.misbehave)
	}
	s.measure(length)
	all.Wait()
	t.Logf("%d moves in %d games, %d came back, %d violations", s.moves.Load(), s.games.Load(), s.reconnects.Load(), s.attacks.Load())
	if length >= time.Minute { // skip this check in shorter runs, which cannot show that memory use grows
		s.checkNoGrowth()
	}
	s.checkMemoryFreed(before, len(games)+min(int(s.games.Load()), finishedKept))
	shown := s.records(games)
	if status := s.server.stop(syscall.SIGTERM); status != 0 {
		t.Errorf("exit status %d", status)
	}
	s.checkLogs(shown)
}

// tableOrders returns n commands that open tables of all games, with and without clocks.
func (s *soak) tableOrders(n int) (orders []string) {
	offers := variants.All()
	for i := range n {
		order := offers[i%len(offers)].Name
		if i%2 == 1 {
			order += " clock=180+10"
		}
		orders = append(orders, order)
	}
	return orders
}

// maxActions is the number of actions after which the players of a team game resign.
const maxActions = 150

// playTable plays games at one table until the time is up.
func (s *soak) playTable(p *commandGame, order string, seed uint64) {
	dice := rand.New(rand.NewPCG(seed, 8))
	var screens [rules.SeatCount]*soakTerminal
	tick := time.NewTicker(s.pause)
	defer tick.Stop()
	defer func() {
		for _, who := range p.seats {
			who.disconnect()
		}
	}()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
		if s.shouldEnd(p) {
			if !s.nextGame(p, order) {
				return
			}
			continue
		}
		if !s.playOne(p, dice) {
			return
		}
		seat := n % rules.SeatCount
		s.useScreen(p, p.seats[seat], &screens[seat], dice)
	}
}

// playOne plays one action. It repeats the command until it gets an answer.
func (s *soak) playOne(p *commandGame, dice *rand.Rand) bool {
	s.mu.Lock()
	n := len(s.played[p.id])
	s.mu.Unlock()
	who, plain, a := p.pick(dice.IntN(1000))
	if n >= maxActions && !p.game.Variant.Facts().Teams() {
		actor := p.game.Variant.Actor(&p.game.Position)
		a = rules.Action{Type: rules.Resign, Seat: actor}
		plain = rules.Plain(p.game.Variant.Facts(), actor, a)
	}
	out, ok := s.retry(who, fmt.Sprintf("move %d %s --after %d", p.id, plain, n))
	if !ok {
		return false
	}
	if !strings.HasPrefix(out, fmt.Sprintf("%d ", n+1)) {
		s.Errorf("table %d: action %d was answered by %q", p.id, n+1, out)
		return false
	}
	if _, err := p.game.Play(a); err != nil {
		s.Errorf("table %d: %v", p.id, err)
		return false
	}
	s.moves.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played[p.id] = append(s.played[p.id], plain)
	return true
}

// retry repeats a command until it gets an answer.
func (s *soak) retry(who *commandPlayer, command string) (out string, ok bool) {
	for range 100 {
		out, err := who.run(s.server.address, command)
		switch {
		case err == nil:
			return out, true
		case !errors.Is(err, errNoAnswer):
			s.Errorf("%s: %s: %v", who.name, command, err)
			return "", false
		}
		<-time.After(100 * time.Millisecond)
	}
	s.Errorf("%s: %s: no answer", who.name, command)
	return "", false
}

// shouldEnd reports whether a game is over, or is a team game with at least maxActions
// actions.
func (s *soak) shouldEnd(p *commandGame) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return p.game.Position.Over() || len(s.played[p.id]) >= maxActions && p.game.Variant.Facts().Teams()
}

// nextGame lets players resign until the game is over, and seats the same four players for
// the next game. A team has resigned only when both partners have resigned.
func (s *soak) nextGame(p *commandGame, order string) bool {
	for seat, who := range p.seats {
		if p.game.Position.Over() || s.ended(p) {
			break
		}
		if !p.game.Position.State[seat].MayAct() {
			continue
		}
		word := p.game.Variant.Facts().Seats[seat] + ":resign"
		if _, ok := s.retry(who, fmt.Sprintf("move %d %s", p.id, word)); !ok {
			return false
		}
	}
	if !p.game.Position.Over() && !s.ended(p) {
		s.Errorf("table %d: everybody resigned, but the game is not over", p.id)
	}
	s.games.Add(1)
	number, ok := s.retry(p.seats[0], "new "+order)
	if !ok {
		return false
	}
	if _, err := fmt.Sscan(number, &p.id); err != nil {
		s.Errorf("new %s: %q", order, number)
		return false
	}
	p.game = rules.NewGame(p.game.Variant)
	for seat, who := range p.seats {
		who.disconnect() // the player may have an open screen: close it
		who.sit(s.T, s.server.address, p.id, p.game.Variant.Facts().Seats[seat])
	}
	return true
}

// ended asks the server whether the game is over. If so, it copies the actions from the game
// record.
func (s *soak) ended(p *commandGame) bool {
	record, ok := s.retry(p.seats[0], fmt.Sprintf("record %d", p.id))
	if !ok || !strings.Contains(record, "# result ") {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played[p.id] = actionsIn(record)
	return true
}

// useScreen does something random with the second screen of a player: it opens the screen at
// this table, at another table or in the lobby, resizes it, types on it, or disconnects it.
func (s *soak) useScreen(p *commandGame, who *commandPlayer, screen **soakTerminal, dice *rand.Rand) {
	if *screen == nil {
		command := []string{"", fmt.Sprintf("play %d", p.id), fmt.Sprintf("play %d", p.id), "watch 1"}[dice.IntN(4)]
		*screen = s.screen(who, command)
		return
	}
	switch dice.IntN(8) {
	case 0:
		who.disconnect()
		*screen = nil
		s.reconnects.Add(1)
	case 1:
		_ = (*screen).Close()
		*screen = nil
	case 2, 3:
		_ = (*screen).WindowChange(10+dice.IntN(60), 30+dice.IntN(200))
	default:
		keys := []string{"h", "j", "k", "l", "\x1b[A", "\x1b[B", "[", "]", "/", "+", "-"}
		_, _ = io.WriteString((*screen).keys, keys[dice.IntN(len(keys))])
	}
}

// soakTerminal is a session with a terminal. Its output is discarded.
type soakTerminal struct {
	*ssh.Session
	keys io.Writer
}

// screen opens a session with a terminal, or returns nil if the server refuses it.
func (s *soak) screen(who *commandPlayer, command string) *soakTerminal {
	client, err := who.connect(s.server.address)
	if err != nil {
		return nil
	}
	session, err := client.NewSession()
	if err != nil {
		who.disconnect()
		return nil
	}
	session.Stdout, session.Stderr = io.Discard, io.Discard
	keys, err := session.StdinPipe()
	start := session.Shell
	if command != "" {
		start = func() error { return session.Start(command) }
	}
	if err != nil || session.RequestPty("xterm-256color", 40, 120, ssh.TerminalModes{}) != nil || start() != nil {
		_ = session.Close()
		return nil
	}
	return &soakTerminal{session, keys}
}

// size asks the server for its memory use.
func (s *soak) size() (now memorySize) {
	s.Helper()
	const mark = `"msg":"size"`
	count := strings.Count(s.server.log.String(), mark)
	s.server.must(s.server.cmd.Process.Signal(syscall.SIGUSR1))
	text := s.server.log.await(s, "its size", func(text string) bool {
		return strings.Count(text, mark) > count && strings.HasSuffix(text, "\n")
	})
	for line := range strings.Lines(text) {
		if strings.Contains(line, mark) {
			s.server.must(json.Unmarshal([]byte(line), &now))
		}
	}
	now.resident = resident(s.server.cmd.Process.Pid)
	return now
}

// idleMemory returns the memory use of a server without clients. Some of the server's
// goroutines start late, so idleMemory first makes a connection and waits until the
// number of goroutines is stable.
func (s *soak) idleMemory() memorySize {
	s.Helper()
	caller, err := net.Dial("tcp", s.server.address)
	s.server.must(err)
	_, err = io.ReadFull(caller, make([]byte, len("SSH-2.0-")))
	s.server.must(err)
	s.server.must(caller.Close())
	for last := s.size(); ; {
		<-time.After(100 * time.Millisecond)
		now := s.size()
		if now.Goroutines == last.Goroutines {
			return now
		}
		last = now
	}
}

// resident returns the resident memory of a process on Linux, and 0 on other systems.
func resident(pid int) (bytes int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	_, _ = fmt.Sscan(rest, &bytes)
	return bytes << 10
}

// measure measures the memory use twenty times, at equal intervals, until the time is up.
func (s *soak) measure(length time.Duration) {
	tick := time.NewTicker(length / 20)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			now := s.size()
			s.sizes = append(s.sizes, now)
			if length >= time.Minute {
				s.Logf(
					"%4d goroutines, %5.1f MB in use, %5.1f MB resident, %6d moves",
					now.Goroutines,
					mb(now.Bytes),
					mb(now.resident),
					s.moves.Load(),
				)
			}
		case <-s.ctx.Done():
			return
		}
	}
}

func mb(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// checkNoGrowth compares the memory use in the last quarter of the run with that in the
// second quarter. The first quarter is for warming up, so it is not compared.
func (s *soak) checkNoGrowth() {
	n := len(s.sizes) / 4
	if n < 2 {
		return
	}
	early, late := median(s.sizes[n:2*n]), median(s.sizes[len(s.sizes)-n:])
	s.Logf("second quarter: %+v; last quarter: %+v", early, late)
	if late.Goroutines > early.Goroutines*5/4+100 {
		s.Errorf("%d goroutines became %d", early.Goroutines, late.Goroutines)
	}
	if late.Bytes > early.Bytes*5/4+16<<20 || late.resident > early.resident*5/4+64<<20 {
		s.Errorf(
			"%.1f MB in use became %.1f, %.1f MB resident became %.1f",
			mb(early.Bytes),
			mb(late.Bytes),
			mb(early.resident),
			mb(late.resident),
		)
	}
}

// median returns the median of each kind of memory use.
func median(sizes []memorySize) (m memorySize) {
	pick := func(of func(memorySize) int64) int64 {
		var all []int64
		for _, s := range sizes {
			all = append(all, of(s))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	m.Goroutines = int(pick(func(s memorySize) int64 { return int64(s.Goroutines) }))
	m.Bytes = pick(func(s memorySize) int64 { return s.Bytes })
	m.resident = pick(func(s memorySize) int64 { return s.resident })
	return m
}

// finishedKept is the number of finished tables that stay loaded, for chat and rematches.
const finishedKept = 20

// checkMemoryFreed waits until the server has freed the memory and ended the goroutines of its
// clients. Apart from tables and caches, the server must not use more memory than before the
// first client connected.
func (s *soak) checkMemoryFreed(before memorySize, tables int) {
	s.Helper()
	limit := time.Now().Add(20 * time.Second)
	for {
		now := s.size()
		if now.Goroutines <= before.Goroutines+tables && now.Bytes < before.Bytes+maxCacheGrowth {
			s.Logf("%d goroutines and %.1f MB before the first client, %d and %.1f with %d tables after the last",
				before.Goroutines, mb(before.Bytes), now.Goroutines, mb(now.Bytes), tables)
			return
		}
		if time.Now().After(limit) {
			s.Errorf("%d goroutines and %.1f MB before the first client, %d and %.1f after the last, with %d tables",
				before.Goroutines, mb(before.Bytes), now.Goroutines, mb(now.Bytes), tables)
			return
		}
		<-time.After(100 * time.Millisecond)
	}
}

// maxCacheGrowth is the number of bytes that tables and caches may use after all clients have
// left.
const maxCacheGrowth = 8 << 20

// records returns the actions of every table, as the server prints them.
func (s *soak) records(games []*commandGame) map[int][]string {
	s.Helper()
	seen := map[int][]string{}
	who := games[0].seats[0]
	for id := range s.played {
		<-time.After(s.pause / 5) // stay below the rate limit on commands
		record, ok := s.retry(who, fmt.Sprintf("record %d", id))
		if !ok {
			return nil
		}
		seen[id] = actionsIn(record)
	}
	return seen
}

// checkLogs compares the stored logs with the acknowledged actions and with the printed
// records.
func (s *soak) checkLogs(tables map[int][]string) {
	s.Helper()
	kept, err := store.Open(context.Background(), s.server.data, slog.New(slog.DiscardHandler))
	s.server.must(err)
	defer func() { s.server.must(kept.Close()) }()
	for id, acked := range s.played {
		events, err := kept.Tables.Load(context.Background(), table.ID(id))
		s.server.must(err)
		t, err := live.Open(
			live.Config{ID: table.ID(id), Log: logtest.NewMemory(), Variant: variants.New, Logger: slog.New(slog.DiscardHandler)},
			events,
		)
		s.server.must(err)
		var played []string
		for _, m := range t.View().Moves {
			played = append(played, m.Plain)
		}
		_ = t.Stop(context.Background())
		if !slices.Equal(played, acked) || !slices.Equal(played, tables[id]) {
			s.Errorf("table %d: %q on the disk\nacknowledged %q\nshown %q", id, played, acked, tables[id])
		}
	}
}
