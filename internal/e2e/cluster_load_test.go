package e2e

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// clusterLoad holds games that are played at the nodes of a nodeSet.
type clusterLoad struct {
	*nodeSet
	terms   string // such as "chess4 clock=30+10"
	games   []*clusterGame
	long    bool          // whether the test is a long one, with more games and moves
	tables  int           // number of tables at which games are played at the same time
	some    int64         // number of moves that are played between two changes
	beat    time.Duration // time between two moves at a table
	stop    func()
	stopped chan struct{} // closed by the function `stop`
	moves   atomic.Int64  // number of acknowledged moves at all tables
	wait    sync.WaitGroup
}

// clusterGame is a game whose players and spectators use different nodes.
type clusterGame struct {
	*clusterLoad
	id    int
	game  *rules.Game // the game after all acknowledged moves
	seats [rules.SeatCount]*roamer
	first int // the index of the first player's node; the other players use the following nodes
	dice  *rand.Rand
	lines []string // for each acknowledged move, the first line of the server's answer
	ended atomic.Bool

	last time.Time    // time of the last acknowledged move
	gap  atomic.Int64 // longest time between two acknowledged moves, as a time.Duration

	watchers []*clusterWatcher
}

// clusterWatcher is a spectator at a node, who connects again when the connection is lost.
type clusterWatcher struct {
	*clusterGame
	node *clusterNode
	who  *roamer
	done atomic.Bool // whether the game, or the test, is over

	mu     sync.Mutex
	output []*outputBuffer // the output of each connection
	client *ssh.Client
}

// newLoad opens tables, and begins to play at them.
func newLoad(s *nodeSet, terms string, long bool) *clusterLoad {
	s.Helper()
	l := &clusterLoad{nodeSet: s, terms: terms, tables: 2, some: 6, beat: 120 * time.Millisecond, stopped: make(chan struct{})}
	if l.long = long; long {
		l.tables, l.some, l.beat = 8, 40, 25*time.Millisecond
	}
	l.stop = sync.OnceFunc(func() { close(l.stopped) })
	l.Cleanup(func() {
		l.stop()
		l.wait.Wait()
	})
	l.refill()
	return l
}

func (l *clusterLoad) open() {
	l.Helper()
	number := len(l.games)
	g := &clusterGame{
		clusterLoad: l, game: newGame(l.T, strings.Fields(l.terms)[0], nil), first: number,
		dice: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(number))),
	}
	for seat := range g.seats {
		r := newRoamer(l.nodeSet, fmt.Sprint("Robin ", addresses.Load()+100))
		r.mustRun(l.T, g.home(seat).address, "name "+r.name)
		g.seats[seat] = r
	}
	var err error
	g.id, err = strconv.Atoi(strings.TrimSpace(g.seats[0].mustRun(l.T, g.home(0).address, "new "+l.terms)))
	l.must(err)
	for seat, r := range g.seats {
		r.sit(l.T, g.home(seat).address, g.id, g.game.Variant.Facts().Seats[seat])
		r.disconnect()
	}
	for _, n := range l.nodes {
		w := &clusterWatcher{clusterGame: g, node: n, who: newRoamer(l.nodeSet, "spectator")}
		g.watchers = append(g.watchers, w)
		go w.watch()
		l.Cleanup(w.end)
	}
	l.games = append(l.games, g)
	l.wait.Go(g.play)
}

// home returns the node that the player of a seat tries first.
func (g *clusterGame) home(seat int) *clusterNode { return g.nodes[(g.first+seat)%len(g.nodes)] }

// play plays random moves until the game is over or the channel `stopped` is closed.
func (g *clusterGame) play() {
	tick := time.NewTicker(g.beat)
	defer tick.Stop()
	defer g.ended.Store(true)
	g.last = time.Now()
	for !g.game.Position.Over() {
		select {
		case <-tick.C:
		case <-g.stopped:
			return
		}
		if !g.move() {
			return
		}
	}
}

// move plays one move. Sometimes the player sends the move twice at the same time, through two
// nodes. Sometimes the player sends two different moves at the same time. In both cases exactly
// one move must be played.
func (g *clusterGame) move() bool {
	v, n := g.game.Variant, len(g.lines)
	actor := v.Actor(&g.game.Position)
	legal := v.Legal(&g.game.Position, nil)
	g.dice.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	command := func(a rules.Action) string {
		return fmt.Sprintf("move %d %s --after %d", g.id, rules.Plain(v.Facts(), actor, a), n)
	}
	who, at := g.seats[actor], g.first+int(actor)
	choices := []string{command(legal[0])}
	switch {
	case n%8 == 3:
		choices[0] += fmt.Sprintf(" --id %d-%d", g.id, n)
		choices = append(choices, choices[0])
	case n%8 == 7 && len(legal) > 1:
		choices = append(choices, command(legal[1]))
	}
	answers, refusals := make([]string, len(choices)), make([]error, len(choices))
	var all sync.WaitGroup
	for i, c := range choices {
		all.Go(func() { answers[i], refusals[i] = who.ask(at+i, c) })
	}
	all.Wait()
	played := -1
	for i, answer := range answers {
		line, _, _ := strings.Cut(answer, "\n")
		want := fmt.Sprintf("%d %s %s ", n+1, v.Facts().SeatName(actor), rules.Plain(v.Facts(), actor, legal[i*(n%8/7)]))
		switch same := len(choices) == 1 || choices[0] == choices[1]; {
		case refusals[i] != nil && (same || !overtaken(refusals[i])):
			g.Errorf("%s: %v", choices[i], refusals[i])
			return false
		case refusals[i] != nil:
		case !strings.HasPrefix(line, want):
			g.Errorf("%s is answered by %q, want %q", choices[i], line, want)
			return false
		case played >= 0 && !same:
			g.Errorf("%q and %q are both acknowledged", choices[0], choices[1])
			return false
		case played < 0:
			played = i
			g.lines = append(g.lines, line)
		}
	}
	if played < 0 {
		g.Errorf("%q is not played: %v", choices, refusals)
		return false
	}
	if _, err := g.game.Play(legal[played]); err != nil {
		g.Error(err)
		return false
	}
	g.gap.Store(max(g.gap.Load(), int64(time.Since(g.last))))
	g.last = time.Now()
	g.moves.Add(1)
	return true
}

// overtaken reports whether a move was refused because another move was played first.
func overtaken(refusal error) bool {
	return strings.Contains(refusal.Error(), "position has changed") || strings.Contains(refusal.Error(), "it is not ") ||
		strings.Contains(refusal.Error(), "the game is over")
}

// await waits until the nodes have acknowledged the given number of further moves.
func (l *clusterLoad) await(moves int64) {
	l.Helper()
	for begun, before := time.Now(), l.moves.Load(); l.moves.Load() < before+moves; <-time.After(5 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			l.Fatalf("%d moves in a minute, want %d", l.moves.Load()-before, moves)
		}
		if l.Failed() {
			l.FailNow()
		}
	}
}

// refill opens new tables, so that games are played at all tables. Call it only while all nodes
// work.
func (l *clusterLoad) refill() {
	l.Helper()
	missing := l.tables
	for _, g := range l.games {
		if !g.ended.Load() {
			missing--
		}
	}
	for range missing {
		l.open()
	}
}

// longestGap returns the longest time between two moves at a table since its last call.
func (l *clusterLoad) longestGap() (gap time.Duration) {
	for _, g := range l.games {
		gap = max(gap, time.Duration(g.gap.Swap(0)))
	}
	return gap
}

// finish stops playing. Then it checks that the players, the spectators, all nodes and the
// database have the same moves. It returns the logs of the tables.
func (l *clusterLoad) finish() map[int][]storedEvent {
	l.Helper()
	l.stop()
	l.wait.Wait()
	for _, g := range l.games {
		g.compareNodes()
		for _, w := range g.watchers {
			w.compare()
		}
	}
	lost, doubled, acknowledged := 0, 0, 0
	logs := storedLogs(l.T, l.url)
	for _, g := range l.games {
		one, two := compareMoves(l.T, logs[g.id], g.game.Variant.Facts(), g.lines)
		lost, doubled, acknowledged = lost+one, doubled+two, acknowledged+len(g.lines)
	}
	l.Logf("lost %d and doubled %d of %d acknowledged moves at %d tables; %s", lost, doubled, acknowledged, len(l.games), l.latencies())
	return logs
}

// compareNodes waits until all nodes print the same record, with all acknowledged moves.
func (g *clusterGame) compareNodes() {
	g.Helper()
	var played []string
	for _, line := range g.lines {
		played = append(played, strings.Fields(line)[2])
	}
	var records []string
	for begun := time.Now(); ; <-time.After(20 * time.Millisecond) {
		records = records[:0]
		for i := range g.nodes {
			record, err := g.seats[0].ask(i, fmt.Sprint("record ", g.id))
			g.must(err)
			records = append(records, record)
		}
		if records[0] == records[1] && records[1] == records[2] && slices.Equal(actionsIn(records[0]), played) {
			break
		}
		if time.Since(begun) > 10*time.Second {
			g.Fatalf("table %d: the nodes have the records %q\nacknowledged: %q", g.id, records, played)
		}
	}
	for _, r := range g.seats {
		r.hangUpAll()
	}
}

func (w *clusterWatcher) watch() {
	for !w.done.Load() {
		if w.node.hasFailed() {
			<-time.After(10 * time.Millisecond)
			continue
		}
		client, err := sshtest.TryDialFrom(w.who.local, w.node.address, sshtest.KeyAuth(w.who.key))
		if err != nil {
			<-time.After(100 * time.Millisecond) // wait: the node has just failed, or has reached its limit on new connections
			continue
		}
		buffer := newOutputBuffer()
		w.mu.Lock()
		w.client, w.output = client, append(w.output, buffer)
		w.mu.Unlock()
		if session, err := client.NewSession(); err == nil {
			session.Stdout = buffer
			if session.Run(fmt.Sprint("watch ", w.id)) == nil {
				w.done.Store(true)
			}
		}
		_ = client.Close()
	}
}

// end ends the connection.
func (w *clusterWatcher) end() {
	w.done.Store(true)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.client != nil {
		_ = w.client.Close()
	}
}

// compare waits until the spectator has seen all moves. It fails the test if any connection of
// the spectator has shown a move that was not played.
func (w *clusterWatcher) compare() {
	w.Helper()
	defer w.end()
	shown := func(text string) (lines []string) {
		for line := range strings.Lines(text) {
			// skip comments, and the result, which is printed only in long tests that finish their games
			if strings.HasSuffix(line, "\n") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "result ") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		return lines
	}
	current := func() []*outputBuffer {
		w.mu.Lock()
		defer w.mu.Unlock()
		return slices.Clone(w.output)
	}
	for begun := time.Now(); ; <-time.After(10 * time.Millisecond) {
		if all := current(); len(all) > 0 && len(shown(all[len(all)-1].String())) >= len(w.lines) {
			break
		}
		if time.Since(begun) > 20*time.Second {
			w.Errorf(
				"table %d: a spectator at node %s sees %d of %d moves",
				w.id,
				w.node.node,
				len(shown(current()[0].String())),
				len(w.lines),
			)
			break
		}
	}
	for _, one := range current() {
		if seen := shown(one.String()); len(seen) > len(w.lines) || !slices.Equal(seen, w.lines[:len(seen)]) {
			w.Errorf("table %d: a spectator at node %s saw %q; acknowledged: %q", w.id, w.node.node, seen, w.lines)
		}
	}
}
