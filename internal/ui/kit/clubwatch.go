package kit

import (
	"context"

	"quadrille/internal/club"
)

// ClubWatch is a watcher that reports changes of the club. Changes between two calls of
// Take count as one.
type ClubWatch struct {
	changed chan struct{}
	stop    func()
}

func WatchClub(h *club.Club) *ClubWatch {
	w := &ClubWatch{changed: make(chan struct{}, 1)}
	w.stop = h.Watch(func() {
		select {
		case w.changed <- struct{}{}:
		default: // a change is pending already
		}
	})
	return w
}

// Take waits for a change.
func (w *ClubWatch) Take(ctx context.Context) (struct{}, bool) {
	select {
	case <-w.changed:
		return struct{}{}, true
	case <-ctx.Done():
		return struct{}{}, false
	}
}

// Close stops watching.
func (w *ClubWatch) Close() { w.stop() }
