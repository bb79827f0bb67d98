package lobby_test

import (
	"errors"
	"testing"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// inHouse is a lobby and the house that knows who is a machine.
func inHouse(t *testing.T, config club.Config) (*hall, *club.House) {
	t.Helper()
	house, err := clubtest.Open(ctx, config, nil)
	if err != nil {
		t.Fatal(err)
	}
	store := logtest.NewMemory()
	l, err := lobby.Open(ctx, lobby.Config{Store: store, Rights: house})
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{TB: t, store: store, Lobby: l}
	t.Cleanup(h.close)
	house.Watch(l.Recheck)
	return h, house
}

func (h *hall) machinesHere() (list []string) {
	for _, one := range h.View().Here {
		if one.Player.Machine {
			list = append(list, one.Player.Name)
		}
	}
	return list
}

// While a program is here for somebody, all see it; and if it opened a table, when it
// has gone too.
func TestMachinesThatAreHere(t *testing.T) {
	h, house := inHouse(t, club.Config{})
	robot := inky
	robot.Machine = true
	h.Enter(blinky)
	program, screen := h.Enter(robot), h.Enter(inky)
	if list := h.machinesHere(); len(list) != 1 || list[0] != inky.Name {
		t.Errorf("machines: %v", list)
	}
	program.Leave()
	if list := h.machinesHere(); len(list) != 0 {
		t.Errorf("a screen alone makes machines: %v", list)
	}
	if _, err := h.Create(ctx, robot, table.Terms{Game: "verney"}); err != nil {
		t.Fatal(err)
	}
	if list := h.machinesHere(); len(list) != 1 || !house.Machine(inky.ID) {
		t.Errorf("machines: %v", list)
	}
	screen.Rename("Inker")
	if list := h.machinesHere(); len(list) != 1 || list[0] != "Inker" {
		t.Errorf("under another name: %v", list)
	}
	if err := house.UnmarkMachine(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	if list := h.machinesHere(); len(list) != 0 {
		t.Errorf("nobody is marked, and there are %v", list)
	}
}

// A rematch takes nobody's word for what he was in the game before: he is what the
// house knows now. And who is marked is called to no rated table.
func TestARematchKnowsWhoIsAMachineNow(t *testing.T) {
	h, house := inHouse(t, club.Config{})
	robot := inky
	robot.Machine = true
	first, err := h.Create(ctx, inky, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}})
	if err != nil {
		t.Fatal(err)
	}
	h.do(first, table.Act{By: robot, Do: table.Sit, Seat: 0})
	h.do(first, table.Act{By: blinky, Do: table.Sit, Seat: 2})
	for _, p := range []player.Player{inky, blinky} {
		h.do(first, table.Act{By: p, Do: table.Ready, Seat: rules.NoSeat})
	}
	h.do(first, table.Act{By: blinky, Do: table.Play, Seat: 2, Action: rules.Action{Verb: rules.Resign, Seat: 2}})
	if err := house.UnmarkMachine(ctx, "", inky.ID, "by mistake"); err != nil {
		t.Fatal(err)
	}
	w := first.Watch(blinky)
	defer w.Close()
	for _, p := range []player.Player{inky, blinky} {
		h.do(first, table.Act{By: p, Do: table.Rematch, Seat: rules.NoSeat})
	}
	last := first.View()
	for last.Next == 0 {
		last, _ = w.Take(ctx)
	}
	second, err := h.Table(ctx, last.Next)
	if err != nil {
		t.Fatal(err)
	}
	if v := second.View(); v.Seats[0].Player != inky || v.Host != inky || house.Machine(inky.ID) {
		t.Errorf("host %+v, seat %+v", v.Host, v.Seats[0].Player)
	}
	h.Enter(inky)
	rated, err := h.Create(ctx, blinky, table.Terms{Game: "verney", Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := house.MarkMachine(ctx, inky.ID); err != nil {
		t.Fatal(err)
	}
	var refusal *table.Refusal
	if err := h.Invite(blinky, rated.View().ID, rules.NoSeat, inky.ID); !errors.As(err, &refusal) || refusal.Reason != table.PeopleOnly {
		t.Errorf("called to a rated table: %v", err)
	}
}
