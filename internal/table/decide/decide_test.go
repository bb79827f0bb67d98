package decide

import (
	"errors"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestEachRowHasADecision(t *testing.T) {
	for i := range table.Commands {
		if decisions[table.Commands[i].Kind].do == nil {
			t.Errorf("%s has no decision", table.Commands[i].Names[0])
		}
	}
	if len(decisions) != len(table.Commands) {
		t.Errorf("%d decisions for %d rows", len(decisions), len(table.Commands))
	}
}

// TestWrongPhaseOrPersonIsRefused checks that a command is refused and changes nothing if
// it comes in the wrong phase, or from a person who may not give it.
func TestWrongPhaseOrPersonIsRefused(t *testing.T) {
	host, sits, other := player.Player{ID: "h", Name: "Hal"}, player.Player{ID: "s", Name: "Sue"}, player.Player{ID: "o", Name: "Oda"}
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	opened := table.Event{Kind: table.Opened, At: now, Player: &host, Terms: &table.Terms{Game: "chess4", Chat: true}}
	seat := func(s rules.Seat, kind table.Kind, p *player.Player) table.Event {
		return table.Event{Kind: kind, At: now, Seat: &s, Player: p}
	}
	waiting := []table.Event{opened, seat(0, table.Seated, &sits)}
	playing := []table.Event{opened}
	for s := range rules.Seat(rules.SeatCount) {
		playing = append(playing, seat(s, table.Seated, &sits), seat(s, table.Readied, nil))
	}
	playing = append(playing, table.Event{Kind: table.Started, At: now})
	ended := append(playing[:len(playing):len(playing)],
		table.Event{Kind: table.Adjudicated, At: now, Player: &host, Action: table.NoResult, Text: "why"},
		table.Event{Kind: table.Closed, At: now, Action: table.Abandoned})
	for phase, log := range map[table.Phase][]table.Event{table.Waiting: waiting, table.Playing: playing, table.Finished: ended} {
		state, err := fold.Replay(log, variants.New, nil)
		if err != nil || state.Phase != phase {
			t.Fatalf("phase %d: %v", phase, err)
		}
		for i := range table.Commands {
			row := &table.Commands[i]
			for _, by := range []player.Player{host, sits, other} {
				d := &Decision{State: state.Clone(), Now: now, Env: Env{Present: func(player.ID) bool { return true }}}
				err := d.Command(table.Command{By: by, Kind: row.Kind, Seat: rules.NoSeat})
				var refused *table.Refusal
				is := func(reasons ...*table.Reason) bool {
					for _, r := range reasons {
						if errors.As(err, &refused) && refused.Reason == r {
							return true
						}
					}
					return false
				}
				if !row.In.Has(phase) && !is(table.NotStarted, table.AlreadyStarted, table.GameOver, table.NotOver) {
					t.Errorf("%s in phase %d: %v", row.Names[0], phase, err)
				}
				if row.In.Has(phase) && row.By == table.ByHost && by != host && !is(table.HostOnly) {
					t.Errorf("%s by %s in phase %d: %v", row.Names[0], by.Name, phase, err)
				}
				if row.In.Has(phase) && (row.By == table.BySeated || row.By == table.ByPlaying) && by != sits &&
					!is(table.NotSeated, table.DidNotPlay) {
					t.Errorf("%s by %s in phase %d: %v", row.Names[0], by.Name, phase, err)
				}
				if err != nil && len(d.Events) != 0 {
					t.Errorf("%s was refused with %d events", row.Names[0], len(d.Events))
				}
			}
		}
	}
}
