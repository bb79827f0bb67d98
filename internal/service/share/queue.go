package share

import (
	"cmp"
	"context"
	"maps"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"quadrille/internal/clock"
)

const (
	// memoryInAll is the maximum memory of all files that are made, or that wait until their
	// clients have read them. A file that needs more is made alone.
	memoryInAll = 48 << 20

	// patience is the time after which a client that has not read a part of its file loses it,
	// if others wait for the memory.
	patience = 10 * time.Second

	// pagesEach and pagesInAll are the maximum numbers of web pages that wait for a slot.
	pagesEach, pagesInAll = 16, 256
)

// slots returns the number of files and web pages that are made at the same time: one for
// every two processors, so that there is always a processor for the games.
func slots() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// queue gives the slots in which files and web pages are made. A page comes before all files,
// because it needs little time. Within a line, the address that has had the least comes first.
type queue struct {
	mu           sync.Mutex
	slots, free  int
	memory       int64
	pages, files line
	flushes      map[*file]time.Time // files whose clients are reading a part, and since when
	later        *time.Timer         // calls evict when a client may lose its file
}

// line holds those who wait, in the order of start-time fair queueing: a turn of an address
// begins when its last turn has ended, in a time that counts only work.
type line struct {
	waiting []*turn
	now     int64
	ends    map[netip.Prefix]int64 // when the last turn of an address ends; addresses may be missing for which that time is over
	count   uint64
}

// turn is the right to a slot.
type turn struct {
	from    netip.Prefix
	begins  int64
	number  uint64        // order of arrival
	memory  int64         // memory to reserve with the slot
	granted chan struct{} // closed when the turn has its slot
	place   chan int      // the place in the line, from 1; capacity 1
}

// join adds a turn of the given cost to the line.
func (l *line) join(from netip.Prefix, cost, memory int64) *turn {
	if l.ends == nil {
		l.ends = map[netip.Prefix]int64{}
	}
	l.count++
	t := &turn{from: from, begins: max(l.now, l.ends[from]), number: l.count, memory: memory}
	l.ends[from] = t.begins + cost
	l.insert(t)
	return t
}

// insert adds a turn to the line, which may be one that was in it before.
func (l *line) insert(t *turn) {
	t.granted, t.place = make(chan struct{}), make(chan int, 1)
	i, _ := slices.BinarySearchFunc(l.waiting, t, func(a, b *turn) int {
		return cmp.Or(cmp.Compare(a.begins, b.begins), cmp.Compare(a.number, b.number))
	})
	l.waiting = slices.Insert(l.waiting, i, t)
}

// leave removes a turn from the line and reports whether it was in it.
func (l *line) leave(t *turn) bool {
	i := slices.Index(l.waiting, t)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
	return i >= 0
}

// take removes the first turn from the line and grants it.
func (l *line) take() {
	t := l.waiting[0]
	l.waiting = l.waiting[1:]
	if l.now = max(l.now, t.begins); len(l.ends) > 1000 {
		maps.DeleteFunc(l.ends, func(_ netip.Prefix, end int64) bool { return end <= l.now })
	}
	close(t.granted)
}

// showPlaces sends each waiting turn its place in the line.
func (l *line) showPlaces() {
	for i, t := range l.waiting {
		select {
		case <-t.place:
		default:
		}
		t.place <- i + 1
	}
}

func newQueue() queue {
	n := slots()
	return queue{slots: n, free: n, flushes: map[*file]time.Time{}}
}

// grant gives the free slots to those who wait. The caller holds the lock.
func (q *queue) grant() {
	for q.free > 0 {
		switch {
		case len(q.pages.waiting) > 0:
			q.pages.take()
		case len(q.files.waiting) > 0 && q.fits(q.files.waiting[0].memory):
			q.memory += q.files.waiting[0].memory
			q.files.take()
		default:
			q.files.showPlaces()
			q.evictLater()
			return
		}
		q.free--
	}
	q.files.showPlaces()
}

func (q *queue) fits(memory int64) bool {
	return memory == 0 || q.memory == 0 || q.memory+memory <= memoryInAll
}

// wait waits until a turn has a slot. It calls `show` with the place in the line, at first and
// whenever the place has changed. If ctx ends first, the turn loses its place, or its slot.
func (q *queue) wait(ctx context.Context, l *line, t *turn, show func(place int)) error {
	last := 0
	for {
		select {
		case <-t.granted:
			return nil
		default:
		}
		select {
		case <-t.granted:
			return nil
		case place := <-t.place:
			if show != nil && place != last {
				show(place)
			}
			last = place
		case <-ctx.Done():
			q.mu.Lock()
			defer q.mu.Unlock()
			if !l.leave(t) { // the turn got a slot meanwhile
				q.free++
				q.memory -= t.memory
			}
			q.grant()
			return context.Cause(ctx)
		}
	}
}

// release gives a slot back.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.grant()
}

// pageWaits reports whether a web page waits for a slot.
func (q *queue) pageWaits() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.pages.waiting) > 0
}

// reserve changes the memory in use.
func (q *queue) reserve(bytes int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.memory += bytes
	q.grant()
}

// flushing records that the client of a file reads a part of it, or has read it.
func (q *queue) flushing(f *file, on bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if on {
		q.flushes[f] = clock.Steady()
	} else {
		delete(q.flushes, f)
	}
	q.grant()
}

// evictLater starts a timer if the first file in the line waits for memory that the file of a
// slow client has. The caller holds the lock.
func (q *queue) evictLater() {
	if q.later != nil {
		q.later.Stop()
	}
	if len(q.files.waiting) == 0 || len(q.flushes) == 0 {
		return
	}
	first := slices.MinFunc(slices.Collect(maps.Values(q.flushes)), time.Time.Compare)
	q.later = time.AfterFunc(first.Add(patience).Sub(clock.Steady()), q.evict)
}

// evict ends the files of slow clients while others wait for the memory. A file gives its
// memory back when its client's connection accepts or refuses the next few bytes.
func (q *queue) evict() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for f, since := range q.flushes {
		if len(q.files.waiting) > 0 && clock.Steady().Sub(since) >= patience {
			q.endSlow(f)
		}
	}
	q.grant()
}

// evictOne ends the file whose client has been reading a part for the longest time, if that is
// too long, and returns the file.
func (q *queue) evictOne() *file {
	q.mu.Lock()
	defer q.mu.Unlock()
	var slowest *file
	for f, since := range q.flushes {
		if clock.Steady().Sub(since) >= patience && (slowest == nil || since.Before(q.flushes[slowest])) {
			slowest = f
		}
	}
	if slowest != nil {
		q.endSlow(slowest)
	}
	return slowest
}

// endSlow ends the file of a slow client. The caller holds the lock.
func (q *queue) endSlow(f *file) {
	delete(q.flushes, f)
	f.end(TooSlow.Refuse())
}
