package table_test

import (
	"context"
	"errors"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// byMachine is somebody for whom a program acts.
func byMachine(p player.Player) player.Player {
	p.Machine = true
	return p
}

// An account is marked when a program takes a seat for it, and by nothing less.
func TestAProgramThatSitsMarksTheAccount(t *testing.T) {
	house := &ours{}
	b := within(t, house, verney)
	b.do(table.Act{By: byMachine(blinky), Do: table.Say, Text: "hello"})
	b.refused(table.Act{By: byMachine(blinky), Do: table.Sit, Seat: 7}, table.NoSuchSeat)
	b.do(table.Act{By: blinky, Do: table.Sit, Seat: red})
	b.do(table.Act{By: byMachine(sue), Do: table.Sit, Seat: yellow})
	if len(house.machines) != 0 {
		t.Errorf("marked: %v", house.machines)
	}
	b.do(table.Act{By: byMachine(pinky), Do: table.Sit, Seat: gold})
	if !house.Machine(pinky.ID) || len(house.machines) != 1 {
		t.Errorf("marked: %v", house.machines)
	}
}

// The mark is kept before the seat, and where it cannot be, nobody sits.
func TestWhoCannotBeMarkedDoesNotSit(t *testing.T) {
	house := &ours{disk: errors.New("full")}
	b := within(t, house, verney)
	b.refused(table.Act{By: byMachine(pinky), Do: table.Sit, Seat: gold}, table.CannotStore)
	house.disk = nil
	b.diary.fail(errors.New("full too"))
	b.refused(table.Act{By: byMachine(pinky), Do: table.Sit, Seat: gold}, table.CannotStore)
	if !house.Machine(pinky.ID) || b.View().Held(pinky.ID) != 0 {
		t.Errorf("marked %v, seats %v", house.machines, b.View().Held(pinky.ID))
	}
	b.diary.mend()
}

// Who is marked is a machine whatever door it comes by; it sits at no rated table,
// and does not play at one where it sat as a person.
func TestWhoIsMarkedSitsAsAMachine(t *testing.T) {
	house := &ours{members: []player.ID{inky.ID, pinky.ID}}
	b := within(t, house, verney)
	b.do(table.Act{By: byMachine(pinky), Do: table.Sit, Seat: gold})
	b.do(table.Act{By: pinky, Do: table.Stand, Seat: gold})
	b.do(table.Act{By: pinky, Do: table.Sit, Seat: red})
	if who := b.View().Seats[red].Player; who != byMachine(pinky) {
		t.Errorf("%+v sits there", who)
	}
	rated := within(t, house, table.Terms{Game: "verney", Rated: true})
	rated.refused(table.Act{By: pinky, Do: table.Sit, Seat: red}, table.PeopleOnly)
	rated.do(table.Act{By: inky, Do: table.Sit, Seat: yellow})
	if err := house.MarkMachine(context.Background(), inky.ID); err != nil {
		t.Fatal(err)
	}
	rated.refused(table.Act{By: inky, Do: table.Ready}, table.PeopleOnly)
}
