package live

import "time"

// talkDue is when what was said is stored; zero if nothing was.
func (t *Table) talkDue() (due time.Time) {
	if len(t.talks) > 0 {
		due = t.talkBy
	}
	return due
}

// recite decides and stores together what people said, in one commit.
func (t *Table) recite() {
	said := t.talks
	t.talks = nil
	d := t.draft()
	results := make([]error, len(said))
	now := map[actKey]bool{}
	for i, r := range said {
		var known bool
		if results[i], known = t.repeats.answer(r.key); known || now[r.key] {
			continue
		}
		if results[i] = r.charge(r.size, false); results[i] != nil {
			continue
		}
		now[r.key] = r.key.id != ""
		if results[i] = r.decide(d); results[i] != nil {
			t.repeats.wasRefused(r.key, results[i])
		}
	}
	err := t.commit(d)
	for i, r := range said {
		if results[i] == nil && err == nil {
			t.repeats.wasDone(r.key)
		} else if results[i] == nil {
			results[i] = err
		}
		r.answer <- results[i]
	}
}

// hush answers what was said to a table that has ended.
func (t *Table) hush() {
	for _, r := range t.talks {
		r.answer <- t.closing
	}
	t.talks = nil
}
