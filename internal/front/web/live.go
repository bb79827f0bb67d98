package web

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
)

// live notifies viewers of changes. It subscribes to the lobby only once, however many
// viewers there are, and never makes a table wait.
type live struct {
	lobby   *lobby.Lobby
	version *atomic.Uint64 // incremented on each change of the lobby
	seed    maphash.Seed   // of digests

	mu      sync.Mutex
	viewers map[*viewer]bool
}

// viewer is one stream of live updates.
type viewer struct {
	topic   table.ID      // the table to watch, or 0 for the lobby
	state   string        // state of the table or lobby when the viewer was last notified
	changed chan struct{} // capacity 1
}

func newLive(l *lobby.Lobby) *live {
	return &live{lobby: l, version: new(atomic.Uint64), seed: maphash.MakeSeed(), viewers: map[*viewer]bool{}}
}

// run notifies viewers until ctx is done.
func (l *live) run(ctx context.Context) {
	w := l.lobby.Watch()
	defer w.Close()
	for {
		if _, ok := w.Take(ctx); !ok {
			return
		}
		l.version.Add(1)
		l.notify()
	}
}

func (l *live) notify() {
	l.mu.Lock()
	defer l.mu.Unlock()
	states := map[table.ID]string{}
	for v := range l.viewers {
		state, ok := states[v.topic]
		if !ok {
			state = l.state(v.topic)
			states[v.topic] = state
		}
		if v.state != state {
			v.state = state
			select {
			case v.changed <- struct{}{}:
			default:
			}
		}
	}
}

// state returns a text that changes whenever the page of the table `id`, or the page of the
// lobby if id is 0, must be updated.
func (l *live) state(id table.ID) string {
	if id == 0 {
		return fmt.Sprint(l.version.Load())
	}
	s := l.lobby.Line("", id)
	if s == nil {
		return ""
	}
	text := fmt.Sprint(s.Phase, s.Moves, s.Turn, s.Adjourned, s.Result)
	for _, seat := range s.Seats {
		text += " " + string(seat.Player.ID) + " " + seat.Player.Name
	}
	return text
}

// address returns the address of the live updates of a topic, for a page about its present state. If the state
// has changed when the page connects, the stream begins with an update.
func (l *live) address(path string, topic table.ID) string {
	return path + "?since=" + l.digest(l.state(topic))
}

// digest returns a text from which nobody can infer the state: it may tell of moves that are shown later.
func (l *live) digest(state string) string {
	return fmt.Sprintf("%016x", maphash.String(l.seed, state))
}

// add returns a new viewer of a topic, and the present state of the topic.
func (l *live) add(topic table.ID) (v *viewer, state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	state = l.state(topic)
	v = &viewer{topic: topic, state: state, changed: make(chan struct{}, 1)}
	l.viewers[v] = true
	return v, state
}

func (l *live) remove(v *viewer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.viewers, v)
}

// Intervals of live updates. At each heartbeat, the server sends a comment to keep the
// connection alive. It notifies viewers some time after a change, so that the players'
// screens are drawn first. It notifies the viewers at different times, so that they do
// not all load the page at the same moment.
const (
	heartbeat   = 25 * time.Second
	tableDelay  = 50 * time.Millisecond
	lobbyDelay  = 1500 * time.Millisecond
	viewerDelay = time.Millisecond // the maximum random delay is this time multiplied by the number of viewers, but at most maxSpread
	maxSpread   = 400 * time.Millisecond
)

// delay returns how long to wait before a viewer is notified of a change.
func (l *live) delay(topic table.ID) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	spread := rand.N(min(maxSpread, viewerDelay*time.Duration(len(l.viewers)+1)))
	if topic == 0 {
		return lobbyDelay + spread
	}
	return tableDelay + spread
}

// update is the event that tells a page to load itself again.
const update = "data: changed\n\n"

// stream sends a server-sent event for each change of the topic until the client
// disconnects.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, topic table.ID) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	one := s.clients.begin(s.clients.addressOf(r), cancel, clock.Steady())
	if one == nil {
		s.fail(w, http.StatusTooManyRequests)
		return
	}
	defer s.clients.end(one)
	v, state := s.live.add(topic)
	defer s.live.remove(v)
	changed := r.URL.Query().Has("since") && r.URL.Query().Get("since") != s.live.digest(state)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // without this header nginx buffers events
	out := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	text := "retry: 5000\n\n"
	if changed {
		text += update
	}
	for {
		_ = out.SetWriteDeadline(clock.Steady().Add(s.writeTimeout))
		if _, err := fmt.Fprint(w, text); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			text = ": \n\n"
		case <-v.changed:
			text = update
			if !sleep(ctx, s.live.delay(topic)) {
				return
			}
			select { // drop the signal for changes during the delay: one event is enough for all of them
			case <-v.changed:
			default:
			}
		}
		if s.closed() {
			return
		}
	}
}

// sleep waits for the duration d. It returns false if ctx is done earlier.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
