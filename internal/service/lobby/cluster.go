package lobby

import (
	"context"
	"iter"
	"log/slog"
	"slices"
	"time"

	"quadrille/internal/cluster"
	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// Cluster connects the lobby to the other nodes that share its store. A nil *Cluster stands
// for a lobby without other nodes.
type Cluster struct {
	Nodes *cluster.Cluster
	Log   table.SharedLog
	News  news.Log
	// Stored returns the summaries of the given tables.
	Stored func(ctx context.Context, ids []table.ID) ([]table.Stored, error)
	// Limits counts attempts at all nodes together. If it is nil, each node counts alone.
	Limits reserve.Store
	// Lookup returns the player with an ID; see [player.Directory].
	Lookup func(ctx context.Context, id player.ID) (player.Player, bool, error)
}

// anyTable is the table number under which a node reports everybody who uses the node.
const anyTable table.ID = 0

func (c *Cluster) alone() bool { return c == nil }

// log returns the log in which nodes tell each other of changes, or nil if there are no other
// nodes.
func (c *Cluster) log() news.Log {
	if c == nil {
		return nil
	}
	return c.News
}

// limits returns the store that counts attempts at all nodes, or nil.
func (c *Cluster) limits() reserve.Store {
	if c == nil {
		return nil
	}
	return c.Limits
}

// live returns the part of the configuration that tables need.
func (c *Cluster) live() *live.Cluster {
	if c == nil {
		return nil
	}
	return &live.Cluster{Log: c.Log, Chores: c.Nodes.Chores, Report: c.Nodes.Report}
}

// first reports whether this node is the first in line for the chores of a table: the tasks
// that need no command, such as ending a game on time.
func (c *Cluster) first(id table.ID) bool {
	if c == nil {
		return true
	}
	after, mine := c.Nodes.Chores(id)
	return mine && after == 0
}

// chore returns when this node does a chore of a table (a task that needs no command) that is
// due at the given time. The result is zero if this node does not do the chore.
func (c *Cluster) chore(id table.ID, due time.Time) time.Time {
	if c == nil || due.IsZero() {
		return due
	}
	after, mine := c.Nodes.Chores(id)
	if !mine {
		return time.Time{}
	}
	return due.Add(after)
}

// connected reports whether a player is connected to another node.
func (c *Cluster) connected(id player.ID) bool {
	return c != nil && c.Nodes.Elsewhere(anyTable).Present[id]
}

// report tells the other nodes who is connected to this node.
func (c *Cluster) report(people iter.Seq[player.ID]) {
	if c != nil {
		c.Nodes.Report(anyTable, slices.Collect(people), 0)
	}
}

// start runs a table from its events. In a cluster, it reads them from the shared log instead.
func (ts *tables) start(ctx context.Context, id table.ID, events []table.Event) (*live.Table, error) {
	if ts.cfg.Cluster.alone() {
		return live.Open(ts.config(id), events)
	}
	return live.Load(ctx, ts.config(id))
}

// opened publishes the view of a table that has just been loaded. Before that, it tells
// the table who is connected to it through other nodes.
func (ts *tables) opened(t *live.Table) {
	if c := ts.cfg.Cluster; !c.alone() {
		live.CopyOf(t).SetElsewhere(c.Nodes.Elsewhere(t.View().ID))
	}
	t.Publish()
}

// Changes passes news from other nodes to a lobby.
type Changes struct {
	lobby       *Lobby
	generations map[table.ID]int64 // for each table, the last known value of table.Change.Generation
}

// ChangesOf returns the Changes of a lobby. The lobby must have a [Cluster].
func ChangesOf(l *Lobby) *Changes { return &Changes{l, map[table.ID]int64{}} }

// Tables tells the lobby that other nodes have stored or rewritten events of tables. After an
// error, call it again with the same changes. It must not be called concurrently.
func (ch *Changes) Tables(ctx context.Context, changes []table.Change) error {
	ts := ch.lobby.tables
	var unloaded []table.ID
	for _, c := range changes {
		rewritten := c.Generation != ch.generations[c.Table]
		loaded := ts.loaded.tell(c.Table, func(t *live.Table) {
			if rewritten {
				live.CopyOf(t).Reload()
			}
			live.CopyOf(t).Follow(c.Last, 0)
		})
		if loaded {
			ch.generations[c.Table] = c.Generation
		} else {
			unloaded = append(unloaded, c.Table)
		}
	}
	return ts.readStored(ctx, unloaded)
}

// Check compares every loaded table with its log, and reads the summaries of the other tables.
// Call it when the database may have lost the newest events, or whole tables.
func (ch *Changes) Check(ctx context.Context) error {
	ts := ch.lobby.tables
	ts.loaded.tellAll(func(t *live.Table) { live.CopyOf(t).Check() })
	for _, t := range ts.loaded.all() {
		if err := live.CopyOf(t).CheckEnded(ctx); err != nil {
			return err
		}
	}
	list, err := ts.stored(ctx)
	if err != nil {
		return err
	}
	exist := map[table.ID]bool{}
	for _, one := range list {
		exist[one.ID] = true
	}
	for _, id := range ts.directory.unfinished() {
		if !exist[id] && ts.loaded.get(id) == nil {
			ts.directory.remove(id)
		}
	}
	ts.update(list)
	return nil
}

// readStored reads the stored summaries of tables and updates the directory with them.
func (ts *tables) readStored(ctx context.Context, ids []table.ID) error {
	list, err := ts.cfg.Cluster.Stored(ctx, ids)
	if err == nil {
		ts.update(list)
	}
	return err
}

// update updates the directory entry of each given table that is not loaded.
func (ts *tables) update(list []table.Stored) {
	ts.loaded.mu.Lock() // a stored summary must not replace a newer one of a table that is being loaded
	defer ts.loaded.mu.Unlock()
	for _, one := range list {
		if one.Summary != nil && ts.loaded.current(one.ID) == nil {
			ts.directory.updateStored(one.ID, one.Summary)
			ts.cfg.Changed(one.Summary)
		}
	}
	if len(list) > 0 {
		ts.wake()
		ts.invalidate()
	}
}

// find reads what other nodes have stored about a table, and returns the summary of a listed
// or loaded table, or of a live table that another node has just opened. Otherwise it returns
// nil.
func (ts *tables) find(ctx context.Context, id table.ID) *table.Summary {
	if ts.cfg.Cluster.alone() {
		return ts.summary(id)
	}
	list, err := ts.cfg.Cluster.Stored(ctx, []table.ID{id})
	if err != nil {
		ts.cfg.Logger.Warn("cannot read a table of another node", slog.Int64("table", int64(id)), slog.Any("error", err))
	}
	if ts.summary(id) == nil {
		ts.update(slices.DeleteFunc(list, func(one table.Stored) bool { return one.Summary == nil || one.Summary.Phase == table.Finished }))
	}
	return ts.summary(id)
}

// Nodes tells the lobby that nodes have started or failed. The set of tables whose chores
// this node does may therefore have changed.
func (ch *Changes) Nodes() {
	ts := ch.lobby.tables
	ts.directory.reschedule()
	ts.wake()
	for _, t := range ts.loaded.all() {
		t.Recheck()
		if v := t.View(); ts.cfg.Cluster.first(v.ID) {
			ts.bots.Look(v)
		}
	}
	ts.invalidate()
}

// Presence tells the lobby that people have connected to tables through other nodes, or have
// disconnected.
func (ch *Changes) Presence(ctx context.Context, ids []table.ID) {
	ts := ch.lobby.tables
	for _, id := range ids {
		if id == anyTable {
			ch.people(ctx)
		}
		if t := ts.loaded.get(id); t != nil {
			live.CopyOf(t).SetElsewhere(ts.cfg.Cluster.Nodes.Elsewhere(id))
		}
	}
	ts.invalidate()
}

// Renamed tells the lobby that a player has chosen a name through another node.
func (ch *Changes) Renamed(_ context.Context, who player.Player) error {
	ch.lobby.presence.rename(who)
	return nil
}

// people updates the list of people who are connected to other nodes.
func (ch *Changes) people(ctx context.Context) {
	c, here := ch.lobby.cfg.Cluster, ch.lobby.presence
	list := map[player.ID]player.Player{}
	for id := range c.Nodes.Elsewhere(anyTable).Present {
		who, known := here.knownElsewhere(id)
		if !known {
			var err error
			if who, known, err = c.Lookup(ctx, id); err != nil {
				ch.lobby.cfg.Logger.Warn("cannot read the name of a player on another node", slog.Any("error", err))
			}
		}
		if known {
			list[id] = who
		}
	}
	here.setElsewhere(list)
}

// reschedule recomputes the time at which this node must load each unloaded table.
func (d *directory) reschedule() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range d.live {
		if e := d.entries[id]; !e.loaded {
			e.due = d.chore(id, e.summary.Due)
			d.schedule(e)
		}
	}
}
