package cluster

import (
	"context"
	"maps"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Report tells the other nodes who is connected to a table through this node. It does not
// wait for the database.
func (c *Cluster) Report(id table.ID, players []player.ID, spectators int) {
	if c == nil {
		return
	}
	r := Report{c.run, id, slices.Sorted(slices.Values(players)), spectators}
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := c.local[id]; slices.Equal(last.Players, r.Players) && last.Spectators == r.Spectators {
		return
	}
	c.unsent[id] = r
	if c.local[id] = r; len(players) == 0 && spectators == 0 {
		delete(c.local, id)
	}
	c.wake.Send()
}

// sendReports stores the reports that are not stored yet.
func (c *Cluster) sendReports(ctx context.Context) error {
	c.mu.Lock()
	unsent := c.unsent
	c.unsent = map[table.ID]Report{}
	c.mu.Unlock()
	if len(unsent) == 0 {
		return nil
	}
	var reports []Report
	for _, id := range slices.Sorted(maps.Keys(unsent)) {
		reports = append(reports, unsent[id])
	}
	err := c.cfg.Store.Report(ctx, c.run, reports)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		for id, r := range unsent {
			if _, newer := c.unsent[id]; !newer {
				c.unsent[id] = r
			}
		}
	}
	return err
}

// reportsKnown returns a number that changes when the reports of other nodes about players
// and spectators have changed, or when another node starts or fails.
func (c *Cluster) reportsKnown() (sum int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.states {
		if s := &c.states[i]; s.Run != c.run {
			sum += s.Reports + 1
			if !s.running() {
				sum += 1 << 40
			}
		}
	}
	return sum
}

// lastRead returns the result of reportsKnown when the reports of other nodes were last read.
func (c *Cluster) lastRead() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.readSum
}

// readReports reads the reports of the other nodes, and calls PresenceChanged with the
// tables whose players or spectators have changed. The parameter `sum` is the result of
// reportsKnown.
func (c *Cluster) readReports(ctx context.Context, sum int64) error {
	reports, err := c.cfg.Store.Reports(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	states := map[Run]State{}
	for _, s := range c.states {
		states[s.Run] = s
	}
	next := map[table.ID]table.Elsewhere{}
	for _, r := range reports {
		if s, known := states[r.Run]; known && r.Run != c.run {
			next[r.Table] = add(next[r.Table], r, s)
		}
	}
	var changed []table.ID
	for id := range next {
		if !same(next[id], c.elsewhere[id]) {
			changed = append(changed, id)
		}
	}
	for id := range c.elsewhere {
		if _, still := next[id]; !still {
			changed = append(changed, id)
		}
	}
	c.elsewhere, c.readSum = next, sum
	c.mu.Unlock()
	if len(changed) > 0 {
		c.cfg.PresenceChanged(changed)
	}
	return nil
}

// add adds the players in a node's report to `e`: to e.Present if the run of the node that
// made the report has neither failed nor stopped, and otherwise to e.Lost. A player in the
// reports of several runs can be in both fields.
func add(e table.Elsewhere, r Report, s State) table.Elsewhere {
	if e.Present == nil {
		e.Present, e.Lost = map[player.ID]bool{}, map[player.ID]time.Time{}
	}
	if !s.running() {
		for _, id := range r.Players {
			if s.Beat.After(e.Lost[id]) {
				e.Lost[id] = s.Beat
			}
		}
		return e
	}
	e.Spectators += r.Spectators
	for _, id := range r.Players {
		e.Present[id] = true
	}
	return e
}

func same(a, b table.Elsewhere) bool {
	return a.Spectators == b.Spectators && maps.Equal(a.Present, b.Present) && maps.EqualFunc(a.Lost, b.Lost, time.Time.Equal)
}

// Elsewhere returns who is connected to a table through other nodes.
func (c *Cluster) Elsewhere(id table.ID) table.Elsewhere {
	if c == nil {
		return table.Elsewhere{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elsewhere[id]
}
