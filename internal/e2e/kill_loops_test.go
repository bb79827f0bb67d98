package e2e

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/adminsocket"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// killLoop is a server that is killed repeatedly while games are played.
type killLoop struct {
	*testing.T
	server *testServer
	dice   *rand.Rand
	games  []*killGame

	acks     atomic.Int64  // actions acknowledged since the last restart
	target   int64         // number of actions after which the server is killed
	killed   chan struct{} // closed when the server is killed
	killedAt time.Time     // time when the server was killed

	unanswered, kept int // number of actions that were unanswered when the server was killed, and how many of them were stored
}

// killGame is a game of a killLoop, with its acknowledged actions.
type killGame struct {
	*commandGame
	order     string
	acked     []string
	pending   *pendingMove // action that was sent and has not been answered yet
	clocks    clockCheck
	lifted    rules.Square
	spectator *commandPlayer // a spectator without a terminal
	watched   *outputBuffer  // the spectator's output
}

// pendingMove is an action that was sent but not answered.
type pendingMove struct {
	who     *commandPlayer
	command string
	plain   string
	action  rules.Action
	sent    time.Time
}

// clockCheck holds bounds for the clock of each seat at the start of the current turn. Exact
// values are unknown, because clients know only when they sent a command and when it was
// answered.
type clockCheck struct {
	least, most [rules.SeatCount]time.Duration
	from, to    time.Time // earliest and latest time at which the current turn can have started
}

const (
	clockStart, clockIncrement = 30 * time.Minute, 10 * time.Second
	clockTerms                 = " clock=30+10"
	// maxLostTime is the longest thinking time that a crash may give back to the player to
	// move.
	maxLostTime = 10 * time.Second
)

func (r *clockCheck) moved(seat rules.Seat, sent, answered time.Time) {
	r.least[seat] += clockIncrement - answered.Sub(r.from)
	r.most[seat] += clockIncrement - max(0, sent.Sub(r.to))
	r.from, r.to = sent, answered
}

// crashed checks that the clocks stored before a crash are within the bounds in r. It then
// sets the bounds to the stored clocks, because the clocks are stopped until the next
// move.
func (r *clockCheck) crashed(c *killGame, left [rules.SeatCount]time.Duration, at time.Time) error {
	actor := c.game.Variant.Actor(&c.game.Position)
	for seat := range left {
		least, most := r.least[seat], r.most[seat]
		if rules.Seat(seat) == actor {
			least -= at.Sub(r.from)
			most -= max(0, at.Sub(r.to)-maxLostTime)
		}
		if left[seat] < least-clockTolerance || left[seat] > most+clockTolerance {
			return fmt.Errorf("table %d: the clock of %s has %v, and should have between %v and %v",
				c.id, c.game.Variant.Facts().Seats[seat], left[seat], least, most)
		}
	}
	r.least, r.most = left, left
	r.from, r.to = time.Now(), at.Add(time.Hour)
	return nil
}

// clockTolerance is the amount by which a player's clock may be outside the bounds that the
// test computes, because two readings of the system clock can differ.
const clockTolerance = 20 * time.Millisecond

// TestKillLoops plays games of all variants over ssh and kills the server repeatedly. After
// each restart, all acknowledged actions must be stored, and at most one other action for each
// table. A client that got no answer repeats its action, which must be played only once.
func TestKillLoops(t *testing.T) {
	t.Parallel()
	s := &killLoop{T: t, server: serveFor(t), dice: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))}
	for _, def := range variants.All() {
		s.gather(def.Name + clockTerms)
	}
	loops := amount(t, "QUADRILLE_KILLS", 2)
	played := 0
	for n := range loops {
		s.loop(n)
		played += int(s.acks.Load())
	}
	t.Logf("%d loops, %d acknowledged actions; %d in flight, of which %d were kept", loops, played, s.unanswered, s.kept)
}

func (s *killLoop) gather(order string) {
	s.Helper()
	c := &killGame{order: order, lifted: rules.NoSquare, spectator: newCommandPlayer(s.T, fmt.Sprint("Sue ", addresses.Load()+100))}
	c.spectator.mustRun(s.T, s.server.address, "name "+c.spectator.name)
	c.clocks.from = time.Now()
	c.commandGame = gatherCommandGame(s.T, s.server.address, order)
	c.clocks.to = time.Now()
	for seat := range rules.Seat(rules.SeatCount) {
		c.clocks.least[seat], c.clocks.most[seat] = clockStart, clockStart
	}
	s.games = append(s.games, c)
}

// loop plays games, kills and restarts the server, and compares its data with the
// acknowledged actions.
func (s *killLoop) loop(n int) {
	s.Helper()
	s.acks.Store(0)
	s.target = 5 + s.dice.Int64N(100)
	s.killed = make(chan struct{})
	for i, c := range s.games {
		if c.game.Position.Over() {
			s.games = slices.Delete(s.games, i, i+1)
			s.gather(c.order)
			break
		}
	}
	for _, c := range s.games {
		s.watch(c)
		if n%2 == 0 && c.lifted == rules.NoSquare && c.game.Variant.Facts().TouchMove {
			s.lift(c)
		}
	}
	if n%10 == 9 { // pause for longer than the interval at which clocks are stored
		<-time.After(maxLostTime + time.Duration(s.dice.Int64N(int64(maxLostTime))))
		s.kill()
	}
	var all sync.WaitGroup
	for _, c := range s.games {
		dice := rand.New(rand.NewPCG(s.dice.Uint64(), 1))
		if c.lifted == rules.NoSquare {
			all.Go(func() { s.play(c, dice) })
		}
	}
	all.Wait()
	if s.killedAt.IsZero() {
		s.kill()
	}
	_ = s.server.cmd.Wait()
	s.inspect()
	s.server.start()
	for _, c := range s.games {
		s.resume(c)
	}
	s.killedAt = time.Time{}
}

func (s *killLoop) kill() {
	s.killedAt = time.Now()
	_ = s.server.cmd.Process.Kill()
	close(s.killed)
}

// play plays random moves until the server is killed.
func (s *killLoop) play(c *killGame, dice *rand.Rand) {
	for !c.game.Position.Over() {
		select {
		case <-s.killed:
			return
		default:
		}
		who, plain, a := c.pick(dice.IntN(1000))
		how := fmt.Sprintf("--after %d", len(c.acked))
		if len(c.acked)%2 == 1 {
			how = fmt.Sprintf("--id %s-%d", c.order[:3], len(c.acked))
		}
		f := &pendingMove{who: who, plain: plain, action: a, command: fmt.Sprintf("move %d %s %s", c.id, plain, how), sent: time.Now()}
		c.pending = f
		switch out, err := who.run(s.server.address, f.command); {
		case errors.Is(err, errNoAnswer):
			return
		case err != nil:
			s.Errorf("table %d: %s: %v", c.id, f.command, err)
			return
		default:
			s.checkAnswer(c, out)
		}
		if s.acks.Add(1) == s.target {
			s.kill()
		}
	}
}

// checkAnswer checks the answer to the pending action and records the action as stored.
func (s *killLoop) checkAnswer(c *killGame, out string) {
	f, actor := c.pending, c.game.Variant.Actor(&c.game.Position)
	want := fmt.Sprintf("%d %s %s ", len(c.acked)+1, c.game.Variant.Facts().SeatName(actor), f.plain)
	if !strings.HasPrefix(out, want) {
		s.Errorf("table %d: %s was answered by %q, want %q", c.id, f.command, out, want)
	}
	s.recordStored(c, time.Now())
}

// recordStored adds the pending action to the acknowledged actions. The parameter `at` is a
// time by which the server had stored the action.
func (s *killLoop) recordStored(c *killGame, at time.Time) {
	f, actor := c.pending, c.game.Variant.Actor(&c.game.Position)
	if _, err := c.game.Play(f.action); err != nil {
		s.Errorf("table %d: %v", c.id, err)
	}
	c.clocks.moved(actor, f.sent, at)
	c.acked = append(c.acked, f.plain)
	c.pending, c.lifted = nil, rules.NoSquare
}

// watch adds a spectator without a terminal.
func (s *killLoop) watch(c *killGame) {
	s.Helper()
	c.spectator.disconnect()
	client, err := c.spectator.connect(s.server.address)
	s.server.must(err)
	session, err := client.NewSession()
	s.server.must(err)
	c.watched = newOutputBuffer()
	session.Stdout = c.watched
	s.server.must(session.Start(fmt.Sprintf("watch %d", c.id)))
	lines := len(c.acked)
	if c.game.Position.Over() {
		lines++
	}
	c.watched.await(s.T, "what was played", func(text string) bool { return strings.Count(text, "\n") >= lines })
}

// lift lifts a piece on the screen of the player to move. The player must move that piece,
// even after a crash.
func (s *killLoop) lift(c *killGame) {
	s.Helper()
	who, plain, a := c.pick(s.dice.IntN(1000))
	p := &person{T: s.T, name: who.name, width: 120, height: 40, key: who.key}
	p.connect(s.server.address, fmt.Sprintf("play %d", c.id))
	defer func() { _ = p.client.Close() }()
	p.awaitTable()
	p.useSmallSquares()
	e := seatView(p, c.game.Variant, c.game.Variant.Actor(&c.game.Position))
	p.seePosition(e, &c.game.Position)
	x, y := e.cell(a.From)
	s.server.must(p.Click(x+1, y))
	p.See(s.T, "lifted: it must move")
	c.lifted = a.From
	c.pending = &pendingMove{
		who:     who,
		plain:   plain,
		action:  a,
		command: fmt.Sprintf("move %d %s --after %d", c.id, plain, len(c.acked)),
		sent:    time.Now(),
	}
}

// inspect opens a copy of the killed server's data and checks it.
func (s *killLoop) inspect() {
	s.Helper()
	dir := filepath.Join(s.TempDir(), "left")
	_ = os.Remove(filepath.Join(s.server.data, adminsocket.Name)) // remove the socket, because CopyFS cannot copy it
	s.server.must(os.CopyFS(dir, os.DirFS(s.server.data)))
	kept, err := store.Open(context.Background(), dir, slog.New(slog.DiscardHandler))
	s.server.must(err)
	defer func() { s.server.must(kept.Close()) }()
	for _, c := range s.games {
		events, err := kept.Tables.Load(context.Background(), table.ID(c.id))
		s.server.must(err)
		s.compare(c, events)
	}
}

// compare compares a stored log with the acknowledged actions.
func (s *killLoop) compare(c *killGame, events []table.Event) {
	s.Helper()
	t, err := live.Open(
		live.Config{ID: table.ID(c.id), Log: logtest.NewMemory(), Variant: variants.New, Logger: slog.New(slog.DiscardHandler)},
		events,
	)
	s.server.must(err)
	v := t.View()
	_ = t.Stop(context.Background()) // Stop may append events, but only to the log in memory
	var played []string
	for i := range v.Moves {
		played = append(played, v.Moves[i].Plain)
	}
	if c.pending != nil && c.lifted == rules.NoSquare {
		s.unanswered++
	}
	if c.pending != nil && len(played) == len(c.acked)+1 && played[len(c.acked)] == c.pending.plain && c.lifted == rules.NoSquare {
		s.kept++
		s.recordStored(c, s.killedAt)
	}
	if !slices.Equal(played, c.acked) {
		s.Fatalf("table %d: %q is on the disk; %q was acknowledged, and %+v requested", c.id, played, c.acked, c.pending)
	}
	if v.Lifted != c.lifted {
		s.Errorf("table %d: the lifted piece is on %d, and was on %d", c.id, v.Lifted, c.lifted)
	}
	for seat, who := range c.seats {
		if v.Seats[seat].Player.Name != who.name {
			s.Errorf("table %d: %q sits where %s sat", c.id, v.Seats[seat].Player.Name, who.name)
		}
	}
	if v.Phase != table.Playing {
		return
	}
	left := v.Clock.Left
	if v.Clock.Running != rules.NoSeat {
		left[v.Clock.Running] -= events[len(events)-1].At.Sub(v.Clock.Since)
	}
	if err := c.clocks.crashed(c, left, s.killedAt); err != nil {
		s.Error(err)
	}
}

// resume reconnects the spectator, who must receive at least what they received before the
// restart, and repeats an action that was not answered.
func (s *killLoop) resume(c *killGame) {
	s.Helper()
	for _, who := range c.seats {
		who.disconnect()
	}
	before, _ := c.watched.now()
	before = before[:strings.LastIndex(before, "\n")+1]
	s.watch(c)
	after, _ := c.watched.now()
	if !strings.HasPrefix(after, before) {
		s.Errorf("table %d: a spectator received\n%safter the restart\n%s", c.id, before, after)
	}
	if c.lifted != rules.NoSquare {
		s.mustMoveLifted(c)
	}
	if f := c.pending; f != nil {
		f.sent = time.Now()
		s.checkAnswer(c, f.who.mustRun(s.T, s.server.address, f.command))
		n := len(c.acked)
		out := f.who.mustRun(s.T, s.server.address, f.command) // run the command again: the answer must not change
		if line := fmt.Sprintf("%d ", n); !strings.HasPrefix(out, line) {
			s.Errorf("table %d: %s again was answered by %q", c.id, f.command, out)
		}
	}
	got := actionsIn(c.seats[0].mustRun(s.T, s.server.address, fmt.Sprintf("record %d", c.id)))
	if !slices.Equal(got, c.acked) {
		s.Errorf("table %d: recorded %q, acknowledged %q", c.id, got, c.acked)
	}
	s.checkScreen(c)
}

// mustMoveLifted checks that the player may move only the lifted piece.
func (s *killLoop) mustMoveLifted(c *killGame) {
	s.Helper()
	for _, a := range c.game.Variant.Legal(&c.game.Position, nil) {
		if a.From == c.lifted {
			continue
		}
		plain := rules.Plain(c.game.Variant.Facts(), rules.NoSeat, a)
		if _, err := c.pending.who.run(s.server.address, fmt.Sprintf("move %d %s", c.id, plain)); err == nil ||
			!strings.Contains(err.Error(), "you touched ") {
			s.Errorf("table %d: %s while another piece is lifted: %v", c.id, plain, err)
		}
		return
	}
}

// checkScreen compares a spectator's screen with the position.
func (s *killLoop) checkScreen(c *killGame) {
	s.Helper()
	p := &person{T: s.T, name: "Sue", width: 200, height: 60, key: c.spectator.key}
	p.connect(s.server.address, fmt.Sprintf("watch %d", c.id))
	defer func() { _ = p.client.Close() }()
	// Keys have no effect until the table is loaded, and the name of the game is shown.
	p.See(s.T, fmt.Sprintf("   Table %d   %s", c.id, c.game.Variant.Facts().Title))
	p.useSmallSquares()
	p.seePosition(seatView(p, c.game.Variant, 0), &c.game.Position)
}
