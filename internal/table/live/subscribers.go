package live

import (
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

const (
	// countInterval is the minimum time between two views that differ only in the number of
	// spectators.
	countInterval = 500 * time.Millisecond
	// maxSpectatorDelay is the longest time that spectators wait for a view; see spectatorDelay.
	maxSpectatorDelay = 5 * time.Millisecond
	// eventsKept is the number of events that a table keeps in memory for those who follow it.
	eventsKept = 32
	// spectatorBatch is the number of spectators to whom a goroutine sends a view before it
	// lets other goroutines run.
	spectatorBatch = 32
)

// sendingFailed is the message in the log after a panic in a goroutine that sends views.
const sendingFailed = "panic while sending a view"

// subscribers holds the watchers of a table and its newest view.
type subscribers struct {
	logger   *slog.Logger
	changed  func(*table.View)                  // see Config.Changed; may be nil
	blocked  func(player.ID) map[player.ID]bool // returns the people whom a person has blocked
	wake     background.Signal                  // capacity 1: wakes the loop when a watcher is opened or closed
	view     atomic.Pointer[table.View]         // the newest view, including the parts that only some people may see
	mu       sync.Mutex
	people   map[player.ID][]*Watcher // the watchers of each person
	watchers int                      // number of all watchers
	nodes    otherNodes
	base     *table.View // the newest view, without the data on who is connected; see withPresence
	secrets  fold.Secrets
	ratings  *[]player.RatingChange    // rating changes to show in views; nil until they are known
	deleted  []deletedAccount          // accounts that were deleted while the table was loaded
	newest   []table.Numbered          // the newest events of the log, without gaps; at most eventsKept
	views    map[player.ID]*table.View // the newest view for each key that [fold.Secrets.ViewerKey] returns
	reported int                       // number of spectators in the last view that was sent to everyone
	waiting  bool                      // whether the last view was sent to everyone less than countInterval ago
	serving  bool                      // whether a goroutine is sending views to spectators, or will do so after the [spectatorDelay]
	unserved bool                      // whether some spectators may not have received the newest view
	stopped  bool                      // whether the table was stopped; if so, new watchers are closed immediately
	unloaded bool
}

// init stores the first view of the table.
func (subs *subscribers) init(base *table.View, secrets fold.Secrets) {
	subs.people, subs.views = map[player.ID][]*Watcher{}, map[player.ID]*table.View{}
	subs.base, subs.secrets = base, secrets
	subs.view.Store(subs.withPresence())
}

// add adds a watcher. If it is the first watcher of a player with a seat, add sends
// everybody a new view. The lock must be held.
func (subs *subscribers) add(w *Watcher) {
	id := w.viewer.ID
	subs.people[id] = append(subs.people[id], w)
	subs.watchers++
	subs.presenceChanged(id, len(subs.people[id]) == 1)
}

// remove closes and removes a watcher. The lock must be held.
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

// presenceChanged sends a new view, if necessary, after a person has opened or closed a
// watcher. The parameter `sole` says whether this was the person's only watcher. The lock
// must be held.
func (subs *subscribers) presenceChanged(id player.ID, sole bool) {
	switch seated := subs.isSeated(id); {
	case seated && sole:
		subs.send(fold.Everyone)
	case !seated:
		subs.reportCount()
	}
	subs.wake.Send()
}

// reportCount sends the number of spectators if it has changed. If the last report was less
// than countInterval ago, a timer sends it later. The lock must be held.
func (subs *subscribers) reportCount() {
	if subs.waiting || subs.stopped || subs.unloaded || subs.spectators(subs.view.Load()) == subs.reported {
		return
	}
	subs.send(fold.Everyone)
	subs.waiting = true
	time.AfterFunc(countInterval, func() {
		defer background.LogPanic(subs.logger, sendingFailed)
		subs.mu.Lock()
		defer subs.mu.Unlock()
		subs.waiting = false
		subs.reportCount()
	})
}

// remember keeps stored events in memory. It discards earlier ones if events between them and
// the new ones are missing.
func (subs *subscribers) remember(events []table.Numbered) {
	if len(events) == 0 {
		return
	}
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if n := len(subs.newest); n > 0 && subs.newest[n-1].Seq+1 != events[0].Seq {
		subs.newest = nil
	}
	subs.newest = append(subs.newest, events...)
	subs.newest = subs.newest[max(0, len(subs.newest)-eventsKept):]
}

// forget discards the events in memory, because the log may have changed.
func (subs *subscribers) forget() {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.newest = nil
}

// publish stores a new view and sends it to the recipients.
func (subs *subscribers) publish(base *table.View, secrets fold.Secrets, to fold.Recipients) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.base, subs.secrets = base, secrets
	subs.send(to)
}

// send builds a view and sends it to the recipients: first to people with a seat, then to
// spectators. If there are many spectators, another goroutine serves them, so that nobody
// else waits. The lock must be held, so that views arrive in order.
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
		time.AfterFunc(spectatorDelay(v.Spectators), subs.serve)
	}
	if to.Server && subs.changed != nil {
		subs.changed(v)
	}
	subs.reportHere(v)
}

// spectatorDelay returns how long n spectators wait for a view if they are more than
// spectatorBatch, so that the players' screens are updated first. Fewer spectators delay the
// players less, so they wait less.
func spectatorDelay(n int) time.Duration {
	return min(time.Duration(n)*10*time.Microsecond, maxSpectatorDelay)
}

// otherNodes holds the people who are connected to a table through other nodes, and the
// function that tells those nodes who is connected through this node.
type otherNodes struct {
	elsewhere table.Elsewhere // the people who are connected through other nodes
	id        table.ID
	report    func(id table.ID, players []player.ID, spectators int) // calls Cluster.Report; may be nil
}

// reportHere tells the other nodes who is connected through this node. The lock must be
// held.
func (subs *subscribers) reportHere(v *table.View) {
	if subs.nodes.report == nil {
		return
	}
	var players []player.ID
	for i := range v.Seats {
		if id := v.Seats[i].Player.ID; len(subs.people[id]) > 0 && id != "" && !slices.Contains(players, id) {
			players = append(players, id)
		}
	}
	subs.nodes.report(subs.nodes.id, players, subs.spectators(v)-subs.nodes.elsewhere.Spectators)
}

// serve sends the newest view to each spectator who does not have it yet. It lets other
// goroutines run after each batch of spectators, so that players do not wait.
func (subs *subscribers) serve() {
	defer background.LogPanic(subs.logger, sendingFailed)
	for list := subs.unservedWatchers(); list != nil; list = subs.unservedWatchers() {
		for batch := range slices.Chunk(list, spectatorBatch) {
			subs.mu.Lock()
			subs.putAll(batch)
			subs.mu.Unlock()
			runtime.Gosched()
		}
	}
}

// unservedWatchers returns the watchers that may still lack the newest view, or nil if there
// are none.
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

// putAll gives each watcher the newest view; see put. The lock must be held.
func (subs *subscribers) putAll(watchers []*Watcher) {
	for _, w := range watchers {
		subs.put(w)
	}
}

// put gives an open watcher the newest view, unless the watcher already has it. The view
// contains only what the watcher's viewer may see. The lock must be held.
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

// closeAll closes all watchers and refuses new ones.
func (subs *subscribers) closeAll() {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.stopped = true
	subs.closeWatchers()
}

// unloadAll closes all watchers and marks the table as unloaded.
func (subs *subscribers) unloadAll() {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.unloaded = true
	subs.closeWatchers()
}

// closeWatchers sends the last view to all watchers and closes them. The lock must be held.
func (subs *subscribers) closeWatchers() {
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

// withPresence returns the newest view, to which it adds the presence of each player, the
// number of spectators and the rating changes.
func (subs *subscribers) withPresence() *table.View {
	v := *subs.withoutDeleted(subs.base)
	if subs.ratings != nil {
		v.Ratings = *subs.ratings
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		s.Present = subs.connected(s.Player.ID) || s.Player.ID.Bot()
	}
	v.Spectators = subs.spectators(&v)
	return &v
}

// spectators returns the number of connections to the table, at all nodes, of people who
// have no seat in v.
func (subs *subscribers) spectators(v *table.View) int {
	n := subs.watchers + subs.nodes.elsewhere.Spectators
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

// isPresent reports whether a player has at least one watcher on any node. Bots are always
// present.
func (subs *subscribers) isPresent(id player.ID) bool {
	if id.Bot() {
		return true
	}
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.connected(id)
}

// connected reports whether a person has at least one watcher on any node. The lock must be
// held.
func (subs *subscribers) connected(id player.ID) bool {
	return id != "" && (len(subs.people[id]) > 0 || subs.nodes.elsewhere.Present[id])
}

// isHere reports whether a player has at least one watcher on this node.
func (subs *subscribers) isHere(id player.ID) bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return id != "" && len(subs.people[id]) > 0
}

// isElsewhere reports whether a player has watchers on another node.
func (subs *subscribers) isElsewhere(id player.ID) bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	return subs.nodes.elsewhere.Present[id]
}

// lostAt returns when a player was last known to be connected through a node that has failed:
// the last time at which that node was known to run. If the player is connected again, or was
// not connected to a failed node, lostAt returns zero.
func (subs *subscribers) lostAt(id player.ID) (at time.Time) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	if subs.connected(id) {
		return at
	}
	return subs.nodes.elsewhere.Lost[id]
}

// setElsewhere replaces the list of people who are connected through other nodes, and
// publishes the change.
func (subs *subscribers) setElsewhere(e table.Elsewhere) {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	was := subs.nodes.elsewhere
	subs.nodes.elsewhere = e
	switch {
	case !maps.Equal(was.Present, e.Present):
		subs.send(fold.Everyone)
	case was.Spectators != e.Spectators:
		subs.reportCount()
	case maps.EqualFunc(was.Lost, e.Lost, time.Time.Equal):
		return
	}
	subs.wake.Send()
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

// unloadIfEmpty marks a table without watchers as unloaded. It returns false if the table
// has watchers.
func (subs *subscribers) unloadIfEmpty() bool {
	subs.mu.Lock()
	defer subs.mu.Unlock()
	subs.unloaded = subs.watchers == 0
	return subs.unloaded
}
