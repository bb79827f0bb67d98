package lobby

import (
	"context"
	"net/netip"

	"quadrille/internal/player"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// System gives the server itself access to all tables, including private ones.
type System struct{ lobby *Lobby }

// ForSystem returns the [System] of a lobby.
func ForSystem(l *Lobby) System { return System{l} }

// Live returns the tables that are not finished, sorted by number.
func (s System) Live() []*view.Summary {
	d := s.lobby.tables.directory
	d.mu.Lock()
	defer d.mu.Unlock()
	lines := make([]*view.Summary, 0, len(d.live))
	for _, id := range d.live {
		lines = append(lines, d.entries[id].line())
	}
	return lines
}

// Table returns a live table, which it loads if necessary.
func (s System) Table(ctx context.Context, id table.ID) (*live.Table, error) {
	return s.lobby.tables.open(ctx, id)
}

// First reports whether this node does a table's chores: the tasks that need no command.
func (s System) First(id table.ID) bool { return s.lobby.cfg.Cluster.first(id) }

// Present reports whether a player is connected here, or to table `id` through another node.
func (s System) Present(id table.ID, who player.ID) bool {
	c := s.lobby.cfg.Cluster
	return s.lobby.presence.has(who) || !c.alone() && c.Nodes.Elsewhere(id).Present[who]
}

// Learn adds a table to the list of tables after another node has opened it.
func (s System) Learn(ctx context.Context, id table.ID) error {
	ts := s.lobby.tables
	defer ts.invalidate()
	if ts.directory.summary(id) != nil {
		return nil
	}
	return ts.readStored(ctx, []table.ID{id})
}

// Origins returns the known origins of live tables, keyed by table number. An origin is the
// account and the address from which a table was opened.
func (s System) Origins(ctx context.Context) (map[table.ID]quota.Origin, error) {
	list, err := s.lobby.cfg.Quotas.Origins(ctx, netip.Prefix{})
	origins := map[table.ID]quota.Origin{}
	for _, o := range list {
		origins[o.Table] = o
	}
	return origins, err
}
