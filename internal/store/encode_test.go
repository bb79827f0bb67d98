package store

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestStoredWordsAreStable(t *testing.T) {
	seat := rules.Seat(2)
	for want, e := range map[string]table.Event{
		`{"kind":"started","at":"2026-11-21T12:00:00.123456789Z"}`: {Kind: table.Started, At: noon},
		`{"kind":"seated","at":"2026-11-21T12:00:00.123456789Z","seat":2,"player":{"id":"SHA256:a","name":"Inky"}}`: {
			Kind: table.Seated, At: noon, Seat: &seat, Player: &player.Player{ID: "SHA256:a", Name: "Inky"},
		},
		`{"kind":"acted","at":"2026-11-21T12:00:00.123456789Z","seat":2,"action":"m7-k7","command_id":"x/1","spent":250}`: {
			Kind: table.Acted, At: noon.In(time.FixedZone("", 3600)), Seat: &seat, Action: "m7-k7", CommandID: "x/1", Spent: 250,
		},
	} {
		if got, err := parts.Encode(&e); got != want || err != nil {
			t.Errorf("stored as %s, %v\nwant      %s", got, err, want)
		}
	}
}

func TestEventsThatJSONWouldChangeAreRefused(t *testing.T) {
	s := opened(t)
	id := create(t, s)
	const bad = "x\xff"
	for _, e := range []table.Event{
		{Kind: bad, At: noon},
		{Kind: table.Acted, At: noon, Action: bad},
		{Kind: table.Acted, At: noon, CommandID: bad},
		{Kind: table.Seated, At: noon, Player: &player.Player{ID: bad}},
		{Kind: table.Seated, At: noon, Player: &player.Player{Name: bad}},
		{Kind: table.Opened, At: noon, Terms: &table.Terms{Game: bad}},
		{Kind: table.Opened, At: noon, Terms: &table.Terms{Options: map[string]string{bad: "x"}}},
		{Kind: table.Opened, At: noon, Terms: &table.Terms{Options: map[string]string{"x": bad}}},
		{Kind: table.Started, At: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		wantReason(t, s.Tables.Append(context.Background(), id, 2, []table.Event{move(1), e}, nil), datadir.Unwritable)
		if _, err := s.Tables.Create(context.Background(), e, nil); err == nil {
			t.Errorf("created a table with %+v", e)
		}
	}
	if n := len(load(t, s, id)); n != 1 {
		t.Errorf("%d events are kept, want 1", n)
	}
}

func FuzzEventRoundTrip(f *testing.F) {
	f.Add("acted", int64(1), int64(7), "m7-k7", "a/1", "SHA256:x", "Inky", "armies", "white,black", uint8(7))
	f.Add("opened", int64(-1), int64(-1), "<&>\u2028", "\\ufffd\ufffd", "", "", "", "", uint8(0))
	f.Add("", int64(1<<60), int64(0), "\xff", "", "\x00", "\"", "\u0000", "\xed\xa0\x80", uint8(255))
	f.Fuzz(func(t *testing.T, kind string, at, spent int64, action, actID, id, name, option, value string, mask uint8) {
		e := table.Event{
			Kind:      table.Kind(kind),
			At:        time.Unix(at>>24, at&0x1fffffff).UTC(),
			Action:    action,
			CommandID: actID,
			Spent:     time.Duration(spent),
		}
		if mask&1 != 0 {
			seat := rules.Seat(mask)
			e.Seat = &seat
		}
		if mask&2 != 0 {
			e.Player = &player.Player{ID: player.ID(id), Name: name}
		}
		if mask&4 != 0 {
			e.Terms = &table.Terms{
				Game:    name,
				Options: map[string]string{option: value},
				Clock:   table.Clock{Start: time.Duration(at), Increment: e.Spent},
			}
		}
		text, err := parts.Encode(&e)
		if err != nil {
			return
		}
		got, err := parts.Decode([]byte(text))
		if diff := cmp.Diff(e, got); diff != "" || err != nil {
			t.Fatalf("%s: %v\n%s", text, err, diff)
		}
		if again, err := parts.Encode(&got); again != text || err != nil {
			t.Fatalf("%s became %s, %v", text, again, err)
		}
	})
}
