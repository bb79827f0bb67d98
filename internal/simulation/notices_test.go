package simulation

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// reader is a session that watches a table, with the notices that it has shown to a person.
type reader struct {
	person      *person
	table       table.ID
	begun       bool
	first, last int // numbers of the events of the first and of the last view
	number      int // number of the last notice
	notices     map[int][]present.Notice
}

// read takes the notices of a view that the session has not shown yet, as the front ends do.
func (one *reader) read(v *table.View) {
	t := present.For(v, present.Viewer{ID: one.person.ID})
	if !one.begun || v.Seq < one.last { // a fail-over has lost events
		one.begun, one.first, one.number, one.notices = true, v.Seq, present.LastNotice(t.View), map[int][]present.Notice{}
	}
	for _, n := range t.Notices(one.number) {
		one.notices[n.Number], one.number = append(one.notices[n.Number], n), n.Number
	}
	one.last = v.Seq
}

// notable is an event of which everybody at a table must read: a seat is out, or the game is over.
type notable struct {
	event  int // number of the event
	kinds  []table.NotableKind
	people []player.ID // the people that it concerns
}

// ends lists the kinds of notices that tell the end of a game.
var ends = []table.NotableKind{table.GameWon, table.GameDrawn, table.GameAborted, table.GameClosed, table.GameAdjudicated}

// notables computes of what the people at a table must read, from the positions alone.
func notables(l *logged) (list []notable) {
	s, err := fold.New(l.events[0], variants.New)
	if err != nil {
		return nil
	}
	seated := func(seats rules.Seats) (list []player.ID) {
		for seat := range seats.All() {
			if who := s.Seats.List[seat].Player.ID; who != "" && !who.Bot() {
				list = append(list, who)
			}
		}
		return list
	}
	over := func() bool { return s.Over() || s.Fairness.Aborted != nil || s.Phase == table.Finished }
	for i := 1; i < len(l.events); i++ {
		out, ended := s.Game.Position.Out(), over()
		if s.Apply(l.events[i]) != nil {
			break
		}
		for seat := range (s.Game.Position.Out() &^ out).All() {
			list = append(list, notable{i + 1, []table.NotableKind{table.SeatOut}, seated(rules.Seats(0).With(seat))})
		}
		kinds := ends // of a game without a result
		if s.Over() {
			kinds = ends[:2]
		}
		if !ended && over() {
			list = append(list, notable{i + 1, kinds, seated(0x0F)})
		}
	}
	return list
}

// checkNotices checks that everybody who has watched a table has read who is out and how the game
// ended, in words, and that it was marked as theirs if it concerns them.
func (w *world) checkNotices(logs map[table.ID]*logged) {
	all := map[table.ID][]notable{}
	for id, l := range logs {
		if !w.db.failedTable(id) {
			all[id] = notables(l)
		}
	}
	for _, one := range w.readers {
		for _, what := range all[one.table] {
			if !one.begun || what.event <= one.first || what.event > one.last {
				continue
			}
			w.counted.add("notices")
			mine := slices.Contains(what.people, one.person.ID)
			if !slices.ContainsFunc(one.notices[what.event], func(n present.Notice) bool {
				ending := slices.Contains(ends[2:], n.Kind) // concerns nobody in particular
				return slices.Contains(what.kinds, n.Kind) && n.Text != "" && (n.Mine || ending || !mine)
			}) {
				w.broken("told", "table %d, event %d: %s has read %+v, not %v (theirs: %t)",
					one.table, what.event, one.person.Name, one.notices[what.event], what.kinds, mine)
			}
		}
	}
}
