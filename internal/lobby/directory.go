package lobby

import (
	"cmp"
	"container/heap"
	"container/list"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// shown is how many of the tables that wait, and of those that are played at, a view
// of the lobby holds. All others are found page by page.
const maxListed = 200

// directory lists the live tables, and the newest that are finished, whether they are
// loaded or not. It holds their summaries in memory, about a kilobyte each: the lobby
// tells its watchers several times a second, and should not read the disk for that.
// Tables tell it of their changes in the middle of their work, so its lock is held for
// moments only, and nothing is called meanwhile.
type directory struct {
	mu       sync.Mutex
	entries  map[table.ID]*entry
	live     []table.ID // by number
	waiting  []table.ID // of those, that wait for players
	playing  *list.List // *entry: the one where somebody acted last first
	finished []*entry   // with a result, the one that ended last first, at most finishedKept
	people   map[player.ID][]table.ID
	due      dueHeap
	counts   map[Count]int
	watchers map[string]int // by game
	facts    map[string]*rules.Facts
}

// Count is what tables are counted by.
type Count struct {
	Game, State string
	Private     table.Privacy
}

// The states that tables are counted in.
const (
	StateWaiting   = "waiting"
	StatePlaying   = "playing"
	StateAdjourned = "adjourned"
	StateFinished  = "finished"
)

// entry is one table of the directory.
type entry struct {
	id      table.ID
	summary *table.Summary // unchanging
	facts   *rules.Facts
	people  []player.ID
	present rules.Seats
	// watchers is how many spectators are connected.
	watchers      int
	strength      int
	strengthKnown bool // strength is known
	loaded        bool
	due           time.Time // when it has to be loaded; zero: never
	heapIndex     int       // in the heap; -1: it is not there
	element       *list.Element
}

func newDirectory() *directory {
	return &directory{
		entries:  map[table.ID]*entry{},
		playing:  list.New(),
		people:   map[player.ID][]table.ID{},
		counts:   map[Count]int{},
		watchers: map[string]int{},
		facts:    map[string]*rules.Facts{},
	}
}

// seen updates the entry of a loaded table from its view.
func (d *directory) updateLoaded(v *table.View) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.put(v.ID, v.Summary)
	if e == nil {
		return
	}
	e.present = 0
	for i := range v.Seats {
		if v.Seats[i].Present {
			e.present = e.present.With(rules.Seat(i))
		}
	}
	d.setWatchers(e, v.Spectators)
	e.loaded = true
	d.schedule(e)
}

// stored updates the entry of a table that is not loaded.
func (d *directory) updateStored(id table.ID, s *table.Summary) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.put(id, s); e != nil {
		e.due = s.Due
		d.schedule(e)
	}
}

// unloaded notes that a table is not loaded any more, and when it has to be again.
func (d *directory) unloaded(id table.ID, due time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		e.loaded, e.due, e.present = false, due, 0
		d.setWatchers(e, 0)
		d.schedule(e)
	}
}

// remove takes a table out of the directory.
func (d *directory) remove(id table.ID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		d.drop(e)
	}
}

// waitingForPlayers yields the tables whose game has not begun, and their hosts, without
// those of evenings.
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

// summary returns the summary of a table, nil if the directory does not have it.
func (d *directory) summary(id table.ID) *table.Summary {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		return e.summary
	}
	return nil
}

// line returns a table as the lobby shows it.
func (d *directory) line(id table.ID) (Summary, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[id]; e != nil {
		return e.line(), true
	}
	return Summary{}, false
}

// put makes or changes an entry; nil if the table is not to be listed. The lock is
// held.
func (d *directory) put(id table.ID, s *table.Summary) *entry {
	e := d.entries[id]
	if s.Phase == table.Finished && !s.Over {
		if e != nil { // it was closed without a result: nothing to look at
			d.drop(e)
		}
		return nil
	}
	if e == nil {
		e = &entry{id: id, heapIndex: -1, facts: d.factsOf(&s.Terms)}
		d.entries[id] = e
	} else {
		d.unlist(e, s)
	}
	before := e.summary
	e.summary = s
	if people := s.People(); !slices.Equal(people, e.people) {
		d.index(e, people)
	}
	d.list(e, before)
	if s.Phase == table.Finished && !slices.Contains(d.finished, e) {
		return nil // older than those that are kept
	}
	return e
}

// unlist takes an entry out of the lists that its next summary does not belong in.
// The lock is held.
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
}

// list puts an entry into the lists that it belongs in; before is what it was. The
// lock is held.
func (d *directory) list(e *entry, before *table.Summary) {
	d.count(e, 1)
	s := e.summary
	fresh := before == nil || before.Phase != s.Phase
	if before == nil && s.Phase != table.Finished {
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

// insert puts a table that is played at where it belongs: nearly always at the front.
// The lock is held.
func (d *directory) insert(e *entry) {
	for at := d.playing.Front(); at != nil; at = at.Next() {
		if !at.Value.(*entry).summary.Active.After(e.summary.Active) {
			e.element = d.playing.InsertBefore(e, at)
			return
		}
	}
	e.element = d.playing.PushBack(e)
}

// newer is the order of finished tables.
func newer(a, b *entry) int {
	return cmp.Or(b.summary.Ended.Compare(a.summary.Ended), cmp.Compare(b.id, a.id))
}

// drop forgets an entry. The lock is held.
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

// index notes who has to do with a table. The lock is held.
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

// with returns sorted numbers with one more.
func with(ids []table.ID, id table.ID) []table.ID {
	at, found := slices.BinarySearch(ids, id)
	if found {
		return ids
	}
	return slices.Insert(ids, at, id)
}

// without returns sorted numbers without one.
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

// factsOf shares the facts of a game among all tables with the same options. The
// lock is held.
func (d *directory) factsOf(t *table.Terms) *rules.Facts {
	key := t.Game
	for _, name := range slices.Sorted(maps.Keys(t.Options)) {
		key += " " + name + "=" + t.Options[name]
	}
	f := d.facts[key]
	if f == nil {
		f = &rules.Facts{Title: t.Game} // of a game that this program does not know
		if v, err := variants.New(t.Game, t.Options); err == nil {
			f = v.Facts()
		}
		d.facts[strings.Clone(key)] = f
	}
	return f
}

// schedule keeps the heap of what is due: tables that are loaded see to themselves.
// The lock is held.
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

// dueBy takes out tables that have to be loaded by now, at most limit, and returns
// when the next has to be; zero if none has.
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

// dueHeap is a heap of entries, for container/heap: the one that is due first first.
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
