package simulation

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// world is one run of the simulation.
type world struct {
	*bus
	seed      uint64
	nodes     int
	loose     bool // whether the order of events is not controlled, so that the race detector sees real concurrency
	db        *database
	logger    *slog.Logger
	started   int
	commands  int
	forms     []rules.Variant
	slots     []*slot
	people    []*person
	nextFail  time.Time
	restarted time.Time // when the database last restarted, or its standby came back
	savedAt   time.Time // when the standby began to lag behind
	healAt    time.Time // when the database answers again after a slow period
	down      []downtime
	waited    []downtime // when writes waited for the standby
	lossy     bool       // whether a fail-over has lost what was acknowledged

	mu       sync.Mutex
	calls    []*call
	messages map[string]time.Time // when each message was acknowledged, by its text
	shown    map[table.ID]map[int]string
	invited  []expected
	readers  []*reader
	lists    []porcupine.Operation // the lists of invitations that people have seen
	closing  sync.WaitGroup
}

// slot is the place of a server, which may run, have stopped, or be starting.
type slot struct {
	name     string
	wall     clocktest.Wall
	server   *server // nil while it does not run
	starting chan error
	next     *server
	ready    time.Time // when `next` had started
	startAt  time.Time
}

func (w *world) players() (list []player.Player) {
	for _, p := range w.people {
		list = append(list, p.Player)
	}
	return list
}

// up returns the servers that run.
func (w *world) up() (list []*server) {
	for _, s := range w.slots {
		if s.server != nil {
			list = append(list, s.server)
		}
	}
	return list
}

// downtime is a period in which no server ran.
type downtime struct{ from, until time.Time }

// downBetween returns for how long no server ran between two times.
func (w *world) downBetween(from, until time.Time) (sum time.Duration) {
	for _, d := range w.down {
		if d.from.Before(until) && d.until.After(from) {
			begin, end := fold.Later(d.from, from), d.until
			if until.Before(end) {
				end = until
			}
			sum += end.Sub(begin)
		}
	}
	return sum
}

const (
	peopleCount = 8
	// maxTables is the number of live tables above which nobody opens another one.
	maxTables = 5
	// length is how long a run lasts, in virtual time.
	length = 5 * time.Minute
)

// simulate runs one seed and checks the laws.
func simulate(t *testing.T, seed uint64, nodes int, loose bool, total *counts) {
	dir := t.TempDir()
	if fast := tmpfs(); fast != "" {
		dir = fast
	}
	dir = dir + fmt.Sprintf("/simulation-%d-%d-%d", seed, nodes, time.Now().UnixNano())
	defer removeAll(dir)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, seed, nodes, loose)
		var err error
		if w.db, err = openDatabase(dir, nodes > 1); err != nil {
			t.Fatal(err)
		}
		w.run()
		w.report()
		if err := w.db.store.Close(); err != nil {
			t.Error(err)
		}
		if total != nil {
			total.addAll(&w.counted)
		}
	})
}

func newWorld(t *testing.T, seed uint64, nodes int, loose bool) *world {
	b := &bus{t: t, chance: rand.New(rand.NewPCG(seed, uint64(nodes))), wake: make(chan struct{}, 1)}
	logger := slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return &world{
		bus: b, seed: seed, nodes: nodes, loose: loose, logger: logger,
		messages: map[string]time.Time{}, shown: map[table.ID]map[int]string{},
	}
}

// run lets people use the servers while faults occur, then waits until all is calm.
func (w *world) run() {
	w.begin()
	end := time.Now().Add(length)
	w.nextFail = time.Now().Add(w.between(5*time.Second, 60*time.Second))
	for time.Now().Before(end) && !w.t.Failed() {
		w.turnOfDriver()
	}
	w.calmDown()
	w.checkAll()
	w.closeAll()
}

// begin starts the servers and makes the accounts of the people.
func (w *world) begin() {
	w.bus.open.Store(true)
	for i := range w.nodes {
		s := &slot{name: string(rune('a' + i))}
		w.slots = append(w.slots, s)
		n := w.newServer(s)
		if err := w.start(n); err != nil {
			w.t.Fatalf("starting server %s: %v", n.name, err)
		}
		s.server = n
		time.Sleep(137 * time.Millisecond) // so that the timers of servers fire at different times
	}
	for i := range peopleCount {
		name := []string{"Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"}[i]
		who := player.Player{ID: player.ID(fmt.Sprintf("SHA256:person%d", i)), Name: name}
		if _, err := w.slots[0].server.parts.Accounts.Claim(w.t.Context(), who.ID, who.Name); err != nil {
			w.t.Fatal(err)
		}
		w.people = append(w.people, &person{Player: who, watching: map[table.ID]*watch{}, last: map[table.ID][]rules.Action{}})
	}
	must(w.t, w.slots[0].server.club.Roles.Appoint(w.t.Context(), "", w.people[0].ID, club.Owner, "simulated"))
	time.Sleep(5*time.Second + 41*time.Millisecond) // until every server knows of everything
	w.bus.open.Store(w.loose)
}

// turnOfDriver makes one choice: something that waits continues, somebody acts, time passes, or a
// fault occurs.
func (w *world) turnOfDriver() {
	waiting := w.waiting()
	for _, p := range w.people {
		w.look(p)
		w.checkOneSeek(p)
	}
	w.startServers()
	w.checkProgress()
	w.checkInvitations()
	w.checkCopies()
	w.checkSeeks()
	now := time.Now()
	if !now.Before(w.nextFail) {
		w.nextFail = now.Add(w.between(5*time.Second, 60*time.Second))
		w.fault()
		return
	}
	w.heal()
	ready := slices.DeleteFunc(slices.Clone(waiting), func(c *crossing) bool { return w.held(c) })
	if w.db.waits && len(ready) < len(waiting) && w.oneIn(8) { // a connection fails while a write waits for the standby
		held := slices.DeleteFunc(slices.Clone(waiting), func(c *crossing) bool {
			return c.kind != answer && c.kind != rejection || time.Now().Before(c.node.asleep)
		})
		if len(held) > 0 {
			w.counted.add("unknown outcomes")
			w.release(held[w.n(len(held))], lost)
			return
		}
	}
	switch {
	case len(ready) == 0:
		w.pause(w.between(10*time.Millisecond, 2*time.Second))
		w.act(w.people[w.n(len(w.people))])
	case w.oneIn(12):
		w.pause(w.between(time.Millisecond, 30*time.Millisecond))
	case w.oneIn(12):
		w.act(w.people[w.n(len(w.people))])
	default:
		c := ready[w.n(len(ready))]
		w.release(c, w.judge(c))
	}
}

// pause lets time pass, until something waits at a border.
func (w *world) pause(d time.Duration) {
	select {
	case <-w.wake:
	default:
	}
	if w.loose {
		time.Sleep(d)
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-w.wake:
	case <-timer.C:
	}
}

// held reports whether something cannot cross now, because the process or the database does not
// answer.
func (w *world) held(c *crossing) bool {
	n, now := c.node, time.Now()
	if n == nil || n.dead.Load() {
		return false
	}
	if now.Before(n.asleep) {
		return true
	}
	if c.kind == command {
		return false
	}
	if w.waits(c) && now.Sub(c.since) < answerWithin {
		return true
	}
	return now.Before(w.healAt) || n.cut.Load() && n.silent && now.Sub(c.since) < answerWithin
}

// waits reports whether something waits for the standby. A rejection waits too, because its cause may be
// a write that waits. But an append may be rejected because of one whose wait was cancelled.
func (w *world) waits(c *crossing) bool {
	return w.db.waits && (c.kind == answer || c.kind == rejection && !strings.HasPrefix(c.key, "append "))
}

// answerWithin is how long a server waits for a database that does not answer.
const answerWithin = 5 * time.Second

// judge decides what happens to something that crosses a border.
func (w *world) judge(c *crossing) outcome {
	n := c.node
	if n == nil || c.kind == command {
		return pass
	}
	if n.dead.Load() {
		return fail
	}
	if n.cut.Load() {
		switch {
		case c.kind == write && n.silent:
			w.counted.add("unknown outcomes")
			return ghost
		case c.kind == answer || c.kind == rejection:
			w.counted.add("unknown outcomes")
			return lost
		}
		return fail
	}
	switch c.kind {
	case answer, rejection:
		if w.waits(c) {
			w.counted.add("unknown outcomes")
			return lost
		}
	case write:
		odds := 60
		if frequent(c.key) {
			odds = 250
		}
		switch w.n(odds) {
		case 0:
			w.counted.add("errors")
			return fail
		case 1, 2, 3:
			w.counted.add("unknown outcomes")
			return []outcome{lost, lost, ghost}[w.n(3)]
		}
	case read:
		if w.oneIn(300) {
			w.counted.add("errors")
			return fail
		}
	case notification:
		switch w.n(12) {
		case 0:
			w.counted.add("lost notifications")
			return fail
		case 1:
			w.counted.add("doubled notifications")
			return twice
		}
	}
	return pass
}

// frequent reports whether a write occurs all the time. Other writes, such as those that open a table
// or name an account, fail more often, so that enough of them do.
func frequent(key string) bool {
	return key == "alive" || strings.HasPrefix(key, "append ") || strings.HasPrefix(key, "update parts.(*Quotas)")
}

// fault disturbs something.
func (w *world) fault() {
	up := w.up()
	if len(up) == 0 {
		return
	}
	n := up[w.n(len(up))]
	now := time.Now()
	if w.db.saved != nil {
		if w.oneIn(4) {
			w.note("the standby is back")
			w.endWait()
			w.db.saved, w.db.waits, w.restarted = nil, false, now
		} else {
			w.restartDatabase()
		}
		return
	}
	switch k := w.n(12); {
	case k < 2:
		w.kill(n)
	case k == 2:
		w.stopServer(n)
	case k < 5:
		w.counted.add("cuts")
		n.silent, n.until = w.oneIn(2), now.Add(w.between(time.Second, 20*time.Second))
		n.cut.Store(true)
		w.note("server %s is cut off, silent %t", n.name, n.silent)
	case k == 5:
		w.counted.add("stopped processes")
		n.asleep = now.Add(w.between(time.Second, time.Minute))
		n.sleeps.Store(true)
		w.note("server %s stands still", n.name)
	case k == 6:
		w.counted.add("slow database")
		w.healAt = now.Add(w.between(100*time.Millisecond, 8*time.Second))
		w.note("the database is slow")
	case k < 9:
		w.setClock(n)
	case w.nodes == 1:
		w.kill(n)
	case k == 9:
		w.restartDatabase()
	default:
		w.db.waits, w.savedAt = !w.loose && w.oneIn(2), now // without order, nothing holds the answers back
		if w.db.waits {
			w.waited = append(w.waited, downtime{from: now, until: now.Add(time.Hour)})
		}
		w.note("the standby lags behind, synchronous %t", w.db.waits)
		if err := w.db.save(); err != nil {
			w.t.Error(err)
		}
		w.nextFail = now.Add(w.between(time.Second, 20*time.Second))
	}
}

// endWait records the end of a period in which writes waited for the standby.
func (w *world) endWait() {
	if w.db.waits {
		w.waited[len(w.waited)-1].until = time.Now()
	}
}

// setClock sets the system's clock of a server, or that of the database.
func (w *world) setClock(n *server) {
	steps := []time.Duration{-time.Hour, -10 * time.Second, 90 * time.Second, time.Hour, 48 * time.Hour}
	step := steps[w.n(len(steps))]
	w.counted.add("clocks set")
	if w.db.shared && w.oneIn(2) {
		w.note("the clock of the database is set by %v", step)
		w.db.wall.Step(step)
		return
	}
	w.note("the clock of server %s is set by %v", n.name, step)
	n.wall.Step(step)
}

// restartDatabase restarts the database, or puts the standby in its place. The outcome of all
// writes under way is unknown.
func (w *world) restartDatabase() {
	for _, c := range w.waiting() {
		if c.kind == write || c.kind == answer || c.kind == rejection || c.kind == read {
			w.release(c, map[kind]outcome{write: []outcome{lost, ghost}[w.n(2)], answer: lost, rejection: lost, read: fail}[c.kind])
		}
	}
	synctest.Wait()
	w.restarted = time.Now()
	defer w.db.reconnect()
	if w.db.saved == nil {
		w.note("the database restarts")
		w.counted.add("restarts of the database")
		if err := w.db.restart(); err != nil {
			w.t.Error(err)
		}
		return
	}
	synchronous := w.db.waits
	w.endWait()
	events, err := w.db.failOverAt(w.step.Load())
	if err != nil {
		w.t.Errorf("fail-over: %v", err)
	}
	if synchronous {
		w.counted.add("synchronous fail-overs")
	} else {
		w.lossy = true
		w.mu.Lock()
		maps.DeleteFunc(w.messages, func(_ string, at time.Time) bool { return !at.Before(w.savedAt) })
		w.mu.Unlock()
	}
	w.note("the standby takes over: %d events are lost", events)
	w.counted.add("fail-overs")
	if events > 0 {
		w.counted.add("fail-overs with loss")
	}
	for _, p := range w.people { // programs send again what they have sent last, before the servers have compared their copies
		w.mu.Lock()
		busy := p.busy != nil
		w.mu.Unlock()
		if p.at != nil && !busy && len(p.calls) > 0 && w.oneIn(2) {
			w.sendAgain(p, p.calls[len(p.calls)-1])
		}
	}
}

// heal ends faults whose time is over.
func (w *world) heal() {
	now := time.Now()
	for _, n := range w.up() {
		if n.cut.Load() && !now.Before(n.until) {
			n.cut.Store(false)
			n.calm = now
			w.note("server %s reaches the database again", n.name)
		}
		if !n.asleep.IsZero() && !now.Before(n.asleep) {
			n.asleep, n.calm = time.Time{}, now
			n.sleeps.Store(false)
			w.note("server %s continues", n.name)
		}
	}
}

// kill ends a server at once.
func (w *world) kill(n *server) {
	w.note("server %s is killed", n.name)
	w.counted.add("kills")
	for _, c := range w.waiting() {
		if c.node == n {
			v := fail
			if c.kind == write && w.oneIn(2) {
				v = lost
			}
			w.release(c, v)
		}
	}
	n.dead.Store(true)
	w.remove(n)
	synctest.Wait()
	for _, c := range w.waiting() {
		if c.node == n {
			w.release(c, fail)
		}
	}
}

// stopServer ends a server as its operator does.
func (w *world) stopServer(n *server) {
	w.note("server %s is stopped", n.name)
	w.counted.add("stops")
	w.remove(n)
}

// remove disconnects the people of a server and closes it in the background.
func (w *world) remove(n *server) {
	for _, p := range w.people {
		if p.at == n {
			w.disconnect(p)
		}
	}
	for _, s := range w.slots {
		if s.server == n {
			s.server, s.startAt = nil, time.Now().Add(w.between(time.Second, 20*time.Second))
		}
	}
	if len(w.up()) == 0 {
		w.down = append(w.down, downtime{from: time.Now(), until: time.Now().Add(time.Hour)})
	}
	w.closing.Go(n.close)
	if !w.db.shared { // with SQLite, the new server needs the data directory of the old one
		for i := 0; ; i++ {
			done := make(chan struct{})
			go func() { w.closing.Wait(); close(done) }()
			select {
			case <-done:
			case <-time.After(time.Minute):
				w.t.Fatalf("server %s does not stop", n.name)
			case <-w.wake:
				for _, c := range w.waiting() {
					w.release(c, pass)
				}
				continue
			}
			break
		}
		if err := w.db.restart(); err != nil {
			w.t.Errorf("opening the database again: %v", err)
		}
	}
}

// startServers starts servers whose time has come.
func (w *world) startServers() {
	for _, s := range w.slots {
		switch {
		case s.server == nil && s.starting == nil && !time.Now().Before(s.startAt):
			n := w.newServer(s)
			w.note("server %s starts", n.name)
			s.starting, s.next = make(chan error, 1), n
			go func() {
				err := w.start(n)
				s.ready = time.Now()
				s.starting <- err
			}()
		case s.starting != nil:
			select {
			case err := <-s.starting:
				n := s.next
				s.starting, s.next = nil, nil
				if err != nil {
					w.note("server %s does not start: %v", n.name, err)
					n.dead.Store(true)
					w.closing.Go(n.close)
					s.startAt = time.Now().Add(time.Second)
				} else {
					w.note("server %s has started", n.name)
					if len(w.up()) == 0 {
						w.down[len(w.down)-1].until = s.ready
					}
					s.server = n
				}
			default:
			}
		}
	}
}

// calmDown ends all faults, lets everybody come back, and waits until all is settled.
func (w *world) calmDown() {
	w.note("all faults end")
	w.healAt = time.Time{}
	w.endWait()
	w.db.saved, w.db.waits = nil, false
	for _, n := range w.up() {
		n.cut.Store(false)
		n.sleeps.Store(false)
		n.asleep = time.Time{}
	}
	w.releaseAll()
	w.closing.Wait()
	for range 100 {
		w.startServers()
		if len(w.up()) == w.nodes {
			break
		}
		time.Sleep(time.Second)
	}
	if len(w.up()) != w.nodes {
		w.t.Fatalf("only %d of %d servers run in the end", len(w.up()), w.nodes)
	}
	time.Sleep(20 * time.Second)
	w.waiting()
	for _, p := range w.people {
		w.look(p)
	}
}

// closeAll ends the run: nothing may be left afterwards.
func (w *world) closeAll() {
	for _, p := range w.people {
		w.disconnect(p)
	}
	for _, n := range w.up() {
		n.close()
	}
	w.closing.Wait()
}

// report says how to repeat a run that has failed, and writes the choices of the driver to a file.
func (w *world) report() {
	name := os.Getenv("QUADRILLE_SCRIPT")
	if w.t.Failed() {
		name = cmp.Or(name, filepath.Join(os.TempDir(), fmt.Sprintf("quadrille-seed-%d.txt", w.seed)))
		w.t.Logf("to run it again: make simulate SEED=%d; the file %s lists what happened", w.seed, name)
	}
	if name != "" {
		if err := os.WriteFile(name, []byte(strings.Join(w.script, "\n")+"\n"), 0o600); err != nil {
			w.t.Error(err)
		}
	}
}
