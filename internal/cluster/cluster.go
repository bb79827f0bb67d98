package cluster

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/table"
)

const (
	// beatEvery is the interval between two heartbeats of a node.
	beatEvery = 500 * time.Millisecond
	// StaleAfter is the age of a node's last heartbeat at which the node counts as failed.
	StaleAfter = 2 * time.Second
	// maxUncertainty is how long the database may take to answer a heartbeat with its time. If
	// it takes longer, the time in the answer is too inexact. The node then ignores that time,
	// unless this is the first answer.
	maxUncertainty = 100 * time.Millisecond
	// choreDelay is how long a node waits for the previous node in line to do a chore of a
	// table, such as ending a game whose clock has run out. It then does the chore itself.
	choreDelay = 150 * time.Millisecond
	// maxInLine is the number of nodes in line to do a chore of a table. The second node does
	// the chore only if the first has not.
	maxInLine = 2
	// forgetAfter is how long the reports of a failed node are kept. The reports tell the
	// other nodes which players lost their connection, and when: at the node's last heartbeat.
	forgetAfter = 10 * time.Minute
)

// Config configures [Join].
type Config struct {
	Store Store
	Node  string // name of this node, which no other running node may have
	// NodesChanged is called when nodes have started or failed. PresenceChanged is called when
	// people have connected to tables, or disconnected, through other nodes; `tables` lists
	// these tables.
	// Neither function may block. Either may be nil.
	NodesChanged    func()
	PresenceChanged func(tables []table.ID)
	// Clock gives the times of events. It follows the clock of the database. If it is nil,
	// the node makes one.
	Clock  *clock.Clock
	Logger *slog.Logger
}

// Cluster holds this node's view of all nodes. Its methods are safe for concurrent use.
type Cluster struct {
	cfg  Config
	run  Run
	wake background.Signal // receives an element when this node has a new [Report] to store; capacity 1

	mu        sync.Mutex
	beaten    time.Time // time of the steady clock at the last stored heartbeat
	states    []State
	beats     map[Run]beat
	fresh     []string            // the names of the running nodes, sorted
	local     map[table.ID]Report // for each table, the last report of who is connected to it through this node
	unsent    map[table.ID]Report // reports that are not stored yet
	ownSent   int64               // the field State.Reports of this run, as last read
	readSum   int64               // result of reportsKnown when the reports of other nodes were last read
	elsewhere map[table.ID]table.Elsewhere
}

// beat is the last heartbeat of a run that this node has read. Its age is measured with the
// steady clock, because the clock of the database may be set.
type beat struct {
	stored time.Time // time of the heartbeat by the clock of the database
	at     time.Time // the same time by the steady clock of this node
	event  time.Time // the same time as the time of an event
}

// Join adds this node to the cluster. If another run with this node's name still counts as
// running, Join waits until that run counts as failed. It returns an error if the other run
// continues to run.
func Join(ctx context.Context, cfg Config) (*Cluster, error) {
	if cfg.NodesChanged == nil {
		cfg.NodesChanged = func() {}
	}
	if cfg.PresenceChanged == nil {
		cfg.PresenceChanged = func([]table.ID) {}
	}
	if cfg.Clock == nil {
		cfg.Clock = clock.New(clock.Config{Logger: cfg.Logger})
	}
	c := &Cluster{
		cfg: cfg, beats: map[Run]beat{}, run: Run{cfg.Node, newRunID()}, wake: background.NewSignal(),
		local: map[table.ID]Report{}, unsent: map[table.ID]Report{}, elsewhere: map[table.ID]table.Elsewhere{},
	}
	for deadline := clock.Steady().Add(2 * StaleAfter); ; {
		if err := c.beat(ctx); err != nil {
			return nil, err
		}
		if !c.nameTaken() {
			break
		}
		if clock.Steady().After(deadline) {
			_ = cfg.Store.Forget(ctx, c.run)
			return nil, fmt.Errorf("another running node is called %q; choose another name with --node", cfg.Node)
		}
		select {
		case <-time.After(beatEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return c, c.readReports(ctx, c.reportsKnown())
}

// newRunID returns a random number. It comes from crypto/rand, because tests can seed that source.
func newRunID() int64 {
	var number [8]byte
	_, _ = rand.Read(number[:]) // Read never returns an error
	return int64(binary.LittleEndian.Uint64(number[:]))
}

// Self returns the current run of this node. A run lasts as long as the process of the node.
func (c *Cluster) Self() Run { return c.run }

// nameTaken reports whether another process runs under this node's name.
func (c *Cluster) nameTaken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.states, func(s State) bool { return s.Node == c.run.Node && s.ID != c.run.ID && s.running() })
}

// running reports whether a run of a node has neither failed nor stopped.
func (s *State) running() bool { return !s.Stopped && s.Age < StaleAfter }

// Run stores this node's heartbeats and its reports about tables, and reads those of other
// nodes, until ctx is done. Then it records that this run has ended.
func (c *Cluster) Run(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			c.stop(context.WithoutCancel(ctx))
			return
		case <-c.wake:
			c.try("cannot store the list of connected people", c.sendReports(ctx))
		case <-tick.C:
			c.refresh(ctx)
		}
	}
}

// refresh stores a heartbeat and reads the state of other nodes now, for example after a
// notification.
func (c *Cluster) refresh(ctx context.Context) {
	if !c.try("cannot store the node's heartbeat", c.beat(ctx)) {
		c.try("cannot store the list of connected people", c.sendReports(ctx))
		if sum := c.reportsKnown(); sum != c.lastRead() {
			c.try("cannot read the lists of connected people", c.readReports(ctx, sum))
		}
	}
}

// try logs err unless it is nil, and reports whether there was an error.
func (c *Cluster) try(what string, err error) (failed bool) {
	if err != nil {
		c.cfg.Logger.Warn(what, slog.Any("error", err))
	}
	return err != nil
}

func (c *Cluster) stop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _, err := c.cfg.Store.Beat(ctx, c.run, 0, true)
	c.try("cannot store that this node is stopping", err)
}

// beat stores a heartbeat. It then updates the list of nodes, and corrects the clock by the
// database's time.
func (c *Cluster) beat(ctx context.Context) error {
	sent := c.cfg.Clock.Steady()
	states, now, err := c.cfg.Store.Beat(ctx, c.run, c.cfg.Clock.AheadOfDatabase(), false)
	took := c.cfg.Clock.Steady().Sub(sent)
	c.mu.Lock()
	if err == nil {
		if c.beaten.IsZero() || took < maxUncertainty {
			c.cfg.Clock.Follow(now, sent.Add(took/2))
		}
		if c.beaten.IsZero() {
			c.cfg.Clock.Lead(c.ahead(states))
		}
		c.measureAges(states, sent.Add(took/2))
		c.beaten, c.states = sent, states
		c.repeatForgotten()
	}
	changed := c.updateFresh()
	c.mu.Unlock()
	if changed {
		c.cfg.NodesChanged()
	}
	if err != nil {
		return err
	}
	for _, s := range states {
		if s.Run != c.run && s.Age > forgetAfter && c.First("forget "+s.Node) {
			c.try("cannot remove a failed node from the list of nodes", c.cfg.Store.Forget(ctx, s.Run))
		}
	}
	return nil
}

// ahead returns how far the times of events at the other running nodes are ahead of the database's
// clock.
func (c *Cluster) ahead(states []State) (most time.Duration) {
	for i := range states {
		if s := &states[i]; s.Run != c.run && s.running() {
			most = max(most, s.Ahead)
		}
	}
	return most
}

// measureAges replaces the times and ages of heartbeats, which are measured by the database's
// clock, by those that this node has measured. The caller holds the lock.
func (c *Cluster) measureAges(states []State, now time.Time) {
	next, event := map[Run]beat{}, c.cfg.Clock.Now()
	for i := range states {
		s := &states[i]
		last, known := c.beats[s.Run]
		if !known || !last.stored.Equal(s.Beat) {
			age := max(0, s.Age)
			if known { // the heartbeat was stored after this node last read the heartbeats
				age = min(age, now.Sub(c.beaten))
			}
			last = beat{s.Beat, now.Add(-age), event.Add(-age)}
		}
		next[s.Run] = last
		s.Beat, s.Age = last.event, now.Sub(last.at)
	}
	c.beats = next
}

// repeatForgotten schedules all reports of this run for storing if the database has lost them:
// other nodes delete the reports of a node that could not store heartbeats for forgetAfter.
// The caller holds the lock.
func (c *Cluster) repeatForgotten() {
	i := slices.IndexFunc(c.states, func(s State) bool { return s.Run == c.run })
	if i < 0 {
		return
	}
	if c.states[i].Reports < c.ownSent {
		for id, r := range c.local {
			if _, newer := c.unsent[id]; !newer {
				c.unsent[id] = r
			}
		}
	}
	c.ownSent = c.states[i].Reports
}

// updateFresh updates the list of running nodes, and reports whether the list has changed. If
// this node cannot store heartbeats, it removes itself from its list, and no longer performs
// chores (tasks of tables that need no command). The caller holds the lock.
func (c *Cluster) updateFresh() (changed bool) {
	var fresh []string
	for i := range c.states {
		s := &c.states[i]
		alive := s.running()
		if s.Run == c.run {
			alive = c.cfg.Clock.Steady().Sub(c.beaten) < StaleAfter
		}
		if alive && !slices.Contains(fresh, s.Node) {
			fresh = append(fresh, s.Node)
		}
	}
	slices.Sort(fresh)
	changed = !slices.Equal(fresh, c.fresh)
	c.fresh = fresh
	return changed
}

// Running reports whether a run of a node has neither failed nor stopped.
func (c *Cluster) Running(run Run) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.states, func(s State) bool { return s.Run == run && s.running() })
}

// Nodes returns the names of the running nodes.
func (c *Cluster) Nodes() []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.fresh)
}

// Chores reports whether this node does the chores of a table: the tasks that need no command,
// such as ending a game on time. The result `after` is how long this node waits before it
// does a chore that is due.
func (c *Cluster) Chores(id table.ID) (after time.Duration, mine bool) {
	if c == nil {
		return 0, true
	}
	rank := c.rank(fmt.Sprint("table ", id))
	return time.Duration(rank) * choreDelay, rank < maxInLine
}

// First reports whether this node does a chore that belongs to no table, such as closing an
// evening. For a moment, First may return true on two nodes, so the result of the chore
// needs a unique key in the database.
func (c *Cluster) First(chore string) bool { return c == nil || c.rank(chore) == 0 }

// rank returns the number of running nodes whose score for the chore is higher than that of
// this node. It returns maxInLine if this node cannot reach the database.
func (c *Cluster) rank(chore string) (rank int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.fresh, c.run.Node) || c.cfg.Clock.Steady().Sub(c.beaten) >= StaleAfter {
		return maxInLine
	}
	mine := score(c.run.Node, chore)
	for _, node := range c.fresh {
		if node != c.run.Node && score(node, chore) > mine {
			rank++
		}
	}
	return rank
}

// score computes the score of a node for a chore by rendezvous hashing: if a node fails,
// only its own chores go to other nodes.
func score(node, chore string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s", node, chore)
	x := h.Sum64() // similar texts have similar hashes, so mix the bits (splitmix64)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
