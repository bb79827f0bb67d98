package live

import (
	"time"

	"quadrille/internal/table"
)

// chatBatch is the chat that waits a moment, so that lines share a commit.
type chatBatch struct {
	waiting []request
	by      time.Time // when it is stored
}

// add appends a line and reports whether the batch is full.
func (c *chatBatch) add(r request, now time.Time) (full bool) {
	if len(c.waiting) == 0 {
		c.by = now.Add(table.ChatBatchDelay)
	}
	c.waiting = append(c.waiting, r)
	return len(c.waiting) == table.ChatBatchSize
}

// due returns when the batch is stored; zero if nothing waits.
func (c *chatBatch) due() (due time.Time) {
	if len(c.waiting) > 0 {
		due = c.by
	}
	return due
}

// refuse answers the lines of a table that has ended.
func (c *chatBatch) refuse(why error) {
	for _, r := range c.waiting {
		r.answer <- why
	}
	c.waiting = nil
}

// storeChat decides and stores the lines of the batch in one commit.
func (l *loop) storeChat() {
	said := l.chat.waiting
	l.chat.waiting = nil
	d := l.draft()
	results := make([]error, len(said))
	now := map[actKey]bool{}
	for i, r := range said {
		var known bool
		if results[i], known = l.repeats.answer(r.key); known || now[r.key] {
			continue
		}
		if results[i] = r.charge(r.size, false); results[i] != nil {
			continue
		}
		now[r.key] = r.key.id != ""
		if results[i] = r.decide(d); results[i] != nil {
			l.repeats.wasRefused(r.key, results[i])
		}
	}
	err := l.commit(d)
	for i, r := range said {
		if results[i] == nil && err == nil {
			l.repeats.wasDone(r.key)
		} else if results[i] == nil {
			results[i] = err
		}
		r.answer <- results[i]
	}
}
