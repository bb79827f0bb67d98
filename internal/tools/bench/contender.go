package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"quadrille/internal/server/bare"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
)

// contender is one of the two servers that the benchmark compares. It also holds the server's
// players and tables.
type contender struct {
	*process
	people  map[table.ID]tablePlayers
	tables  []table.ID
	command func(table.ID) string    // returns the command that opens a table's screen
	end     string                   // text at the end of the first frame; when it has arrived, the frame is complete
	mover   func(ply int) rules.Seat // returns the seat that plays a ply
	input   func(ply int) string     // returns the text to type for a ply, without the Enter that follows
	empty   child.Size               // the resources that the server used before any client connected
}

// pair holds the server and the minimal server that it is compared with. Both have the same
// players at the same tables.
type pair struct{ server, bare *contender }

func (p pair) each() []*contender { return []*contender{p.server, p.bare} }

// lastHint is the last key hint on a table's screen. When it arrives, the first frame is
// complete.
const lastHint = "help"

func startPair(ctx context.Context, dir string, tables int) (p pair) {
	data := filepath.Join(dir, "server")
	f := newFixture(ctx, data, tables, 0)
	p.server = contenderOf(nil, f)
	p.bare = &contender{
		command: func(id table.ID) string { return fmt.Sprintf("board %d", id) },
		end:     bare.End,
		mover:   func(ply int) rules.Seat { return f.record.movers[ply] },
		input:   func(int) string { return "" },
	}
	p.bare.people, p.bare.tables = f.tables, f.ids()
	p.server.process = launch(ctx, data)
	p.bare.process = launch(ctx, "")
	for _, c := range p.each() {
		c.empty = c.size()
	}
	return p
}

// contenderOf returns the contender (one of the servers that the benchmark compares) whose
// process p serves the data of the fixture f.
func contenderOf(p *process, f *fixture) *contender {
	return &contender{
		process: p, people: f.tables, tables: f.ids(),
		command: func(id table.ID) string { return fmt.Sprintf("watch %d", id) },
		end:     lastHint,
		mover:   func(ply int) rules.Seat { return f.record.movers[ply] },
		input:   func(ply int) string { return f.record.plies[ply] },
	}
}

func (f *fixture) ids() []table.ID {
	var ids []table.ID
	for id := range f.tables {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// enter connects the player who has a seat at a table, and opens the table's screen.
func (c *contender) enter(ctx context.Context, id table.ID, seat rules.Seat) *client {
	return c.watch(ctx, id, c.people[id][seat], oldClient)
}

// watch connects a person with a client of the given kind, and opens a table's screen.
func (c *contender) watch(ctx context.Context, id table.ID, who person, k kind) *client {
	return connect(ctx, c.address, who.key, c.command(id), c.end, k)
}

// tableClients holds the four clients of a table, by seat.
type tableClients [rules.SeatCount]*client

// seat connects the four players of a table.
func (c *contender) seat(ctx context.Context, id table.ID) (s tableClients) {
	for seat := range s {
		s[seat] = c.enter(ctx, id, rules.Seat(seat))
	}
	return s
}

// fill connects the players of many tables. It works on four tables at a time.
func (c *contender) fill(ctx context.Context, ids []table.ID) []tableClients {
	all := make([]tableClients, len(ids))
	each(len(ids), 4, func(i int) { all[i] = c.seat(ctx, ids[i]) })
	return all
}
