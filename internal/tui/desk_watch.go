package tui

import (
	"context"

	"quadrille/internal/club"
)

// houseWatch tells that the house has changed, once for all changes since it was
// asked last. It is a watcher.
type houseWatch struct {
	changed chan struct{}
	stop    func()
}

func watchHouse(h *club.House) *houseWatch {
	w := &houseWatch{changed: make(chan struct{}, 1)}
	w.stop = h.Watch(func() {
		select {
		case w.changed <- struct{}{}:
		default: // that is to be told anyway
		}
	})
	return w
}

// Take waits for a change.
func (w *houseWatch) Take(ctx context.Context) (*club.House, bool) {
	select {
	case <-w.changed:
		return nil, true
	case <-ctx.Done():
		return nil, false
	}
}

// Close ends it.
func (w *houseWatch) Close() { w.stop() }
