package live

import (
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

const (
	// countInterval is the least time between two views that only report a new number of
	// spectators.
	countInterval = 500 * time.Millisecond
	// spectatorBatch is how many spectators receive a view before other goroutines may run.
	spectatorBatch = 32
)

// subscribers holds the watchers of a table and the newest view.
type subscribers struct {
	logger   *slog.Logger
	changed  func(*table.View)                  // the function Config.Changed; may be nil
	blocked  func(player.ID) map[player.ID]bool // the people whom a person has blocked
	wake     chan struct{}                      // capacity 1: wakes the loop when a watcher comes or leaves
	view     atomic.Pointer[table.View]         // the newest view, unfiltered
	mu       sync.Mutex
	people   map[player.ID][]*Watcher // the watchers of each person
	watchers int                      // number of all watchers
	base     *table.View              // the view without presence
	secrets  fold.Secrets
	ratings  *[]player.RatingChange    // changes of ratings, which the views show; nil until they are known
	deleted  []deletedAccount          // accounts that were deleted while the table was loaded
	views    map[player.ID]*table.View // the newest view of each key; see [fold.Secrets.ViewerKey]
	reported int                       // number of spectators in the last view that was sent to everyone
	waiting  bool                      // less than countInterval has passed since the last report of that number
	serving  bool                      // a goroutine sends views to spectators
	unserved bool                      // that goroutine must look at all spectators again
	stopped  bool                      // the table was stopped: new watchers are closed at once
	unloaded bool
}

// init stores the first view.
func (subs *subscribers) init(base *table.View, secrets fold.Secrets) {
	subs.people, subs.views = map[player.ID][]*Watcher{}, map[player.ID]*table.View{}
	subs.base, subs.secrets = base, secrets
	subs.view.Store(subs.withPresence())
}

// add adds a watcher. Everyone learns at once that a player is connected, and later that
// there is one more spectator. The caller holds the lock.
func (subs *subscribers) add(w *Watcher) {
	id := w.viewer.ID
	subs.people[id] = append(subs.people[id], w)
	subs.watchers++
	subs.presenceChanged(id, len(subs.people[id]) == 1)
}

// remove closes and removes a watcher. The caller holds the lock.
func (subs *subscribers) remove(w *Watcher) {
	id := w.viewer.ID
	w.closed = true
	w.box.Close()
	subs.people[id] = slices.DeleteFunc(subs.people[id], func(other *Watcher) bool { return other == w })
	if len(subs.people[id]) == 0 {
		delete(subs.people, id)
	}
	subs.watchers--
	subs.presenceChanged(id, len(subs.people[id]) == 0)
}

// presenceChanged reports that a person has opened or closed a watcher. only means that the
// person has no other. The caller holds the lock.
func (subs *subscribers) presenceChanged(id player.ID, only bool) {
	switch seated := subs.isSeated(id); {
	case seated && only:
		subs.send(fold.Everyone)
	case !seated:
		subs.reportCount()
	}
	select {
	case subs.wake <- struct{}{}:
	default:
	}
}

// reportCount sends the number of spectators if it has changed, or lets the timer do this
// if the last report was less than countInterval ago. The caller holds the lock.
func (subs *subscribers) reportCount() {
	if subs.waiting || subs.stopped || subs.unloaded || subs.spectators(subs.view.Load()) == subs.reported {
		return
	}
	subs.send(fold.Everyone)
	subs.waiting = true
	time.AfterFunc(countInterval, func() {
		subs.recoverPanic(func() {
			subs.mu.Lock()
			defer subs.mu.Unlock()
			subs.waiting = false
			subs.reportCount()
		})
	})
}

// recoverPanic calls f and logs a panic in it.
func (subs *subscribers) recoverPanic(f func()) {
	defer func() {
		if fault := recover(); fault != nil {
			subs.logger.Error("panic while sending a view", slog.Any("fault", fault), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
}

// publish stores a new view and sends it to the recipients.
func (subs *subscribers) publish(base *table.View, secrets fold.Secrets, to fold.Recipients) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.base, subs.secrets = base, secrets
	subs.send(to)
}

// send builds a view and sends it to the recipients: first to those with a seat, then to
// spectators. Another goroutine serves many spectators, so that the table does not wait. The
// caller holds the lock, so that views arrive in order.
func (subs *subscribers) send(to fold.Recipients) {
	v := subs.withPresence()
	subs.view.Store(v)
	if to.All() {
		subs.reported = v.Spectators
	}
	maps.DeleteFunc(subs.views, func(id player.ID, _ *table.View) bool {
		included := to.Include(&subs.secrets, id)
		subs.unserved = subs.unserved || included && !subs.isSeated(id)
		return included
	})
	for i := range v.Seats {
		subs.putAll(subs.people[v.Seats[i].Player.ID])
	}
	switch {
	case !subs.unserved || subs.serving:
	case v.Spectators <= spectatorBatch:
		subs.unserved = false
		for _, watchers := range subs.people {
			subs.putAll(watchers)
		}
	default:
		subs.serving = true
		go subs.recoverPanic(subs.serve)
	}
	if to.Server && subs.changed != nil {
		subs.changed(v)
	}
}

// serve sends the newest views to the spectators who lack them. It lets other goroutines
// run after each batch, so that players do not wait.
func (subs *subscribers) serve() {
	for list := subs.unservedWatchers(); list != nil; list = subs.unservedWatchers() {
		for batch := range slices.Chunk(list, spectatorBatch) {
			subs.mu.Lock()
			subs.putAll(batch)
			subs.mu.Unlock()
			runtime.Gosched()
		}
	}
}

// unservedWatchers returns the watchers that may lack the newest view, or nil if none does.
func (subs *subscribers) unservedWatchers() (list []*Watcher) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.serving = subs.unserved && subs.watchers > 0; !subs.serving {
		return nil
	}
	subs.unserved = false
	list = make([]*Watcher, 0, subs.watchers)
	for _, watchers := range subs.people {
		list = append(list, watchers...)
	}
	return list
}

// putAll calls put for each watcher. The caller holds the lock.
func (subs *subscribers) putAll(watchers []*Watcher) {
	for _, w := range watchers {
		subs.put(w)
	}
}

// put gives an open watcher the newest view for its viewer, unless it has this view. The
// caller holds the lock.
func (subs *subscribers) put(w *Watcher) {
	key := subs.secrets.ViewerKey(w.viewer.ID)
	v := subs.views[key]
	if v == nil {
		v = subs.reportable(subs.view.Load(), w.viewer.ID)
		subs.views[key] = v
	}
	if w.given != v && !w.closed {
		w.given = v
		w.box.Put(fold.WithoutChatOf(v, subs.blocked(w.viewer.ID)))
	}
}

// closeAll gives all watchers their last view, closes them, and refuses new ones.
func (subs *subscribers) closeAll() {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.stopped = true
	for _, watchers := range subs.people {
		for _, w := range watchers {
			subs.put(w)
			w.closed = true
			w.box.Close()
		}
	}
	clear(subs.people)
	subs.watchers = 0
}

// withPresence returns the base view with the connected players, the number of spectators
// and the changes of ratings filled in.
func (subs *subscribers) withPresence() *table.View {
	v := *subs.withoutDeleted(subs.base)
	if subs.ratings != nil {
		v.Ratings = *subs.ratings
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Present = s.Player.ID != "" && len(subs.people[s.Player.ID]) > 0 || s.Player.ID.Bot()
	}
	v.Spectators = subs.spectators(&v)
	return &v
}

// spectators counts the watchers of people without a seat in a view.
func (subs *subscribers) spectators(v *table.View) int {
	n := subs.watchers
	for i := range v.Seats {
		id := v.Seats[i].Player.ID
		earlier := slices.ContainsFunc(v.Seats[:i], func(s table.SeatView) bool { return s.Player.ID == id })
		if id != "" && !earlier {
			n -= len(subs.people[id])
		}
	}
	return n
}

// isSeated reports whether a person has a seat in the newest view.
func (subs *subscribers) isSeated(id player.ID) bool {
	return id != "" && slices.ContainsFunc(subs.view.Load().Seats[:], func(s table.SeatView) bool { return s.Player.ID == id })
}

// isPresent reports whether a player has at least one watcher. Bots are always present.
func (subs *subscribers) isPresent(id player.ID) bool {
	if id.Bot() {
		return true
	}
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return id != "" && len(subs.people[id]) > 0
}

// list returns everybody who has a watcher.
func (subs *subscribers) list() []player.ID {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return slices.Collect(maps.Keys(subs.people))
}

func (subs *subscribers) isUnloaded() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.unloaded
}

func (subs *subscribers) isWatched() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.watchers > 0
}

// unloadIfEmpty marks the table as unloaded and reports true if it has no watchers.
func (subs *subscribers) unloadIfEmpty() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.unloaded = subs.watchers == 0
	return subs.unloaded
}
