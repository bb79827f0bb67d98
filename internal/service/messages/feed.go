package messages

import (
	"context"
	"sync"

	"quadrille/internal/player"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Item is one thing that a feed delivers: a message, or news of a followed account.
type Item struct {
	Message  Message
	Followed *view.Followed // nil for a message
}

// Feed delivers messages and news to one session. While the owner of the session plays a
// live game, the feed delivers nothing.
type Feed struct {
	// LeaveUnread makes Take leave messages unread. Set it if the caller of Take only
	// announces messages.
	LeaveUnread bool

	service *Service
	owner   player.ID
	wake    *table.Mailbox[struct{}] // filled when there may be items to take

	mu    sync.Mutex
	items []Item
}

// maxItems is the maximum number of items that wait in a feed. If there are more, the oldest
// are dropped.
const maxItems = 100

// Subscribe returns a feed that receives all later items for an account or guest. The
// service never waits for a feed to be read.
func (s *Service) Subscribe(owner player.ID) *Feed {
	f := &Feed{service: s, owner: owner, wake: table.NewMailbox[struct{}]()}
	if s == nil {
		return f
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feeds[f] = true
	return f
}

// Take waits for the next items. It returns false after Close, or when ctx is done. It marks
// the returned direct messages as read, unless LeaveUnread is set.
func (f *Feed) Take(ctx context.Context) ([]Item, bool) {
	for {
		if list := f.next(); len(list) > 0 {
			var direct []Message
			for _, i := range list {
				if i.Message.To == f.owner && !f.LeaveUnread {
					direct = append(direct, i.Message)
				}
			}
			if direct != nil {
				f.service.markRead(ctx, f.owner, direct)
			}
			return list, true
		}
		if _, ok := f.wake.Take(ctx); !ok {
			return nil, false
		}
	}
}

// Notify registers a function that is called once, as soon as there may be items to take or
// the feed is closed. The function must not block.
func (f *Feed) Notify(ready func()) { f.wake.Notify(ready) }

// next returns the items that the owner may see now, and removes them from the feed.
func (f *Feed) next() []Item {
	if f.service == nil {
		return nil
	}
	if f.service.inLiveGame(f.owner) {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.items
	f.items = nil
	return list
}

func (f *Feed) put(i Item) {
	f.mu.Lock()
	f.items = append(f.items, i)
	f.items = f.items[max(0, len(f.items)-maxItems):]
	f.mu.Unlock()
	f.nudge()
}

func (f *Feed) nudge() { f.wake.Put(struct{}{}) }

// Close ends the feed. It may be called several times.
func (f *Feed) Close() {
	f.wake.Close()
	if f.service == nil {
		return
	}
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	delete(f.service.feeds, f)
}
