package records_test

import (
	"fmt"
	"testing"
	"time"

	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestRecordsKeepClocks writes the first round of a game in each format, and reads it again. A format that has room for
// them keeps the game clock, and for each move when it was played and the time left.
func TestRecordsKeepClocks(t *testing.T) {
	began := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	kept := 0
	for _, clock := range []table.Clock{
		{Start: 5 * time.Minute, Increment: 10 * time.Second},
		{Start: time.Minute, Delay: 15 * time.Second},
		{PerMove: 3 * table.Day},
		{},
	} {
		for _, def := range variants.All() {
			v := opening(t, &def, clock, began)
			for _, f := range def.Formats {
				text, err := records.Record(v, f.Name)
				if err != nil {
					t.Fatal(err)
				}
				r, _, err := f.Read(text, nil)
				if err != nil {
					t.Fatalf("%s: %v\n%s", f.Name, err, text)
				}
				if len(r.Actions) != len(v.Moves) {
					t.Errorf("%s: %d actions of %d", f.Name, len(r.Actions), len(v.Moves))
				}
				if len(r.Notes) == 0 {
					continue // no room
				}
				kept++
				want := ""
				if clock.Timed() {
					want = clock.String()
				}
				if r.Clock != want {
					t.Errorf("%s: the clock is %q, want %q", f.Name, r.Clock, want)
				}
				for i, n := range r.Notes {
					at, left := fmt.Sprintf("2026-01-31T12:00:%02d.250Z", i), ""
					if clock.Timed() {
						left = fmt.Sprint(59_000 - 1_000*i)
					}
					if n.Time != at || n.Clock != left {
						t.Errorf("%s: move %d was played at %q with %q ms left, want %q and %q", f.Name, i+1, n.Time, n.Clock, at, left)
					}
				}
			}
		}
	}
	if kept == 0 {
		t.Error("no format keeps clocks")
	}
}

// opening returns a table at which each seat has made its first legal move.
func opening(t *testing.T, def *rules.Definition, clock table.Clock, began time.Time) *table.View {
	t.Helper()
	variant, err := def.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &table.View{Variant: variant, Terms: table.Terms{Game: def.Name, Clock: clock}, Phase: table.Playing, Started: began}
	g := rules.NewGame(variant)
	for i := range rules.SeatCount {
		a := variant.Legal(&g.Position, nil)[0]
		if _, err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		m := table.MoveView{Action: a, At: began.Add(time.Duration(i)*time.Second + 250*time.Millisecond)}
		if clock.Timed() {
			m.Left = 59*time.Second - time.Duration(i)*time.Second
		}
		v.Moves = append(v.Moves, m)
	}
	return v
}
