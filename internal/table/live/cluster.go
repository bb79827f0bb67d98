package live

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/decide"
	"quadrille/internal/table/fold"
)

// Several nodes of a cluster may load the same table. Each node handles the commands of the
// people who are connected to it. If two nodes append to the log at the same time, the log
// accepts the events of only one node. The other node reads these events, applies them and
// handles its own command again.

// Cluster connects a table to the other nodes that may load it.
type Cluster struct {
	Log table.SharedLog
	// Chores reports whether this node performs the chores of a table (the tasks that need
	// no command), and how long it waits after a task is due. The first of the nodes that
	// perform chores does not wait; each further node waits a little longer, in case the
	// nodes before it have failed. Chores must not block.
	Chores func(table.ID) (after time.Duration, mine bool)
	// Report receives the people who are connected to the table through this node: the
	// players, and the number of connections of spectators. The table is locked during the
	// call: Report must neither block nor call the table. It may be nil.
	Report func(id table.ID, players []player.ID, spectators int)
}

const (
	// raceTimeout is the longest time for which a table tries to store a decision while
	// other nodes keep appending events to its log.
	raceTimeout = 3 * time.Second
	// maxRaceDelay is the longest time between two attempts to store a decision.
	maxRaceDelay = 64 * time.Millisecond
	// flagAfter is how long after the deadline a player who is not connected to any node
	// loses on time.
	flagAfter = 2 * time.Second
	// maxSilence is the longest accepted delay of a [table.Heartbeat] event. A longer delay
	// means that no node could store events; the clock then counts as paused since the time
	// of the last event.
	maxSilence = 10 * time.Second
)

// errOvertaken means that the table could not append its events, because another node
// appended events first. The table has applied the events of that node, and must handle the
// command again.
var errOvertaken = errors.New("another node has appended events to the table's log")

// replica holds the state that a table needs because other nodes append to its log.
type replica struct {
	loop      *loop
	tip       atomic.Pointer[tip] // identifies the last event that this node has applied
	behind    atomic.Bool         // whether the log may have events that this node has not applied
	rewritten atomic.Bool         // whether stored events were changed, so that the whole log must be read again
	wake      background.Signal   // wakes the loop; its capacity is 1
}

// tip identifies the last event of a log by its number and its [table.Chain].
type tip struct {
	seq   int
	chain table.Chain
}

// Load reads a table's log and opens the table. It requires Config.Cluster. See [Open].
func Load(ctx context.Context, cfg Config) (*Table, error) {
	events, chain, err := cfg.read(ctx)
	if err != nil {
		return nil, err
	}
	return open(cfg, events, chain)
}

// read returns all events of the shared log, and the chained hash up to the last event.
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

// Copy is this node's copy of a table that several nodes hold in memory. The methods of
// Copy do not wait; the table does the work later.
type Copy struct{ table *Table }

// CopyOf returns this node's copy of a table. The table must have been opened with [Load].
func CopyOf(t *Table) Copy { return Copy{t.latest()} }

// Follow tells this copy the number of the last event in the table's log, and the
// [table.Chain] of that event, or zero if the chain is unknown. If the copy has not applied
// that event, it reads the log.
func (c Copy) Follow(seq int, chain table.Chain) {
	r := &c.table.loop.replica
	if last := r.tip.Load(); last.seq != seq || chain != 0 && chain != last.chain {
		r.behind.Store(true)
		r.wake.Send()
	}
}

// Reload tells this copy of the table that stored events were modified, for example because
// an account was deleted. The copy then reads the whole log again.
func (c Copy) Reload() {
	r := &c.table.loop.replica
	r.rewritten.Store(true)
	r.wake.Send()
}

// Check makes this copy compare its last event with the log, for example because a standby that
// lacks events may have replaced the database.
func (c Copy) Check() {
	r := &c.table.loop.replica
	r.behind.Store(true)
	r.wake.Send()
}

// CheckEnded does for a copy whose game has ended, and whose loop has thus ended too, what [Copy.Check]
// does for others, but waits for the database. If the log lacks the last event of the copy, the copy
// counts as unloaded, so that the server loads the table again.
func (c Copy) CheckEnded(ctx context.Context) error {
	t := c.table
	if !t.Ended() || t.Unloaded() {
		return nil
	}
	l := &t.loop
	last := l.replica.tip.Load()
	list, err := l.cfg.Cluster.Log.Since(ctx, l.cfg.ID, last.seq-1, 1)
	switch {
	case err != nil && !errors.Is(err, table.ErrNoTable):
		return err
	case len(list) > 0 && list[0].Chain == last.chain:
		return nil
	}
	l.cfg.Logger.Error("the database has lost the end of a game")
	l.subscribers.publish(l.snapshot(l.state, lostEndFault), l.state.Secrets(), fold.Everyone)
	l.subscribers.unloadAll()
	return nil
}

// SetElsewhere tells this copy of the table who is connected to it through other nodes.
func (c Copy) SetElsewhere(e table.Elsewhere) { c.table.subscribers.setElsewhere(e) }

// CatchUp reads the events that other nodes have appended and that this node has not applied
// yet. It reports whether there were any. Outside a cluster it does nothing. If the log cannot
// be read or the table has stopped, the error is a [*table.Refusal].
func (t *Table) CatchUp(ctx context.Context) (changed bool, err error) {
	if t.cfg.Cluster == nil {
		return false, nil
	}
	before := t.View()
	last := t.latest()
	for {
		read := make(chan error, 1)
		if err := last.inLoop(ctx, func() { _, err := last.loop.replica.catchUp(); read <- err }); err != nil {
			return false, err
		}
		select {
		case err := <-read:
			if err != nil {
				err = table.NotStored(err)
			}
			return t.View() != before, err
		default: // the loop has ended before it read the log
		}
		switch {
		case last.Unloaded():
		case t.View().Phase == table.Finished:
			if err := CopyOf(last).CheckEnded(ctx); err != nil {
				return false, table.NotStored(err)
			}
			if !last.Unloaded() {
				return t.View() != before, nil
			}
		default:
			return false, last.loop.closing
		}
		if last, err = last.reopen(ctx); err != nil {
			return false, err
		}
	}
}

// follow reads the log if it may have changed. If that fails, it tries again later.
func (r *replica) follow() {
	l := r.loop
	var err error
	switch {
	case l.outages.inDoubt:
		return // settle reads the log
	case r.rewritten.Swap(false):
		r.behind.Store(false)
		if err = r.reload(); err != nil {
			r.rewritten.Store(true)
		}
	case r.behind.Swap(false):
		if _, err = r.catchUp(); err != nil {
			r.behind.Store(true)
		}
	}
	if err != nil {
		l.cfg.Logger.Warn("cannot read the table events that other nodes stored", slog.Any("error", err))
		time.AfterFunc(table.RetryAfter, r.wake.Send)
	}
}

// catchUp applies the events that other nodes have appended, and reports whether there were
// any. If the last event that this node has applied is no longer in the log, catchUp reads
// the whole log again.
func (r *replica) catchUp() (changed bool, err error) {
	l := r.loop
	if err := r.confirmed(); err != nil {
		return false, err
	}
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
	l.subscribers.remember(list[1:])
	l.adopt(next, list[len(list)-1].Chain, l.snapshot(next, ""), secrets.Recipients(plain(list[1:])))
	return true, nil
}

// reload reads the whole log again. If the log lacks events that the table has shown before,
// for example because a standby without them has replaced the database, the view says so.
func (r *replica) reload() error {
	events, chain, err := r.loop.cfg.read(r.loop.ctx)
	switch {
	case errors.Is(err, table.ErrNoTable):
		return r.loop.vanish(err)
	case err != nil:
		return err
	}
	return r.replace(events, chain)
}

// replace replaces the state and the history of commands by those of the given log.
func (r *replica) replace(events []table.Event, chain table.Chain) error {
	l := r.loop
	done := newHistory()
	next, err := fold.Replay(
		events,
		l.cfg.Variant,
		func(author player.ID, e *table.Event) { done.recordDone(commandKey{author, e.CommandID}) },
	)
	if err != nil {
		return l.setAside(err)
	}
	fault, old, now := "", l.state.Game.Moves, next.Game.Moves
	same := 0
	for same < len(old) && same < len(now) && old[same].Plain == now[same].Plain {
		same++
	}
	switch {
	case same < len(old):
		l.cfg.Logger.Error("the database has lost moves", slog.Int("had", len(old)), slog.Int("kept", same))
		fault = fmt.Sprintf("the database has lost moves; the game is back at move %d", same)
	case next.Seq < l.state.Seq:
		l.cfg.Logger.Error("the database has lost events", slog.Int("had", l.state.Seq), slog.Int("kept", next.Seq))
		fault = "the database has lost the newest commands at this table, but no moves"
	}
	l.history = done
	l.subscribers.forget()
	l.adopt(next, chain, l.snapshot(next, fault), fold.Everyone)
	return nil
}

// confirm returns an error unless this node's copy of the table has applied exactly the events of
// the log. Only decisions without events need this check: the log itself rejects events that are
// based on an outdated copy.
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

// setAside stops the table because its log is inconsistent.
func (l *loop) setAside(err error) error {
	l.closing = &table.Refusal{Reason: table.TableFailed, Cause: err}
	l.cfg.Logger.Error("cannot apply the table's log; the table stops", slog.Any("error", err))
	l.subscribers.publish(l.snapshot(l.state, setAsideFault), l.state.Secrets(), fold.Everyone)
	return l.closing
}

// vanish ends a copy whose table is no longer in the database, for example because a standby that
// lacks the table has taken over. The copy counts as unloaded, because the database may give its
// number to another table.
func (l *loop) vanish(err error) error {
	if l.vanished {
		return err
	}
	l.cfg.Logger.Error("the database has lost the table", slog.Any("error", err))
	l.subscribers.publish(l.snapshot(l.state, lostFault), l.state.Secrets(), fold.Everyone)
	l.subscribers.unloadAll()
	l.vanished, l.closing = true, errUnloaded
	return err
}

// append stores the events of a decision. In a cluster it returns the chained hash up to the
// last event, or [errOvertaken] if another node has appended events first.
func (r *replica) append(d *decide.Decision, summary *table.Summary) (table.Chain, error) {
	l := r.loop
	if l.cfg.Cluster == nil {
		return 0, l.cfg.Log.Append(l.ctx, l.cfg.ID, l.state.Seq+1, d.Events, summary)
	}
	last, begun := r.tip.Load(), clock.Steady()
	for race := newRace(); ; {
		chain, err := l.cfg.Cluster.Log.AppendAfter(l.ctx, l.cfg.ID, last.seq+1, last.chain, d.Events, summary)
		switch {
		case errors.Is(err, table.ErrGap):
			return r.overtaken(d.Events, race.attempts > 0)
		case err != nil && !errors.Is(err, table.ErrUnsure) && race.attempts > 0: // an earlier attempt may have stored the events
			return 0, errors.Join(table.ErrUnsure, err)
		case !errors.Is(err, table.ErrUnsure) || clock.Steady().Sub(begun) >= table.RetryAfter || !race.again(l):
			return chain, err
		}
	}
}

// overtaken finds out why the log has rejected the given events. If the log already contains
// them, an earlier attempt with an unknown outcome was successful. Otherwise another node
// has appended events first; overtaken applies those events and returns [errOvertaken]. The
// parameter `unsure` tells whether there was an attempt with an unknown outcome: then the log
// must confirm that the events it returns are durable.
func (r *replica) overtaken(events []table.Event, unsure bool) (table.Chain, error) {
	l := r.loop
	if unsure {
		if err := l.cfg.Cluster.Log.Confirm(l.ctx, l.cfg.ID); err != nil {
			return 0, errors.Join(table.ErrUnsure, err)
		}
	}
	list, err := l.cfg.Cluster.Log.Since(l.ctx, l.cfg.ID, l.state.Seq, len(events))
	if err != nil {
		return 0, err
	}
	same := func(a table.Event, b table.Numbered) bool { return sameEvent(&a, &b.Event) }
	if unsure && len(list) > 0 && slices.EqualFunc(events, list, same) {
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

// race counts a table's attempts to store its events, and limits how long the table keeps
// trying. An attempt fails if another node has stored events first.
type race struct {
	until    time.Time
	attempts int
}

func newRace() *race { return &race{until: clock.Steady().Add(raceTimeout)} }

// again reports whether the table may make another attempt to store its events. Before every
// attempt except the first, it waits for a random time. It returns false if the table
// stops, or if no time is left for further attempts.
func (r *race) again(l *loop) bool {
	if r.attempts++; r.attempts == 1 {
		return true
	}
	if !clock.Steady().Before(r.until) {
		return false
	}
	wait := time.NewTimer(randomDelay(min(time.Millisecond<<min(r.attempts, 10), maxRaceDelay)))
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-l.stop:
	case <-l.ctx.Done():
	}
	return false
}

// randomDelay returns a random time shorter than `limit`. It takes its random number from
// crypto/rand, because tests can seed that source.
func randomDelay(limit time.Duration) time.Duration {
	var number [8]byte
	_, _ = rand.Read(number[:]) // Read never returns an error
	return time.Duration(binary.LittleEndian.Uint64(number[:]) % uint64(limit))
}

// chore returns when this node performs a task that is due at the given time: at that time,
// later if other nodes should perform the task first, or never (zero) if it leaves the task
// to them. See [Cluster].Chores.
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

// firstInLine reports whether this node may do the table's chores at once. A chore is, for
// example, to end a game when a clock runs out. Other nodes do chores only after a delay.
func (r *replica) firstInLine() bool {
	l := r.loop
	now := l.now()
	return r.chore(now).Equal(now)
}
