package lobby

import (
	"maps"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// line returns the summary that the lobby lists for a table. It is shared and never changes:
// after a change of the table, line returns a new one. The lock of the directory must be held.
func (e *entry) line() *view.Summary {
	if e.listed == nil {
		e.listed = e.newLine()
	}
	return e.listed
}

func (e *entry) newLine() *view.Summary {
	s := e.summary
	line := &view.Summary{
		ID: e.id, Title: e.facts.Title, Terms: s.Terms, Host: s.Host, Phase: s.Phase,
		SeatNames: e.facts.Seats, Teams: e.facts.Team, Endings: e.facts.Endings, Watchers: e.watchers, Moves: s.Moves,
		Turn: s.Turn, Opened: s.Opened, Active: s.Active, Adjourned: s.Adjourned, Ended: s.Ended,
	}
	for i, seat := range s.Seats {
		line.Seats[i] = table.SeatView{
			Open: seat.Open, Closed: seat.Closed, Player: seat.Player, Ready: seat.Ready, Vacant: seat.Vacant, Vacation: seat.Vacation,
			Present: e.present.Has(rules.Seat(i)) || seat.Player.ID.Bot(),
		}
	}
	switch s.Phase {
	case table.Playing:
		line.Strength = e.strength
	case table.Finished:
		line.Outcome = rules.Outcome{Termination: s.Outcome, Winners: s.Winners, Scores: s.Scores}
		if line.Result, line.Aborted = result(e.facts, &line.Outcome), s.Aborted; s.Aborted {
			line.Result = table.WasAborted
		}
	}
	return line
}

// tables returns the tables in the view of one viewer: waiting tables, the most active
// running ones, and the newest finished ones. It omits tables that the viewer may not see.
func (d *directory) tables(to table.Viewer, now time.Time) []*view.Summary {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make([]*view.Summary, 0, min(maxListed, len(d.waiting))+min(maxListed, d.playing.Len())+len(d.finished))
	group := 0 // where the present group of tables begins
	add := func(e *entry) bool {
		if e.summary.VisibleTo(to) {
			all = append(all, e.line())
		}
		return len(all)-group < maxListed
	}
	for _, id := range d.waiting {
		if !add(d.entries[id]) {
			break
		}
	}
	group = len(all)
	for at := d.playing.Front(); at != nil; at = at.Next() {
		if !add(at.Value.(*entry)) {
			break
		}
	}
	for _, e := range d.finished {
		add(e)
	}
	sortTables(all, now)
	return all
}

// page returns the first live tables whose numbers are greater than `after`, at most
// `limit`, sorted by number. It omits tables that the viewer may not see. To get the next
// page, pass the result `next` as `after`; `next` is 0 on the last page.
func (d *directory) page(to table.Viewer, after table.ID, limit int) (lines []*view.Summary, next table.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	from, found := slices.BinarySearch(d.live, after)
	if found {
		from++
	}
	for _, id := range d.live[from:] {
		if e := d.entries[id]; e.summary.VisibleTo(to) {
			if len(lines) == limit {
				return lines, lines[limit-1].ID
			}
			lines = append(lines, e.line())
		}
	}
	return lines, 0
}

// of returns the tables that involve a person and for whose summary `which` returns true.
func (d *directory) of(id player.ID, which func(*table.Summary) bool) (lines []*view.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.people[id] {
		if e := d.entries[t]; which(e.summary) {
			lines = append(lines, e.line())
		}
	}
	return lines
}

// find returns the number of a table that satisfies a condition, or 0 if there is none.
func (d *directory) find(which func(*table.Summary) bool) table.ID {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, e := range d.entries {
		if which(e.summary) {
			return id
		}
	}
	return 0
}

func (d *directory) waitingTables() []table.Stored {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]table.Stored, 0, len(d.waiting))
	for _, id := range d.waiting {
		list = append(list, table.Stored{ID: id, Summary: d.entries[id].summary})
	}
	return list
}

// total returns the number of tables whose game, state and privacy satisfy a condition.
func (d *directory) total(of func(Count) bool) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for c, count := range d.counts {
		if of(c) {
			n += count
		}
	}
	return n
}

// tasks returns what a player has to do at their tables.
func (d *directory) tasks(id player.ID) (list []view.Waiting) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.people[id] {
		e := d.entries[t]
		for i, seat := range e.summary.Seats {
			if seat.Task == 0 || seat.Player.ID != id {
				continue
			}
			due := view.Waiting{
				Table: t, Title: e.facts.Title, Task: seat.Task, Seat: rules.Seat(i), SeatName: e.facts.SeatName(rules.Seat(i)),
				Terms: e.summary.Terms, Moves: e.summary.Moves,
			}
			if due.Task == table.ToMove {
				due.Deadline, due.Vacation = e.summary.Deadline, seat.Vacation
			}
			list = append(list, due)
		}
	}
	return list
}

// withoutStrength returns running tables whose mean rating is not known yet, at most `limit`.
func (d *directory) withoutStrength(limit int) (list []*view.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, looked := d.playing.Front(), 0; at != nil && looked < maxListed && len(list) < limit; at, looked = at.Next(), looked+1 {
		if e := at.Value.(*entry); !e.strengthKnown {
			list = append(list, e.line())
		}
	}
	return list
}

// setStrength stores the mean rating of a table's players.
func (d *directory) setStrength(id table.ID, strength int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		e.strength, e.strengthKnown, e.listed = strength, true, nil
	}
}

// replaceAccount replaces a deleted account with an anonymous player.
func (d *directory) replaceAccount(deleted player.ID, anonymous player.Player) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range slices.Clone(d.people[deleted]) {
		next := *d.entries[id].summary
		next.Admitted, next.Replaced = slices.Clone(next.Admitted), slices.Clone(next.Replaced)
		next.ReplacePlayer(deleted, anonymous)
		d.put(id, &next)
	}
	d.forgetLeaves(deleted)
}

// totals returns the number of tables of each kind ([Count]), and the number of spectators
// of each game, by the game's name.
func (d *directory) totals() (tables map[Count]int, spectators map[string]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.counts), maps.Clone(d.watchers)
}
