package logtest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// summary returns a summary with a value in each field.
func summary(moves int) *table.Summary {
	s := &table.Summary{
		Terms: *opened().Terms, Host: inky, Phase: table.Playing, Moves: moves, Turn: 2,
		Active: noon, Since: noon, Deadline: noon.Add(time.Hour), Adjourned: true, Ended: noon.Add(time.Minute),
		Over: true, Outcome: rules.ByCheckmate, Winners: rules.Seats(0).With(1), Scores: [rules.SeatCount]uint8{1, 2, 3, 4},
		After: 3, Next: 4, PasswordHash: "hash", Admitted: []player.ID{ann.ID}, Replaced: []player.ID{bob.ID}, Due: noon.Add(time.Hour),
	}
	s.Seats[0] = table.SeatSummary{Player: bob, Ready: true, Task: table.ToDraw}
	s.Seats[1] = table.SeatSummary{Player: ann, Vacant: true, Out: true}
	s.Seats[2] = table.SeatSummary{Open: true}
	s.Seats[3] = table.SeatSummary{Closed: true}
	return s
}

// summariesAreStoredWithEvents tests that a store returns the last summary that it stored.
// The store must not return a summary whose events were refused, and must return nil if
// no summary was stored.
func (s *suite) summariesAreStoredWithEvents() {
	one, err := s.store.Create(s.ctx, opened(), summary(0))
	if err != nil {
		s.Fatal(err)
	}
	two := s.create()
	three, err := s.store.Create(s.ctx, opened(), summary(0))
	if err != nil {
		s.Fatal(err)
	}
	event := []table.Event{{Kind: table.Started, At: noon}}
	for _, step := range []struct {
		seq, moves int
		refused    bool
	}{{2, 1, false}, {7, 2, true}, {2, 3, true}, {3, 4, false}} {
		if err := s.store.Append(s.ctx, one, step.seq, event, summary(step.moves)); (err != nil) != step.refused {
			s.Fatalf("Append at %d: %v", step.seq, err)
		}
	}
	s.append(one, 4, event...) // an append without a summary leaves the stored summary as it is
	end := []table.Event{{Kind: table.Closed, At: noon, Action: "abandoned"}}
	if err := s.store.Append(s.ctx, three, 2, end, summary(9)); err != nil {
		s.Fatal(err)
	}
	for _, store := range []Store{s.store, s.reopen()} {
		live, err := store.Live(s.ctx)
		want := []table.Stored{{ID: one, Summary: summary(4)}, {ID: two}}
		if diff := cmp.Diff(want, live); err != nil || diff != "" {
			s.Errorf("Live: %v (-want +got):\n%s", err, diff)
		}
		finished, err := store.Finished(s.ctx, 5)
		want = []table.Stored{{ID: three, Summary: summary(9)}}
		if diff := cmp.Diff(want, finished); err != nil || diff != "" {
			s.Errorf("Finished: %v (-want +got):\n%s", err, diff)
		}
	}
}

// outagesAreRecorded tests that a store returns the periods in which the server did not
// record that it was up.
func (s *suite) outagesAreRecorded() {
	at := func(minutes int) time.Time {
		return noon.Add(time.Duration(minutes) * time.Minute).Truncate(time.Microsecond)
	}
	if _, err := s.store.Started(s.ctx, at(0)); err != nil {
		s.Fatal(err)
	}
	for _, minutes := range []int{10, 20} {
		if err := s.store.Alive(s.ctx, at(minutes)); err != nil {
			s.Fatal(err)
		}
	}
	s.store = s.reopen()
	if _, err := s.store.Started(s.ctx, at(50)); err != nil {
		s.Fatal(err)
	}
	s.store = s.reopen()
	got, err := s.store.Started(s.ctx, at(60))
	want := clock.Outages{{From: at(20), Until: at(50)}, {From: at(50), Until: at(60)}}
	if len(got) != 3 || cmp.Diff(want, got[1:]) != "" || !got[0].Until.Equal(at(0)) {
		s.Errorf("outages %v, %v; want an outage before the first start, then %v", got, err, want)
	}
}
