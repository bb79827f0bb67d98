package live

import (
	"time"

	"quadrille/internal/table"
)

// chatBatch collects chat messages for a short time, so that several are stored in one
// transaction.
type chatBatch struct {
	waiting []request
	by      time.Time // when the batch must be stored
}

func (c *chatBatch) add(r request, now time.Time) (full bool) {
	if len(c.waiting) == 0 {
		c.by = now.Add(table.ChatBatchDelay)
	}
	c.waiting = append(c.waiting, r)
	return len(c.waiting) == table.ChatBatchSize
}

// due returns when the batch must be stored, or zero if it is empty.
func (c *chatBatch) due() (due time.Time) {
	if len(c.waiting) > 0 {
		due = c.by
	}
	return due
}

// refuse answers all waiting messages with an error.
func (c *chatBatch) refuse(why error) {
	for _, r := range c.waiting {
		r.answer <- why
	}
	c.waiting = nil
}

func (l *loop) storeChat() {
	lines := l.chat.waiting
	l.chat.waiting = nil
	d := l.newDecision()
	results := make([]error, len(lines))
	now := map[commandKey]bool{}
	for i, r := range lines {
		var known bool
		if results[i], known = l.history.answer(r.key); known || now[r.key] {
			continue
		}
		if results[i] = r.charge(r.size, false); results[i] != nil {
			continue
		}
		now[r.key] = r.key.id != ""
		if results[i] = r.decide(d); results[i] != nil {
			l.history.recordRefused(r.key, results[i])
		}
	}
	err := l.commit(d)
	for i, r := range lines {
		if results[i] == nil && err == nil {
			l.history.recordDone(r.key)
		} else if results[i] == nil {
			results[i] = err
		}
		r.answer <- results[i]
	}
}
