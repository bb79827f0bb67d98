package lobby

import (
	"cmp"
	"container/heap"
	"container/list"
	"iter"
	"slices"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// maxListed is the maximum number of waiting tables, and of running tables, that a view of
// the lobby lists. [Lobby.Tables] returns all tables page by page.
const maxListed = 200

// directory holds the summaries of all live tables and of the newest finished ones. A
// summary takes about a kilobyte, so all of them fit in memory, and the lobby can publish
// them several times a second without reading the disk. A table updates its entry while it
// holds its own lock. Therefore mu must be held only briefly, and no other lock may be taken
// while it is held, except that of games, which waits for no other.
type directory struct {
	mu       sync.Mutex
	entries  map[table.ID]*entry
	live     []table.ID // the numbers of all live tables, sorted
	waiting  []table.ID // the numbers of the tables that wait for players
	playing  *list.List // the *entry of each running table, latest move first
	finished []*entry   // the finished games with a result, newest first, at most finishedKept
	people   map[player.ID][]table.ID
	due      dueHeap
	counts   map[Count]int
	watchers map[string]int // number of spectators at all tables of each game
	games    games
	left     map[table.ID][]table.Leave // who left the games of the last [table.LeavesKept]
	// chore returns when this node does a table's next task, which is due at `due`. The time
	// is later than `due` if another node tries first, and zero if this node never does it.
	chore func(id table.ID, due time.Time) time.Time
}

// Count identifies a group of tables that are counted together.
type Count struct {
	Game, State string
	Private     table.Privacy
}

// The values of State in [Count].
const (
	StateWaiting   = "waiting"
	StatePlaying   = "playing"
	StateAdjourned = "adjourned"
	StateFinished  = "finished"
)

// entry is the entry of one table in the directory.
type entry struct {
	id      table.ID
	summary *table.Summary // never changed, only replaced
	listed  *view.Summary  // the summary that the lobby lists; nil until needed, and after each change
	invited []player.ID    // people invited while the table waits for players
	facts   *rules.Facts
	people  []player.ID
	present rules.Seats
	// watchers counts the connected spectators.
	watchers      int
	strength      int
	strengthKnown bool
	loaded        bool
	due           time.Time // when the table must be loaded; zero means never
	heapIndex     int       // index in dueHeap; -1 if the entry is not in it
	element       *list.Element
}

func newDirectory() *directory {
	return &directory{
		entries:  map[table.ID]*entry{},
		playing:  list.New(),
		people:   map[player.ID][]table.ID{},
		counts:   map[Count]int{},
		watchers: map[string]int{},
		left:     map[table.ID][]table.Leave{},
	}
}

// updateLoaded updates the entry of a loaded table from its view, and reports whether the
// number of spectators has changed.
func (d *directory) updateLoaded(v *table.View) (watched bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.put(v.ID, v.Summary)
	if e == nil {
		return false
	}
	watched, e.present, e.listed = e.watchers != v.Spectators, 0, nil
	for i := range v.Seats {
		if v.Seats[i].Present {
			e.present = e.present.With(rules.Seat(i))
		}
	}
	d.setWatchers(e, v.Spectators)
	e.loaded = true
	d.schedule(e)
	return watched
}

// updateStored updates the entry of an unloaded table, using the stored summary s.
func (d *directory) updateStored(id table.ID, s *table.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.put(id, s); e != nil {
		e.due = d.chore(id, s.Due)
		d.schedule(e)
	}
}

// shift postpones the deadlines of all unloaded tables by new outages.
func (d *directory) shift(outages clock.Outages) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.entries {
		if !e.loaded {
			e.summary, e.listed = shifted(e.summary, outages), nil
		}
	}
}

// unloaded marks a table as unloaded, and sets the time at which it must be loaded again.
func (d *directory) unloaded(id table.ID, due time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		e.loaded, e.due, e.present, e.listed = false, due, 0, nil
		d.setWatchers(e, 0)
		d.schedule(e)
	}
}

// remove deletes a table's entry.
func (d *directory) remove(id table.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.setLeft(id, nil)
	if e := d.entries[id]; e != nil {
		d.drop(e)
	}
}

// unfinished returns the tables whose game is not over.
func (d *directory) unfinished() []table.ID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.live)
}

// waitingForPlayers yields the tables whose game has not started, with their hosts. It skips
// tables of evenings.
func (d *directory) waitingForPlayers() iter.Seq2[table.ID, player.ID] {
	return func(yield func(table.ID, player.ID) bool) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, id := range d.waiting {
			if s := d.entries[id].summary; s.Terms.Evening == nil && !yield(id, s.Host.ID) {
				return
			}
		}
	}
}

func (d *directory) invite(id table.ID, who player.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil && e.summary.Phase == table.Waiting && len(e.invited) < table.MaxAdmitted &&
		!slices.Contains(e.invited, who) {
		e.invited = append(e.invited, who)
	}
}

// invited reports whether a person was invited to a waiting table.
func (d *directory) invited(id table.ID, who player.ID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[id]
	return e != nil && slices.Contains(e.invited, who)
}

// summary returns a table's summary, or nil if the table is not in the directory.
func (d *directory) summary(id table.ID) *table.Summary {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		return e.summary
	}
	return nil
}

// line returns the summary of a table as the lobby lists it, or nil if the table is not in
// the directory.
func (d *directory) line(id table.ID) *view.Summary {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		return e.line()
	}
	return nil
}

// put adds or updates an entry and returns it. It returns nil if the directory does not keep
// the table. The lock must be held.
func (d *directory) put(id table.ID, s *table.Summary) *entry {
	d.setLeft(id, s.Left)
	e := d.entries[id]
	if s.Phase == table.Finished && !s.Over {
		if e != nil { // the table was closed without a result, so remove it from the directory
			d.drop(e)
		}
		return nil
	}
	if e == nil {
		e = &entry{id: id, heapIndex: -1, facts: d.games.factsOf(&s.Terms)}
		d.entries[id] = e
	} else {
		d.unlist(e, s)
	}
	before := e.summary
	e.summary, e.listed = s, nil
	if people := s.People(); !slices.Equal(people, e.people) {
		d.index(e, people)
	}
	d.list(e, before)
	if s.Phase == table.Finished && !slices.Contains(d.finished, e) {
		return nil // the table is older than the finished tables that the directory keeps
	}
	return e
}

// unlist subtracts an entry from the counts, and removes it from the lists to which it no
// longer belongs when its summary becomes `next`. The lock must be held.
func (d *directory) unlist(e *entry, next *table.Summary) {
	was := e.summary.Phase
	d.count(e, -1)
	if was == table.Waiting && next.Phase != table.Waiting {
		d.waiting = without(d.waiting, e.id)
	}
	if was == table.Playing && next.Phase != table.Playing {
		d.playing.Remove(e.element)
		e.element = nil
	}
	if was != table.Finished && next.Phase == table.Finished {
		d.live = without(d.live, e.id)
	}
	if was == table.Finished && next.Phase != table.Finished { // the database has lost the end of the game
		d.finished = slices.DeleteFunc(d.finished, func(other *entry) bool { return other == e })
	}
}

// list adds an entry to the lists to which its summary assigns it. The parameter `before`
// is the previous summary, or nil if there is none. The lock must be held.
func (d *directory) list(e *entry, before *table.Summary) {
	d.count(e, 1)
	s := e.summary
	fresh := before == nil || before.Phase != s.Phase
	if fresh && s.Phase != table.Finished && (before == nil || before.Phase == table.Finished) {
		d.live = with(d.live, e.id)
	}
	switch {
	case s.Phase == table.Waiting && fresh:
		d.waiting = with(d.waiting, e.id)
	case s.Phase == table.Playing && fresh:
		d.insert(e)
	case s.Phase == table.Playing && s.Active.After(before.Active):
		d.playing.MoveToFront(e.element)
	case s.Phase == table.Finished && fresh:
		at, _ := slices.BinarySearchFunc(d.finished, e, newer)
		d.finished = slices.Insert(d.finished, at, e)
		if len(d.finished) > finishedKept {
			d.drop(d.finished[finishedKept])
		}
	}
}

// insert adds a running table to the list, which is sorted by the time of the last move. The
// search starts at the front, where the new element nearly always belongs. The lock must be
// held.
func (d *directory) insert(e *entry) {
	for at := d.playing.Front(); at != nil; at = at.Next() {
		if !at.Value.(*entry).summary.Active.After(e.summary.Active) {
			e.element = d.playing.InsertBefore(e, at)
			return
		}
	}
	e.element = d.playing.PushBack(e)
}

// newer compares finished tables, so that the newest is sorted first.
func newer(a, b *entry) int {
	return cmp.Or(b.summary.Ended.Compare(a.summary.Ended), cmp.Compare(b.id, a.id))
}

// drop deletes an entry. The lock must be held.
func (d *directory) drop(e *entry) {
	d.count(e, -1)
	d.setWatchers(e, 0)
	d.index(e, nil)
	d.live, d.waiting = without(d.live, e.id), without(d.waiting, e.id)
	if e.element != nil {
		d.playing.Remove(e.element)
	}
	d.finished = slices.DeleteFunc(d.finished, func(other *entry) bool { return other == e })
	e.due = time.Time{}
	d.schedule(e)
	delete(d.entries, e.id)
}

// index updates, for each of the given people, the list of tables that involve them. The lock
// must be held.
func (d *directory) index(e *entry, people []player.ID) {
	for _, id := range e.people {
		if rest := without(d.people[id], e.id); len(rest) > 0 {
			d.people[id] = rest
		} else {
			delete(d.people, id)
		}
	}
	e.people = people
	for _, id := range people {
		d.people[id] = with(d.people[id], e.id)
	}
}

// with returns the sorted list `ids`, into which it inserts `id` unless the list contains it.
func with(ids []table.ID, id table.ID) []table.ID {
	at, found := slices.BinarySearch(ids, id)
	if found {
		return ids
	}
	return slices.Insert(ids, at, id)
}

// without removes a number from a sorted list.
func without(ids []table.ID, id table.ID) []table.ID {
	if at, found := slices.BinarySearch(ids, id); found {
		return slices.Delete(ids, at, at+1)
	}
	return ids
}

func (d *directory) count(e *entry, n int) {
	c := Count{e.summary.Terms.Game, state(e.summary), e.summary.Terms.Private}
	if d.counts[c] += n; d.counts[c] == 0 {
		delete(d.counts, c)
	}
}

func (d *directory) setWatchers(e *entry, n int) {
	game := e.summary.Terms.Game
	if d.watchers[game] += n - e.watchers; d.watchers[game] == 0 {
		delete(d.watchers, game)
	}
	e.watchers = n
}

func state(s *table.Summary) string {
	switch {
	case s.Phase == table.Waiting:
		return StateWaiting
	case s.Phase == table.Finished:
		return StateFinished
	case s.Adjourned:
		return StateAdjourned
	}
	return StatePlaying
}

// schedule puts an entry at its place in the heap of due tables. If the table is never due,
// or is loaded and has its own timer, schedule removes the entry. The lock must be held.
func (d *directory) schedule(e *entry) {
	wanted := !e.loaded && !e.due.IsZero()
	switch {
	case wanted && e.heapIndex < 0:
		heap.Push(&d.due, e)
	case wanted:
		heap.Fix(&d.due, e.heapIndex)
	case e.heapIndex >= 0:
		heap.Remove(&d.due, e.heapIndex)
	}
}

// dueBy removes at most `limit` due tables from the heap, and returns their numbers. It also
// returns the time when the next table is due, or zero if there is none.
func (d *directory) dueBy(now time.Time, limit int) (ids []table.ID, next time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.due) > 0 {
		e := d.due[0]
		if e.due.After(now) || len(ids) == limit {
			return ids, e.due
		}
		heap.Pop(&d.due)
		e.due = time.Time{}
		ids = append(ids, e.id)
	}
	return ids, time.Time{}
}

// dueHeap is a heap for container/heap, ordered by due time.
type dueHeap []*entry

func (h dueHeap) Len() int           { return len(h) }
func (h dueHeap) Less(i, j int) bool { return h[i].due.Before(h[j].due) }
func (h dueHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i]; h[i].heapIndex, h[j].heapIndex = i, j }
func (h *dueHeap) Push(x any)        { e := x.(*entry); e.heapIndex = len(*h); *h = append(*h, e) }
func (h *dueHeap) Pop() any {
	old := *h
	e := old[len(old)-1]
	old[len(old)-1] = nil
	*h, e.heapIndex = old[:len(old)-1], -1
	return e
}
