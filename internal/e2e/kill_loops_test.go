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
	server   *testServer
	dice     *rand.Rand
	contests []*killGame

	acks   atomic.Int64  // since the last restart
	target int64         // the server dies with that one
	dead   chan struct{} // closed when it is killed
	at     time.Time     // when it was

	unanswered, kept int // actions in flight when it was, and how many of them were stored
}

// killGame is a game and its actions, acknowledged or not.
type killGame struct {
	*commandGame
	order   string
	acked   []string
	pending *pendingMove // asked for, and not answered
	clocks  clockCheck
	lifted  rules.Square
	sue     *commandPlayer // a spectator
	output  *outputBuffer  // output of the session without a terminal
}

// pendingMove is an action that has not been answered.
type pendingMove struct {
	who     *commandPlayer
	command string
	plain   string
	action  rules.Action
	sent    time.Time
}

// clockCheck has the limits between which the clocks must be at the beginning of a turn,
// as far as clients can know them.
type clockCheck struct {
	least, most [rules.SeatCount]time.Duration
	from, to    time.Time // the present turn began between these
}

const (
	siegeStart, siegeIncrement = 30 * time.Minute, 10 * time.Second
	siegeClock                 = " clock=30+10"
	// beat is how much clock time a crash may lose, in favour of the player.
	beat = 10 * time.Second
)

func (r *clockCheck) moved(seat rules.Seat, sent, answered time.Time) {
	r.least[seat] += siegeIncrement - answered.Sub(r.from)
	r.most[seat] += siegeIncrement - max(0, sent.Sub(r.to))
	r.from, r.to = sent, answered
}

// crashed checks the stored clocks and uses their values: they are stopped until the
// player to move plays.
func (r *clockCheck) crashed(c *killGame, left [rules.SeatCount]time.Duration, at time.Time) error {
	actor := c.game.Variant.Actor(&c.game.Position)
	for seat := range left {
		least, most := r.least[seat], r.most[seat]
		if rules.Seat(seat) == actor {
			least -= at.Sub(r.from)
			most -= max(0, at.Sub(r.to)-beat)
		}
		if left[seat] < least-wallClock || left[seat] > most+wallClock {
			return fmt.Errorf("table %d: the clock of %s has %v, and should have between %v and %v",
				c.id, c.game.Variant.Facts().Seats[seat], left[seat], least, most)
		}
	}
	r.least, r.most = left, left
	r.from, r.to = time.Now(), at.Add(time.Hour)
	return nil
}

// wallClock is how far two readings of the clock may differ.
const wallClock = 20 * time.Millisecond

// TestKillLoops plays games of all variants over ssh and kills the server repeatedly. All
// acknowledged actions must exist after a restart, of the others at most one for each
// table; repeating it plays it once.
func TestKillLoops(t *testing.T) {
	t.Parallel()
	s := &killLoop{T: t, server: serveFor(t), dice: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))}
	for _, def := range variants.All() {
		s.gather(def.Name + siegeClock)
	}
	loops := amount(t, "QUADRILLE_KILLS", 3)
	played := 0
	for n := range loops {
		s.loop(n)
		played += int(s.acks.Load())
	}
	t.Logf("%d loops, %d acknowledged actions; %d in flight, of which %d were kept", loops, played, s.unanswered, s.kept)
}

func (s *killLoop) gather(order string) {
	s.Helper()
	c := &killGame{order: order, lifted: rules.NoSquare, sue: newCommandPlayer(s.T, fmt.Sprint("Sue ", places.Load()+100))}
	c.sue.must(s.T, s.server.address, "name "+c.sue.name)
	c.clocks.from = time.Now()
	c.commandGame = gatherCommandGame(s.T, s.server.address, order)
	c.clocks.to = time.Now()
	for seat := range rules.Seat(rules.SeatCount) {
		c.clocks.least[seat], c.clocks.most[seat] = siegeStart, siegeStart
	}
	s.contests = append(s.contests, c)
}

// loop plays, kills and restarts the server, and compares.
func (s *killLoop) loop(n int) {
	s.Helper()
	s.acks.Store(0)
	s.target = 5 + s.dice.Int64N(100)
	s.dead = make(chan struct{})
	for i, c := range s.contests {
		if c.game.Position.Over() {
			s.contests = slices.Delete(s.contests, i, i+1)
			s.gather(c.order)
			break
		}
	}
	for _, c := range s.contests {
		s.watch(c)
		if n%2 == 0 && c.lifted == rules.NoSquare && c.game.Variant.Facts().TouchMove {
			s.lift(c)
		}
	}
	if n%10 == 9 { // everybody thinks, longer than the disk goes without a word
		<-time.After(beat + time.Duration(s.dice.Int64N(int64(beat))))
		s.strike()
	}
	var all sync.WaitGroup
	for _, c := range s.contests {
		dice := rand.New(rand.NewPCG(s.dice.Uint64(), 1))
		if c.lifted == rules.NoSquare {
			all.Go(func() { s.play(c, dice) })
		}
	}
	all.Wait()
	if s.at.IsZero() {
		s.strike()
	}
	_ = s.server.cmd.Wait()
	s.inspect()
	s.server.start()
	for _, c := range s.contests {
		s.resume(c)
	}
	s.at = time.Time{}
}

// strike kills the server at any moment.
func (s *killLoop) strike() {
	s.at = time.Now()
	_ = s.server.cmd.Process.Kill()
	close(s.dead)
}

// play plays random moves until the server is killed.
func (s *killLoop) play(c *killGame, dice *rand.Rand) {
	for !c.game.Position.Over() {
		select {
		case <-s.dead:
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
		switch out, err := who.say(s.server.address, f.command); {
		case errors.Is(err, errUnanswered):
			return
		case err != nil:
			s.Errorf("table %d: %s: %v", c.id, f.command, err)
			return
		default:
			s.answered(c, out)
		}
		if s.acks.Add(1) == s.target {
			s.strike()
		}
	}
}

// answered records that the pending action was acknowledged.
func (s *killLoop) answered(c *killGame, out string) {
	f, actor := c.pending, c.game.Variant.Actor(&c.game.Position)
	want := fmt.Sprintf("%d %s %s ", len(c.acked)+1, c.game.Variant.Facts().SeatName(actor), f.plain)
	if !strings.HasPrefix(out, want) {
		s.Errorf("table %d: %s was answered by %q, want %q", c.id, f.command, out, want)
	}
	s.stored(c, time.Now())
}

// stored records that the pending action is in the log, since that time at most.
func (s *killLoop) stored(c *killGame, at time.Time) {
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
	c.sue.hangUp()
	client, err := c.sue.connect(s.server.address)
	s.server.must(err)
	session, err := client.NewSession()
	s.server.must(err)
	c.output = newOutputBuffer()
	session.Stdout = c.output
	s.server.must(session.Start(fmt.Sprintf("watch %d", c.id)))
	lines := len(c.acked)
	if c.game.Position.Over() {
		lines++
	}
	c.output.await(s.T, "what was played", func(text string) bool { return strings.Count(text, "\n") >= lines })
}

// lift lifts a piece on the screen of the player to move. The player must move it, also
// after a crash.
func (s *killLoop) lift(c *killGame) {
	s.Helper()
	who, plain, a := c.pick(s.dice.IntN(1000))
	p := &person{T: s.T, name: who.name, width: 120, height: 40, key: who.key}
	p.arrive(s.server.address, fmt.Sprintf("play %d", c.id))
	defer func() { _ = p.client.Close() }()
	p.atTable()
	p.small()
	e := seatView(p, c.game.Variant, c.game.Variant.Actor(&c.game.Position))
	p.seePosition(e, &c.game.Position)
	x, y := e.cell(a.From)
	s.server.must(p.Click(x+1, y))
	p.See(s.T, "lifted: it must move")
	c.lifted = a.From
	c.pending = &pendingMove{who: who, plain: plain, action: a, command: fmt.Sprintf("move %d %s --after %d", c.id, plain, len(c.acked)), sent: time.Now()}
}

// inspect reads a copy of the files that the killed server left.
func (s *killLoop) inspect() {
	s.Helper()
	dir := filepath.Join(s.TempDir(), "left")
	_ = os.Remove(filepath.Join(s.server.data, adminsocket.Name)) // CopyFS copies no sockets
	s.server.must(os.CopyFS(dir, os.DirFS(s.server.data)))
	kept, err := store.Open(context.Background(), dir, slog.New(slog.DiscardHandler))
	s.server.must(err)
	defer func() { s.server.must(kept.Close()) }()
	for _, c := range s.contests {
		events, err := kept.Tables.Load(context.Background(), table.ID(c.id))
		s.server.must(err)
		s.compare(c, events)
	}
}

// compare compares a log with the acknowledged actions.
func (s *killLoop) compare(c *killGame, events []table.Event) {
	s.Helper()
	t, err := live.Open(live.Config{ID: table.ID(c.id), Log: logtest.NewMemory(), Variant: variants.New, Logger: slog.New(slog.DiscardHandler)}, events)
	s.server.must(err)
	v := t.View()
	_ = t.Stop(context.Background()) // whose last words go nowhere
	var played []string
	for i := range v.Moves {
		played = append(played, v.Moves[i].Plain)
	}
	if c.pending != nil && c.lifted == rules.NoSquare {
		s.unanswered++
	}
	if c.pending != nil && len(played) == len(c.acked)+1 && played[len(c.acked)] == c.pending.plain && c.lifted == rules.NoSquare {
		s.kept++
		s.stored(c, s.at)
	}
	if !slices.Equal(played, c.acked) {
		s.Fatalf("table %d: %q is on the disk; %q was acknowledged, and %+v asked for", c.id, played, c.acked, c.pending)
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
	if err := c.clocks.crashed(c, left, s.at); err != nil {
		s.Error(err)
	}
}

// resume reconnects the players, who see the same state and repeat unanswered actions.
func (s *killLoop) resume(c *killGame) {
	s.Helper()
	for _, who := range c.seats {
		who.hangUp()
	}
	before, _ := c.output.now()
	before = before[:strings.LastIndex(before, "\n")+1]
	s.watch(c)
	after, _ := c.output.now()
	if !strings.HasPrefix(after, before) {
		s.Errorf("table %d: a spectator received\n%safter the restart\n%s", c.id, before, after)
	}
	if c.lifted != rules.NoSquare {
		s.mustMoveLifted(c)
	}
	if f := c.pending; f != nil {
		f.sent = time.Now()
		s.answered(c, f.who.must(s.T, s.server.address, f.command))
		n := len(c.acked)
		out := f.who.must(s.T, s.server.address, f.command) // and once more
		if line := fmt.Sprintf("%d ", n); !strings.HasPrefix(out, line) {
			s.Errorf("table %d: %s again was answered by %q", c.id, f.command, out)
		}
	}
	got := actionsIn(c.seats[0].must(s.T, s.server.address, fmt.Sprintf("record %d", c.id)))
	if !slices.Equal(got, c.acked) {
		s.Errorf("table %d: recorded %q, acknowledged %q", c.id, got, c.acked)
	}
	s.looks(c)
}

// mustMoveLifted checks that only the lifted piece may move.
func (s *killLoop) mustMoveLifted(c *killGame) {
	s.Helper()
	for _, a := range c.game.Variant.Legal(&c.game.Position, nil) {
		if a.From == c.lifted {
			continue
		}
		plain := rules.Plain(c.game.Variant.Facts(), rules.NoSeat, a)
		if _, err := c.pending.who.say(s.server.address, fmt.Sprintf("move %d %s", c.id, plain)); err == nil || !strings.Contains(err.Error(), "you touched ") {
			s.Errorf("table %d: %s while another piece is lifted: %v", c.id, plain, err)
		}
		return
	}
}

// looks opens the table on a screen.
func (s *killLoop) looks(c *killGame) {
	s.Helper()
	p := &person{T: s.T, name: "Sue", width: 200, height: 60, key: c.sue.key}
	p.arrive(s.server.address, fmt.Sprintf("watch %d", c.id))
	defer func() { _ = p.client.Close() }()
	p.See(s.T, " - table ") // its game may be over
	p.small()
	p.seePosition(seatView(p, c.game.Variant, 0), &c.game.Position)
}
