package kit

import (
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// ClubWatch is a watcher that reports changes of the club. It reports all changes between
// two calls of Take as one change.
type ClubWatch struct {
	*table.Mailbox[struct{}]
	stop func()
}

func WatchClub(h *club.Club) *ClubWatch {
	w := &ClubWatch{Mailbox: table.NewMailbox[struct{}]()}
	w.stop = h.Watch(func() { w.Put(struct{}{}) })
	return w
}

// Close stops watching.
func (w *ClubWatch) Close() {
	w.stop()
	w.Mailbox.Close()
}
