package clock

import (
	"slices"
	"time"
)

// Outage is a period during which no player could act and no duration advanced: the server was
// down, its process did not run, or its clock was set forward.
type Outage struct {
	From, Until time.Time
	Local       bool // whether other processes that share the database may have run meanwhile
}

// Outages is a list of outages, the earliest first. It is never modified, only replaced.
type Outages []Outage

// Merged returns the outages sorted, with those that overlap combined into one.
func (list Outages) Merged() Outages {
	sorted := slices.SortedFunc(slices.Values(list), func(a, b Outage) int { return a.From.Compare(b.From) })
	var merged Outages
	for _, o := range sorted {
		last := len(merged) - 1
		switch {
		case !o.Until.After(o.From):
		case last >= 0 && !o.From.After(merged[last].Until):
			if o.Until.After(merged[last].Until) {
				merged[last].Until = o.Until
			}
			merged[last].Local = merged[last].Local && o.Local
		default:
			merged = append(merged, o)
		}
	}
	return merged
}

// After returns the outages after an instant. It cuts an outage that includes the instant.
func (list Outages) After(at time.Time) (after Outages) {
	for _, o := range list {
		if at.After(o.From) {
			o.From = at
		}
		if o.Until.After(o.From) {
			after = append(after, o)
		}
	}
	return after
}

// Between returns the total length of the outages between two instants.
func (list Outages) Between(from, to time.Time) (sum time.Duration) {
	for _, o := range list.After(from) {
		if to.Before(o.Until) {
			o.Until = to
		}
		sum += max(0, o.Until.Sub(o.From))
	}
	return sum
}

// Shift returns an instant moved forward by all later outages. Durations count from there.
func (list Outages) Shift(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	for _, o := range list.After(at) {
		at = at.Add(o.Until.Sub(o.From))
	}
	return at
}

// Earliest returns the earliest of times. A zero time means never.
func Earliest(times ...time.Time) (first time.Time) {
	for _, t := range times {
		if first.IsZero() || !t.IsZero() && t.Before(first) {
			first = t
		}
	}
	return first
}
