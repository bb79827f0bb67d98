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
	"quadrille/rules"
)

// contender is one of the two servers that are compared, and what people do
// there.
type contender struct {
	*process
	people  map[table.ID]four
	tables  []table.ID
	command func(table.ID) string    // opens the screen of a table
	end     string                   // of a full first frame
	mover   func(ply int) rules.Seat // whose session plays a ply
	typed   func(ply int) string     // what he types for it, but for the last key
	empty   size                     // before anybody came
}

// pair is ours and the bare board, which have the same people at the same
// tables.
type pair struct{ ours, bare *contender }

func (p pair) each() []*contender { return []*contender{p.ours, p.bare} }

// lastHint is in the line at the foot of every table's screen; what follows it
// there depends on who looks.
const lastHint = "help"

func startPair(ctx context.Context, dir string, tables int) (p pair, err error) {
	data := filepath.Join(dir, "server")
	h, err := furnish(ctx, data, tables, 0)
	if err != nil {
		return p, err
	}
	p.ours = contenderOf(nil, h)
	p.bare = &contender{
		command: func(id table.ID) string { return fmt.Sprintf("board %d", id) },
		end:     bare.End,
		mover:   func(ply int) rules.Seat { return h.record.movers[ply] },
		typed:   func(int) string { return "" },
	}
	p.bare.people, p.bare.tables = h.tables, h.ids()
	if p.ours.process, err = launch(ctx, data); err != nil {
		return p, err
	}
	if p.bare.process, err = launch(ctx, ""); err != nil {
		return p, errors.Join(err, p.ours.kill())
	}
	for _, c := range p.each() {
		var empty error
		c.empty, empty = c.size()
		err = errors.Join(err, empty)
	}
	return p, err
}

// contenderOf is what people do in our house, served by a process.
func contenderOf(p *process, h *house) *contender {
	return &contender{
		process: p, people: h.tables, tables: h.ids(),
		command: func(id table.ID) string { return fmt.Sprintf("watch %d", id) },
		end:     lastHint,
		mover:   func(ply int) rules.Seat { return h.record.movers[ply] },
		typed:   func(ply int) string { return h.record.plies[ply] },
	}
}

func (p pair) stop() error { return errors.Join(p.ours.process.end(), p.bare.process.end()) }

func (h *house) ids() []table.ID {
	var ids []table.ID
	for id := range h.tables {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// enter connects one person to a table.
func (c *contender) enter(ctx context.Context, id table.ID, seat rules.Seat) (*client, error) {
	return connect(ctx, c.address, c.people[id][seat].key, c.command(id), c.end)
}

// seated is a table with a session at each of its seats.
type seated [rules.SeatCount]*client

// seat connects the four people of a table.
func (c *contender) seat(ctx context.Context, id table.ID) (s seated, err error) {
	for seat := range s {
		if s[seat], err = c.enter(ctx, id, rules.Seat(seat)); err != nil {
			return s, err
		}
	}
	return s, nil
}

// fill seats people at many tables, a few tables at a time.
func (c *contender) fill(ctx context.Context, ids []table.ID) ([]seated, error) {
	all := make([]seated, len(ids))
	errs := make([]error, len(ids))
	few := make(chan bool, 4)
	var comers sync.WaitGroup
	for i, id := range ids {
		few <- true
		comers.Go(func() {
			all[i], errs[i] = c.seat(ctx, id)
			<-few
		})
	}
	comers.Wait()
	return all, errors.Join(errs...)
}
