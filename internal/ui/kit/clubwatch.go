package kit

import (
	"context"

	"quadrille/internal/club"
)

// ClubWatch tells that the house has changed, once for all changes since it was
// asked last. It is a watcher.
type ClubWatch struct {
	changed chan struct{}
	stop    func()
}

func WatchClub(h *club.Club) *ClubWatch {
	w := &ClubWatch{changed: make(chan struct{}, 1)}
	w.stop = h.Watch(func() {
		select {
		case w.changed <- struct{}{}:
		default: // that is to be told anyway
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

// Close ends it.
func (w *ClubWatch) Close() { w.stop() }
