package logtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Store stores the logs and summaries of tables.
type Store interface {
	table.Log
	// Create stores the first event of a new table, and the table's summary unless s is nil.
	// It returns the table's number.
	Create(ctx context.Context, opened table.Event, s *table.Summary) (table.ID, error)
	// Live returns the tables that have not been closed, sorted by number. Finished returns
	// the closed tables, newest first. Both return each table with the summary stored last.
	Live(ctx context.Context) ([]table.Stored, error)
	Finished(ctx context.Context, limit int) ([]table.Stored, error)
	// Started records that the server started, and returns all earlier outages, oldest
	// first. Alive records that the server was up at the given time.
	Started(ctx context.Context, at time.Time) (clock.Outages, error)
	Alive(ctx context.Context, at time.Time) error
	// Search finds finished games, the newest first.
	Search(ctx context.Context, q table.Search) ([]table.Found, error)
	// Load returns all events of a table, or an error that wraps [table.ErrNoTable].
	Load(ctx context.Context, id table.ID) ([]table.Event, error)
	// Since returns at most `limit` events of a table, in order. The first is event number
	// after+1.
	Since(ctx context.Context, id table.ID, after, limit int) ([]table.Numbered, error)
}

// Run tests what tables require of a store. The function `open` returns an empty store, and a
// function that closes and reopens this store, as a restart does. After the test has called
// reopen, it uses only the reopened store.
func Run(t *testing.T, open func(t *testing.T) (store Store, reopen func() Store)) {
	for name, test := range map[string]func(*suite){
		"TablesAreNumbered":            (*suite).tablesAreNumbered,
		"EveryFieldIsStored":           (*suite).everyFieldIsStored,
		"GapIsRefused":                 (*suite).gapIsRefused,
		"UnknownTable":                 (*suite).unknownTable,
		"EventsSince":                  (*suite).eventsSince,
		"OneOfTwoAppendsSucceeds":      (*suite).oneOfTwoAppendsSucceeds,
		"ManyTablesAtOnce":             (*suite).manyTablesAtOnce,
		"LiveAndFinished":              (*suite).liveAndFinished,
		"SummariesAreStoredWithEvents": (*suite).summariesAreStoredWithEvents,
		"OutagesAreRecorded":           (*suite).outagesAreRecorded,
		"FinishedGamesAreFound":        (*suite).finishedGamesAreFound,
		"CallerMayChangeEvents":        (*suite).callerMayChangeEvents,
		"CancelledMeansAllOrNothing":   (*suite).cancelledMeansAllOrNothing,
		"CancelledCreateMakesNoTable":  (*suite).cancelledCreateMakesNoTable,
	} {
		t.Run(name, func(t *testing.T) {
			store, reopen := open(t)
			test(&suite{T: t, ctx: t.Context(), store: store, reopen: reopen})
		})
	}
}

type suite struct {
	*testing.T
	ctx    context.Context
	store  Store
	reopen func() Store
}

var (
	noon = time.Date(2026, 3, 4, 12, 0, 0, 123456789, time.UTC)
	inky = player.Player{ID: "SHA256:inky", Name: "Inky \"Ω\" 山"}
)

func opened() table.Event {
	terms := table.Terms{
		Game:    "some-game",
		Options: map[string]string{"method": "2", "armies": "white,black"},
		Clock: table.Clock{
			Start: 5 * time.Minute, Increment: 10 * time.Second,
			Delay: 3 * time.Second, PerMove: 24 * time.Hour,
		},
		Touch:          true,
		Rated:          true,
		Chat:           true,
		SeatsPerPerson: 3,
		Fairness:       1,
	}
	return table.Event{Kind: table.Opened, At: noon, Player: &inky, Terms: &terms}
}

// allKinds returns a log in which each kind of event occurs and each field is set.
func allKinds() []table.Event {
	first, last := rules.Seat(0), rules.Seat(rules.SeatCount-1)
	events := []table.Event{
		{Kind: table.Seated, Seat: &first, Player: &inky, CommandID: "a/1"},
		{Kind: table.Seated, Seat: &last, Player: &inky},
		{Kind: table.Unseated, Seat: &last},
		{Kind: table.Readied, Seat: &first},
		{Kind: table.Unreadied, Seat: &first},
		{Kind: table.Started},
		{Kind: table.Acted, Seat: &first, Action: "m7-k7", CommandID: "b", Spent: 1234567891},
		{Kind: table.Lifted, Seat: &last, Action: "b1", CommandID: "c"},
		{Kind: table.ResignationProposed, Seat: &first},
		{Kind: table.ResignationRejected, Seat: &last},
		{Kind: table.DrawOffered, Player: &inky},
		{Kind: table.DrawAccepted, Player: &inky},
		{Kind: table.DrawDeclined, Player: &inky},
		{Kind: table.Heartbeat},
		{Kind: table.Paused, Spent: time.Nanosecond},
		{Kind: table.Resumed},
		{Kind: table.Flagged, Seat: &last},
		{Kind: table.DrawAgreed},
		{Kind: table.Unseated, Seat: &first, Player: &inky, Text: "we wait"},
		{Kind: table.ChatAccepted, Player: &inky},
		{Kind: table.ChatDeclined, Player: &inky},
		{Kind: table.Chatted, Player: &inky, Text: "good luck, \"山\" & all", CommandID: "d"},
		{Kind: table.SpectatorChatted, Player: &inky, Text: "hm"},
		{Kind: table.TeamChatted, Seat: &last, Player: &inky, Text: "aside"},
		{Kind: table.Muted, Player: &inky, Target: &inky},
		{Kind: table.Unmuted, Player: &inky, Target: &inky},
		{Kind: table.Premoved, Seat: &first, Action: "m7-k7"},
		{Kind: table.PremoveCancelled, Seat: &first},
		{Kind: table.PremoveDropped, Seat: &first},
		{Kind: table.TakebackOffered, Player: &inky, To: 3},
		{Kind: table.TakebackAccepted, Player: &inky},
		{Kind: table.TakebackDeclined, Player: &inky},
		{Kind: table.TakenBack, To: 3},
		{Kind: table.Left, Player: &inky, Spent: 30 * time.Second},
		{Kind: table.Returned, Player: &inky},
		{Kind: table.Voted, Player: &inky, Action: string(table.Adjourn)},
		{Kind: table.Unvoted, Player: &inky},
		{Kind: table.WaitExtended},
		{Kind: table.Adjourned, Spent: time.Second},
		{Kind: table.Continued},
		{Kind: table.Vacated, Seat: &last},
		{Kind: table.Replaced, Seat: &last, Player: &inky},
		{Kind: table.Forfeited, Seat: &last},
		{Kind: table.Aborted, Seat: &last},
		{Kind: table.Closed, Action: "agreement"},
		{Kind: table.RematchOffered, Player: &inky, Action: table.SeatsRotated},
		{Kind: table.RematchDeclined, Player: &inky},
		{Kind: table.RematchOpened, Table: 8},
		{Kind: table.Reserved, Seat: &last, Player: &inky},
	}
	for i := range events {
		events[i].At = noon.Add(time.Duration(i) * 1001 * time.Millisecond)
	}
	return events
}

func (s *suite) create() table.ID {
	s.Helper()
	id, err := s.store.Create(s.ctx, opened(), nil)
	if err != nil {
		s.Fatalf("Create: %v", err)
	}
	return id
}

func (s *suite) append(id table.ID, seq int, events ...table.Event) {
	s.Helper()
	if err := s.store.Append(s.ctx, id, seq, events, nil); err != nil {
		s.Fatalf("Append to table %d at %d: %v", id, seq, err)
	}
}

// checkLog fails the test unless the table's log consists of its first event and the given
// events.
func (s *suite) checkLog(store Store, id table.ID, events ...table.Event) {
	s.Helper()
	got, err := store.Load(s.ctx, id)
	if err != nil {
		s.Fatalf("Load of table %d: %v", id, err)
	}
	if diff := cmp.Diff(append([]table.Event{opened()}, events...), got); diff != "" {
		s.Fatalf("log of table %d (-want +got):\n%s", id, diff)
	}
}

func (s *suite) tablesAreNumbered() {
	for want := table.ID(1); want <= 3; want++ {
		if id := s.create(); id != want {
			s.Fatalf("table number %d, want %d", id, want)
		}
	}
	rematch := opened()
	rematch.Table = 3
	id, err := s.store.Create(s.ctx, rematch, nil)
	if err != nil || id != 4 {
		s.Fatalf("Create of a rematch: %d, %v", id, err)
	}
	if got, err := s.store.Load(s.ctx, id); err != nil || !cmp.Equal(got, []table.Event{rematch}) {
		s.Fatalf("log of the rematch: %v, %v", got, err)
	}
	s.store = s.reopen()
	if id := s.create(); id != 5 {
		s.Fatalf("after reopening, the new table has number %d, want 5", id)
	}
}

func (s *suite) everyFieldIsStored() {
	id, events := s.create(), allKinds()
	s.append(id, 2, events[0])
	s.append(id, 3, events[1:]...)
	s.checkLog(s.store, id, events...)
	s.checkLog(s.reopen(), id, events...)
}

func (s *suite) gapIsRefused() {
	id, events := s.create(), allKinds()
	s.append(id, 2, events[:2]...)
	for _, seq := range []int{-1, 0, 1, 2, 3, 5, 6} {
		if err := s.store.Append(s.ctx, id, seq, events[2:5], nil); !errors.Is(err, table.ErrGap) {
			s.Errorf("Append of event %d, although event 4 is next: %v, want ErrGap", seq, err)
		}
	}
	s.checkLog(s.store, id, events[:2]...)
	s.append(id, 4, events[2:5]...)
	s.store = s.reopen()
	if err := s.store.Append(s.ctx, id, 4, events[2:5], nil); !errors.Is(err, table.ErrGap) {
		s.Errorf("after reopening, repeated append: %v, want ErrGap", err)
	}
	s.append(id, 7, events[5:]...)
	s.checkLog(s.store, id, events...)
}

func (s *suite) unknownTable() {
	s.create()
	for _, id := range []table.ID{-1, 0, 2, 1 << 60} {
		if err := s.store.Append(s.ctx, id, 2, allKinds()[:1], nil); !errors.Is(err, table.ErrNoTable) {
			s.Errorf("Append to table %d: %v, want ErrNoTable", id, err)
		}
		if events, err := s.store.Load(s.ctx, id); !errors.Is(err, table.ErrNoTable) {
			s.Errorf("Load of table %d: %d events, %v, want ErrNoTable", id, len(events), err)
		}
	}
}

func (s *suite) eventsSince() {
	id := s.create()
	if err := s.store.Append(s.ctx, id, 2, allKinds(), nil); err != nil {
		s.Fatal(err)
	}
	all, err := s.store.Load(s.ctx, id)
	if err != nil {
		s.Fatal(err)
	}
	for _, ask := range []struct{ after, limit, want int }{
		{0, 1000, len(all)}, {3, 1000, len(all) - 3}, {1, 2, 2}, {len(all) - 1, 5, 1}, {len(all), 5, 0}, {1 << 40, 5, 0},
	} {
		tail, err := s.store.Since(s.ctx, id, ask.after, ask.limit)
		if err != nil || len(tail) != ask.want {
			s.Fatalf(
				"Since(after %d, limit %d) returned %d events and error %v; want %d events",
				ask.after,
				ask.limit,
				len(tail),
				err,
				ask.want,
			)
		}
		for i, e := range tail {
			if want := ask.after + 1 + i; e.Seq != want || !cmp.Equal(e.Event, all[want-1]) {
				s.Errorf("Since(after %d): event %d is wrong, want the stored event %d", ask.after, e.Seq, want)
			}
		}
	}
	if tail, err := s.store.Since(s.ctx, id+1, 0, 5); err != nil || len(tail) > 0 {
		s.Errorf("Since of an unknown table: %d events, %v", len(tail), err)
	}
}

func (s *suite) oneOfTwoAppendsSucceeds() {
	id := s.create()
	for seq := 2; seq < 20; seq++ {
		errs := make([]error, 2)
		var both sync.WaitGroup
		for i := range errs {
			both.Go(func() { errs[i] = s.store.Append(s.ctx, id, seq, allKinds()[:1], nil) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs...), table.ErrGap) {
			s.Fatalf("two appends at %d: %v and %v, want nil and ErrGap", seq, errs[0], errs[1])
		}
	}
}

func (s *suite) manyTablesAtOnce() {
	const tables, each = 24, 20
	want := map[table.ID][]table.Event{}
	var all sync.WaitGroup
	for range tables {
		id := s.create()
		for n := range each {
			want[id] = append(want[id], table.Event{Kind: table.Acted, At: noon, Action: fmt.Sprint(id, n)})
		}
	}
	for id, events := range want {
		all.Go(func() {
			for i, e := range events {
				if err := s.store.Append(s.ctx, id, i+2, []table.Event{e}, nil); err != nil {
					s.Errorf("table %d, event %d: %v", id, i+2, err)
					return
				}
			}
		})
	}
	all.Wait()
	again := s.reopen()
	for id, events := range want {
		s.checkLog(again, id, events...)
	}
}

func (s *suite) liveAndFinished() {
	for range 5 {
		s.create()
	}
	end := table.Event{Kind: table.Closed, At: noon, Action: "abandoned"}
	s.append(4, 2, end)
	s.append(2, 2, table.Event{Kind: table.Started, At: noon}, end)
	s.append(3, 2, table.Event{Kind: table.Started, At: noon})
	s.finished(s.store)
	s.finished(s.reopen())
}

func (s *suite) finished(store Store) {
	s.same("Live", []table.ID{1, 3, 5}, func() ([]table.Stored, error) { return store.Live(s.ctx) })
	s.same("Finished(10)", []table.ID{2, 4}, func() ([]table.Stored, error) { return store.Finished(s.ctx, 10) })
	s.same("Finished(1)", []table.ID{2}, func() ([]table.Stored, error) { return store.Finished(s.ctx, 1) })
}

func (s *suite) same(what string, want []table.ID, get func() ([]table.Stored, error)) {
	s.Helper()
	list, err := get()
	var got []table.ID
	for _, one := range list {
		got = append(got, one.ID)
	}
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("%s = %v, %v; want %v", what, got, err, want)
	}
}

func (s *suite) callerMayChangeEvents() {
	id, events := s.create(), allKinds()
	s.append(id, 2, events...)
	for i := range events {
		events[i] = table.Event{Kind: "overwritten"}
	}
	s.checkLog(s.store, id, allKinds()...)
	loaded, err := s.store.Load(s.ctx, id)
	if err != nil {
		s.Fatal(err)
	}
	loaded[1].Player.Name = "overwritten"
	s.checkLog(s.store, id, allKinds()...)
}

func (s *suite) cancelledMeansAllOrNothing() {
	id := s.create()
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	var kept []table.Event
	switch err := s.store.Append(ctx, id, 2, allKinds()[:2], nil); {
	case err == nil:
		kept = allKinds()[:2]
	case errors.Is(err, table.ErrUnsure):
		s.Skip("the store does not know whether the events were stored")
	}
	s.checkLog(s.store, id, kept...)
	s.checkLog(s.reopen(), id, kept...)
}

func (s *suite) cancelledCreateMakesNoTable() {
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	if _, err := s.store.Create(ctx, opened(), nil); err == nil {
		return // the store may ignore the cancellation and create the table
	}
	s.same("Live", nil, func() ([]table.Stored, error) { return s.reopen().Live(s.ctx) })
}
