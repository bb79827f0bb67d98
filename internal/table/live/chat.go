package live

import (
	"errors"
	"time"

	"quadrille/internal/table"
)

// chatBatch collects chat messages for a short time, so that several messages are stored
// in one transaction.
type chatBatch struct {
	waiting []request
	by      time.Time // when the batch must be stored at the latest
}

func (c *chatBatch) add(r request, now time.Time) (full bool) {
	if len(c.waiting) == 0 {
		c.by = now.Add(table.ChatBatchDelay)
	}
	c.waiting = append(c.waiting, r)
	return len(c.waiting) == table.ChatBatchSize
}

// due returns when the batch must be stored at the latest, or zero if it is empty.
func (c *chatBatch) due() (due time.Time) {
	if len(c.waiting) > 0 {
		due = c.by
	}
	return due
}

// refuse sends an error to the authors of all messages in the batch, and empties the batch.
func (c *chatBatch) refuse(why error) {
	for _, r := range c.waiting {
		r.answer <- why
	}
	c.waiting = nil
}

// storeChat stores the waiting messages and replies to their authors. If another node appends
// events first, storeChat checks and stores the messages again.
func (l *loop) storeChat() {
	if err := l.settled(); err != nil {
		l.chat.refuse(err)
		return
	}
	lines := l.chat.waiting
	l.chat.waiting = nil
	again := newRace()
	results, err := l.tryChat(lines)
	for errors.Is(err, errOvertaken) && again.again(l) {
		results, err = l.tryChat(lines)
	}
	if errors.Is(err, errOvertaken) {
		l.chat.waiting = lines
		l.chat.refuse(table.NotStored(err))
		return
	}
	for i, r := range lines {
		switch {
		case results[i] != nil || r.repeated:
		case err != nil:
			results[i] = err
		default:
			l.presence.recordActivity(r.by, l.now())
			l.history.recordDone(r.key)
		}
		r.answer <- results[i]
	}
}

// tryChat checks the waiting messages and stores those that are accepted. It returns the
// result of each message, and an error if the accepted messages could not be stored.
func (l *loop) tryChat(lines []request) (results []error, err error) {
	d := l.newDecision()
	results = make([]error, len(lines))
	if l.closing != nil { // another node has closed the table meanwhile
		return results, l.closing
	}
	first, confirmed := map[commandKey]int{}, false
	for i := range lines {
		r := &lines[i]
		if results[i], r.repeated = l.history.answer(r.key); r.repeated {
			if results[i] == nil {
				results[i] = l.replica.durable()
			}
			if errors.Is(results[i], errOvertaken) {
				return make([]error, len(lines)), errOvertaken
			}
			continue
		}
		if copied, ok := first[r.key]; ok {
			results[i] = results[copied]
			continue
		}
		if !r.charged {
			results[i] = r.charge(r.size, false)
		}
		if r.charged = results[i] == nil; !r.charged {
			continue
		}
		if r.key.id != "" {
			first[r.key] = i
		}
		before, events := d.State.Clone(), len(d.Events)
		if results[i] = r.decide(d); results[i] != nil {
			// Drop what the refused line has caused, such as the return of an away author.
			d.State, d.Events = before, d.Events[:events]
			if !confirmed { // another node may have stored events that allow the line
				if overtaken := l.replica.confirm(); overtaken != nil {
					return make([]error, len(lines)), overtaken
				}
				confirmed = true
			}
			l.history.recordRefused(r.key, results[i])
		}
	}
	return results, l.commit(d)
}
