package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

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

func startPair(ctx context.Context, dir string, tables int) (p pair, err error) {
	data := filepath.Join(dir, "server")
	f, err := newFixture(ctx, data, tables, 0)
	if err != nil {
		return p, err
	}
	p.server = contenderOf(nil, f)
	p.bare = &contender{
		command: func(id table.ID) string { return fmt.Sprintf("board %d", id) },
		end:     bare.End,
		mover:   func(ply int) rules.Seat { return f.record.movers[ply] },
		input:   func(int) string { return "" },
	}
	p.bare.people, p.bare.tables = f.tables, f.ids()
	if p.server.process, err = launch(ctx, data); err != nil {
		return p, err
	}
	if p.bare.process, err = launch(ctx, ""); err != nil {
		return p, errors.Join(err, p.server.kill())
	}
	for _, c := range p.each() {
		var empty error
		c.empty, empty = c.size()
		err = errors.Join(err, empty)
	}
	return p, err
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

func (p pair) stop() error { return errors.Join(p.server.process.end(), p.bare.process.end()) }

func (f *fixture) ids() []table.ID {
	var ids []table.ID
	for id := range f.tables {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// enter connects the player who has a seat at a table, and opens the table's screen.
func (c *contender) enter(ctx context.Context, id table.ID, seat rules.Seat) (*client, error) {
	return connect(ctx, c.address, c.people[id][seat].key, c.command(id), c.end)
}

// tableClients holds the four clients of a table, by seat.
type tableClients [rules.SeatCount]*client

// seat connects the four players of a table.
func (c *contender) seat(ctx context.Context, id table.ID) (s tableClients, err error) {
	for seat := range s {
		if s[seat], err = c.enter(ctx, id, rules.Seat(seat)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// fill connects the players of many tables. It works on four tables at a time.
func (c *contender) fill(ctx context.Context, ids []table.ID) ([]tableClients, error) {
	all := make([]tableClients, len(ids))
	errs := make([]error, len(ids))
	slots := make(chan bool, 4)
	var wait sync.WaitGroup
	for i, id := range ids {
		slots <- true
		wait.Go(func() {
			all[i], errs[i] = c.seat(ctx, id)
			<-slots
		})
	}
	wait.Wait()
	return all, errors.Join(errs...)
}
