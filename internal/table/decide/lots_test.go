package decide

import (
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/rulestest"
)

var toyPlayers = [rules.SeatCount]player.Player{
	{ID: "s", Name: "Sue"}, {ID: "w", Name: "Wim"}, {ID: "n", Name: "Nan"}, {ID: "e", Name: "Eve"},
}

// toyTable returns a running table of the toy game and a function that gives a command. The
// function returns the events that follow; they are also added to the log.
func toyTable(t *testing.T, terms table.Terms) (log *[]table.Event, command func(seat rules.Seat, a table.Command) ([]table.Event, error)) {
	t.Helper()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	terms.Game = "toy"
	log = &[]table.Event{{Kind: table.Opened, At: now, Player: &toyPlayers[0], Terms: &terms}}
	for s := range rules.Seat(rules.SeatCount) {
		*log = append(*log, table.Event{Kind: table.Seated, At: now, Seat: &s, Player: &toyPlayers[s]},
			table.Event{Kind: table.Readied, At: now, Seat: &s})
	}
	*log = append(*log, table.Event{Kind: table.Started, At: now})
	return log, func(seat rules.Seat, a table.Command) ([]table.Event, error) {
		t.Helper()
		state, err := fold.Replay(*log, rulestest.OpenToy, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := &Decision{State: state, Now: now, Env: Env{
			Present: func(player.ID) bool { return true }, Roll: func(n int) int { return n - 1 },
		}}
		a.By, a.Seat, a.Answers = toyPlayers[seat], seat, -1
		if err := d.Command(a); err != nil {
			return nil, err
		}
		*log = append(*log, d.Events...)
		return d.Events, nil
	}
}

func toyAction(t *testing.T, text string) table.Command {
	t.Helper()
	v, _ := rulestest.NewToy(nil)
	a, err := rules.ParsePlain(v.Facts(), 0, text)
	if err != nil {
		t.Fatal(err)
	}
	return table.Command{Kind: table.Play, Action: a}
}

// TestLotIsDrawnWithTheActionBefore checks that a turn that is decided by lot is played in the
// transaction of the action that leads to it, and takes no time from a clock.
func TestLotIsDrawnWithTheActionBefore(t *testing.T) {
	log, command := toyTable(t, table.Terms{Clock: table.Clock{Start: time.Minute, Increment: time.Second}})
	resign := table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 1}}
	if events, err := command(1, resign); err != nil || len(events) != 1 {
		t.Fatalf("west resigned out of turn with %d events: %v", len(events), err)
	}
	events, err := command(0, toyAction(t, "c1-c2"))
	if err != nil || len(events) != 2 {
		t.Fatalf("%d events: %v", len(events), err)
	}
	if e := events[1]; e.Kind != table.Acted || e.Text != table.LotText || *e.Seat != 1 || e.CommandID != "" || e.Spent != 0 {
		t.Errorf("the lot is stored as %+v", e)
	}
	state, err := fold.Replay(*log, rulestest.OpenToy, func(author player.ID, e *table.Event) {
		if e.ByLot() && author != "" {
			t.Errorf("%s is the author of a lot", author)
		}
	})
	if err != nil || state.Actor() != 2 || state.Clocks.Left[1] != time.Minute || state.Clocks.Running != 2 {
		t.Fatalf("after the lot: %v, %+v", err, state.Clocks)
	}
	if m := state.Game.Moves; !m[2].Lot || m[1].Lot {
		t.Errorf("the moves are %+v", m)
	}
	v, p := state.Variant, rules.NewGame(state.Variant)
	if err := rules.PlayRecord(p, []string{"west:resign", "c1-c2"}); err != nil {
		t.Fatal(err)
	}
	if words := rules.LegalPlain(v, &p.Position); events[1].Action != words[len(words)-1] {
		t.Errorf("the last of %q was drawn as %q", words, events[1].Action)
	}
}

// TestResignationOnTurnDrawsAtOnce checks that the king of a player who resigns on their turn
// moves in the same transaction, and that its next turn is drawn as well.
func TestResignationOnTurnDrawsAtOnce(t *testing.T) {
	_, command := toyTable(t, table.Terms{})
	events, err := command(0, table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}})
	if err != nil || len(events) != 2 || !events[1].ByLot() {
		t.Fatalf("%+v: %v", events, err)
	}
	for seat := rules.Seat(1); seat < rules.SeatCount; seat++ {
		word := map[rules.Seat]string{1: "a6-b6", 2: "f8-f7", 3: "h3-g3"}[seat]
		if events, err = command(seat, toyAction(t, word)); err != nil {
			t.Fatal(err)
		}
	}
	if len(events) != 2 || *events[1].Seat != 0 || !events[1].ByLot() {
		t.Errorf("after the last player: %+v", events)
	}
}

// TestLotsFitTheTurn checks that a stored lot is accepted only on a turn that is decided by lot,
// and that no other action is accepted on such a turn.
func TestLotsFitTheTurn(t *testing.T) {
	log, command := toyTable(t, table.Terms{})
	first := len(*log)
	if _, err := command(0, table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}}); err != nil {
		t.Fatal(err)
	}
	resigned, drawn := (*log)[first], (*log)[first+1]
	chosen, early := drawn, (*log)[first+1]
	chosen.Text = ""
	west := rules.Seat(1)
	early.Seat, early.Action = &west, "a6-b6"
	lotResigned := resigned
	lotResigned.Text = table.LotText
	for name, events := range map[string][]table.Event{
		"an action of a player on a turn by lot": {resigned, chosen},
		"a lot on the turn of a player":          {resigned, drawn, early},
		"a resignation by lot":                   {lotResigned},
	} {
		if _, err := fold.Replay(append((*log)[:first:first], events...), rulestest.OpenToy, nil); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// TestSeatOfPlayerWhoLeft checks that nobody asks a player whose seat walks, and that
// the others can agree without that player.
func TestSeatOfPlayerWhoLeft(t *testing.T) {
	log, command := toyTable(t, table.Terms{})
	if _, err := command(0, table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}}); err != nil {
		t.Fatal(err)
	}
	if _, err := command(0, table.Command{Kind: table.OfferDraw}); err == nil {
		t.Error("a player who has left offered a draw")
	}
	if _, err := command(0, table.Command{Kind: table.Premove, Action: toyAction(t, "d1-d2").Action}); err == nil {
		t.Error("a player who has left stored a premove")
	}
	for seat := rules.Seat(1); seat < rules.SeatCount; seat++ {
		if _, err := command(seat, table.Command{Kind: table.OfferDraw}); err != nil {
			t.Fatal(err)
		}
	}
	state, err := fold.Replay(*log, rulestest.OpenToy, nil)
	if err != nil || state.Phase != table.Finished || state.Game.Position.Outcome.Termination != rules.ByAgreement {
		t.Errorf("the three who are left cannot agree to a draw: phase %d, %v", state.Phase, err)
	}
}

// TestTakebackAcrossLots checks that a takeback goes back to the player's own action, and that
// the lots after it are drawn again.
func TestTakebackAcrossLots(t *testing.T) {
	log, command := toyTable(t, table.Terms{})
	give := func(seat rules.Seat, a table.Command) {
		t.Helper()
		if _, err := command(seat, a); err != nil {
			t.Fatal(err)
		}
	}
	give(0, table.Command{Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: 0}})
	give(1, toyAction(t, "a6-b6"))
	give(2, toyAction(t, "f8-f7"))
	give(3, toyAction(t, "h3-g3"))
	give(3, table.Command{Kind: table.OfferTakeback})
	give(1, table.Command{Kind: table.AcceptTakeback})
	give(2, table.Command{Kind: table.AcceptTakeback})
	state, err := fold.Replay(*log, rulestest.OpenToy, nil)
	if err != nil || len(state.Game.Moves) != 4 || state.Actor() != 3 {
		t.Fatalf("%d actions remain, seat %d acts: %v", len(state.Game.Moves), state.Actor(), err)
	}
	give(3, toyAction(t, "h3-g3"))
	if state, err = fold.Replay(*log, rulestest.OpenToy, nil); err != nil || len(state.Game.Moves) != 6 || !state.Game.Moves[5].Lot {
		t.Errorf("%d actions: %v", len(state.Game.Moves), err)
	}
}
