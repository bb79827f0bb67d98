package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// Several nodes of a cluster may load the same table. Each of them decides the commands of
// the people who are connected to it. The log accepts the events of only one node at a time;
// the other nodes read them, apply them and decide again.

// Cluster connects a table to the other nodes that may load it.
type Cluster struct {
	Log table.SharedLog
	// Chores reports whether this node does tasks that are due at the table without a command,
	// and how long after their time. The first node in line does them at once. The next does
	// them a little later, in case the first has failed. Chores must not block.
	Chores func(table.ID) (after time.Duration, mine bool)
	// Report receives the players, and the number of connections of other people, that are
	// connected to the table through this node. The table is locked meanwhile: Report must
	// neither block nor call the table. May be nil.
	Report func(id table.ID, players []player.ID, spectators int)
}

// Elsewhere lists the people who are connected to a table through other nodes.
type Elsewhere struct {
	Present    map[player.ID]bool      // the players
	Spectators int                     // how many connections of spectators there are
	Lost       map[player.ID]time.Time // players whose node has failed, and when it was last known to run
}

const (
	// raceTimeout is how long a table tries to store a decision that other nodes overtake.
	raceTimeout = 3 * time.Second
	// maxRaceDelay is the longest time between two attempts.
	maxRaceDelay = 64 * time.Millisecond
	// flagAfter is how long after a deadline the flag of a player falls who is connected to no
	// node.
	flagAfter = 2 * time.Second
	// maxSilence is how late a heartbeat may be. If it is later, no node could store events,
	// and the clock is paused from the last event on.
	maxSilence = 10 * time.Second
)

// errOvertaken means that another node has appended events. The table has applied them, and
// the decision must be made again.
var errOvertaken = errors.New("another node has appended events to the table's log")

// replica holds what a table needs when other nodes append to its log.
type replica struct {
	loop      *loop
	tip       atomic.Pointer[tip] // the last event that was applied
	behind    atomic.Bool         // the log has other events than the table
	rewritten atomic.Bool         // stored events were changed, so the whole log must be read again
	wake      chan struct{}       // capacity 1: wakes the loop
}

// tip is the number of an event and its chain.
type tip struct {
	seq   int
	chain table.Chain
}

// Load reads a table's log and opens the table. It needs Config.Cluster. See [Open].
func Load(ctx context.Context, cfg Config) (*Table, error) {
	events, chain, err := cfg.read(ctx)
	if err != nil {
		return nil, err
	}
	return open(cfg, events, chain)
}

// read returns all events of the shared log, and the chain of the last.
func (cfg *Config) read(ctx context.Context) ([]table.Event, table.Chain, error) {
	list, err := cfg.Cluster.Log.Since(ctx, cfg.ID, 0, math.MaxInt32)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("table %d: %w", cfg.ID, table.ErrNoTable)
	}
	if err != nil {
		return nil, 0, err
	}
	return plain(list), list[len(list)-1].Chain, nil
}

// plain returns events without their numbers.
func plain(list []table.Numbered) []table.Event {
	events := make([]table.Event, len(list))
	for i := range list {
		events[i] = list[i].Event
	}
	return events
}

// Copy is a loaded table as one of several nodes sees it. Its methods do not wait for the
// table.
type Copy struct{ table *Table }

// CopyOf returns the copy of a table that was opened with [Load].
func CopyOf(t *Table) Copy { return Copy{t.latest()} }

// Follow tells the table the number and the chain of the last event in its log. The chain
// may be zero if it is not known. If the table has another last event, it reads the log.
func (c Copy) Follow(seq int, chain table.Chain) {
	r := &c.table.loop.replica
	if last := r.tip.Load(); last.seq != seq || chain != 0 && chain != last.chain {
		r.behind.Store(true)
		r.signal()
	}
}

// Reload tells the table that stored events were changed, for example because an account was
// deleted.
func (c Copy) Reload() {
	r := &c.table.loop.replica
	r.rewritten.Store(true)
	r.signal()
}

// ChoresChanged tells the table that the order of the nodes for its chores may have changed.
func (c Copy) ChoresChanged() { c.table.loop.replica.signal() }

// SetElsewhere tells the table who is connected to it through other nodes.
func (c Copy) SetElsewhere(e Elsewhere) { c.table.subscribers.setElsewhere(e) }

// signal wakes the loop. It does not block.
func (r *replica) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// follow reads the log if it has other events than the table.
func (r *replica) follow() {
	l := r.loop
	var err error
	switch {
	case r.rewritten.Swap(false):
		r.behind.Store(false)
		err = r.reload()
	case r.behind.Swap(false):
		_, err = r.catchUp()
	}
	if err != nil { // the node tells the table again
		l.cfg.Logger.Warn("cannot read what other nodes have stored", slog.Any("error", err))
	}
}

// catchUp applies the events that other nodes have appended, and returns whether there were
// any. If the log no longer has the table's last event, catchUp reads it again.
func (r *replica) catchUp() (changed bool, err error) {
	l := r.loop
	last := r.tip.Load()
	list, err := l.cfg.Cluster.Log.Since(l.ctx, l.cfg.ID, last.seq-1, math.MaxInt32)
	switch {
	case err != nil:
		return false, err
	case len(list) == 0 || list[0].Chain != last.chain:
		return true, r.reload()
	case len(list) == 1:
		return false, nil
	}
	next := l.state.Clone()
	for _, e := range list[1:] {
		author := next.Author(e.Event)
		if err := next.Apply(e.Event); err != nil {
			return true, l.setAside(fmt.Errorf("event %d: %w", e.Seq, err))
		}
		l.history.recordDone(commandKey{author, e.CommandID})
		l.presence.recordActivity(author, l.now())
	}
	secrets := next.Secrets()
	l.adopt(next, list[len(list)-1].Chain, l.snapshot(next, ""), secrets.Recipients(plain(list[1:])))
	l.outages.serverDown = downSince(next, l.cfg.Outages)
	return true, nil
}

// reload reads the whole log again. If the table had shown moves that the log has not, for
// example because the database continues with an older copy, the view says so.
func (r *replica) reload() error {
	l := r.loop
	events, chain, err := l.cfg.read(l.ctx)
	if err != nil {
		return err
	}
	done := newHistory()
	next, err := fold.Replay(events, l.cfg.Variant, func(author player.ID, e *table.Event) { done.recordDone(commandKey{author, e.CommandID}) })
	if err != nil {
		return l.setAside(err)
	}
	fault, old, now := "", l.state.Game.Moves, next.Game.Moves
	same := 0
	for same < len(old) && same < len(now) && old[same].Plain == now[same].Plain {
		same++
	}
	if same < len(old) {
		l.cfg.Logger.Error("the log has lost moves", slog.Int("had", len(old)), slog.Int("kept", same))
		fault = fmt.Sprintf("the database has lost moves; the game is back at move %d", same)
	}
	l.history = done
	l.adopt(next, chain, l.snapshot(next, fault), fold.Everyone)
	l.outages.serverDown = downSince(next, l.cfg.Outages)
	return nil
}

// confirm returns an error unless the table has all events of its log. A decision that stores
// nothing needs this, because the log cannot show that another node was faster.
func (r *replica) confirm() error {
	l := r.loop
	if l.cfg.Cluster == nil {
		return nil
	}
	changed, err := r.catchUp()
	switch {
	case err != nil:
		return table.NotStored(err)
	case changed:
		return errOvertaken
	}
	return nil
}

// setAside ends the table after its log turned out to be inconsistent.
func (l *loop) setAside(err error) error {
	l.closing = &table.Refusal{Reason: table.TableFailed, Cause: err}
	l.cfg.Logger.Error("the log cannot be applied", slog.Any("error", err))
	l.subscribers.publish(l.snapshot(l.state, setAsideFault), l.state.Secrets(), fold.Everyone)
	return l.closing
}

// append stores the events of a decision, and returns the chain of the last. In a cluster it
// returns [errOvertaken] if another node was faster.
func (r *replica) append(d *decide.Decision, summary *table.Summary) (table.Chain, error) {
	l := r.loop
	if l.cfg.Cluster == nil {
		return 0, l.cfg.Log.Append(l.ctx, l.cfg.ID, l.state.Seq+1, d.Events, summary)
	}
	last := r.tip.Load()
	for race := newRace(); ; {
		chain, err := l.cfg.Cluster.Log.AppendAfter(l.ctx, l.cfg.ID, last.seq+1, last.chain, d.Events, summary)
		switch {
		case errors.Is(err, table.ErrGap):
			return r.overtaken(d.Events)
		case !errors.Is(err, table.ErrUnsure) || !race.again(l):
			return chain, err
		}
	}
}

// overtaken reads what the log has in place of the given events. These are the same events if
// an earlier attempt has stored them although its outcome was unknown.
func (r *replica) overtaken(events []table.Event) (table.Chain, error) {
	l := r.loop
	list, err := l.cfg.Cluster.Log.Since(l.ctx, l.cfg.ID, l.state.Seq, len(events))
	if err != nil {
		return 0, err
	}
	if len(list) > 0 && slices.EqualFunc(events, list, func(a table.Event, b table.Numbered) bool { return sameEvent(&a, &b.Event) }) {
		return list[len(list)-1].Chain, nil
	}
	if _, err := r.catchUp(); err != nil {
		return 0, err
	}
	return 0, errOvertaken
}

func sameEvent(a, b *table.Event) bool {
	one, err := json.Marshal(a)
	two, fault := json.Marshal(b)
	return err == nil && fault == nil && string(one) == string(two)
}

// race bounds the attempts to store something before other nodes do.
type race struct {
	until    time.Time
	attempts int
}

func newRace() *race { return &race{until: time.Now().Add(raceTimeout)} }

// again waits for a random time before the next attempt. It returns false if there is no time
// left or the table stops.
func (r *race) again(l *loop) bool {
	if r.attempts++; r.attempts == 1 {
		return true
	}
	if !time.Now().Before(r.until) {
		return false
	}
	wait := time.NewTimer(rand.N(min(time.Millisecond<<min(r.attempts, 10), maxRaceDelay)))
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-l.stop:
	case <-l.ctx.Done():
	}
	return false
}

// chore returns when this node does a task that is due at a time, or zero if it leaves the
// task to other nodes.
func (r *replica) chore(at time.Time) time.Time {
	l := r.loop
	if l.cfg.Cluster == nil || at.IsZero() {
		return at
	}
	after, mine := l.cfg.Cluster.Chores(l.cfg.ID)
	if !mine {
		return time.Time{}
	}
	return at.Add(after)
}

// firstInLine reports whether this node does the table's chores at once.
func (r *replica) firstInLine() bool {
	l := r.loop
	now := l.now()
	return r.chore(now).Equal(now)
}
