package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// result returns a text such as "silver won: last-seat" or "drawn: agreement".
func result(f *rules.Facts, o *rules.Outcome) string {
	if o.Termination == rules.Unfinished {
		return "abandoned"
	}
	var winners []string
	for seat := range rules.Seat(rules.SeatCount) {
		if o.Winners.Has(seat) {
			winners = append(winners, f.SeatName(seat))
		}
	}
	if len(winners) == 0 {
		return "drawn: " + o.Termination.String()
	}
	return strings.Join(winners, " and ") + " won: " + o.Termination.String()
}

// sortTables sorts tables in the order of [view.Lobby.Tables].
func sortTables(list []*view.Summary, now time.Time) {
	slices.SortFunc(list, func(a, b *view.Summary) int {
		switch {
		case a.Phase == table.Finished && b.Phase == table.Finished:
			return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID))
		case a.Phase == table.Playing && b.Phase == table.Playing:
			return cmp.Or(
				cmp.Compare(activityStep(a, now), activityStep(b, now)),
				cmp.Compare(b.Watchers, a.Watchers),
				cmp.Compare(b.Strength, a.Strength),
				cmp.Compare(a.ID, b.ID),
			)
		}
		return cmp.Or(cmp.Compare(a.Phase, b.Phase), cmp.Compare(a.ID, b.ID))
	})
}

// activitySteps are the boundaries between groups of running tables, which are grouped by
// the time since the last move. The groups are coarse, so that a single move seldom changes
// the order.
var activitySteps = [...]time.Duration{time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}

// activityStep returns the index in activitySteps for the time since a table's last move.
func activityStep(s *view.Summary, now time.Time) int {
	for i, step := range activitySteps {
		if now.Sub(s.Active) < step {
			return i
		}
	}
	return len(activitySteps)
}
