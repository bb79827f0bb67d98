package game

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// beforeStart returns a view of a table whose game has not started, with the host on the
// first seat.
func beforeStart(t *testing.T, game string, options map[string]string, bots int, seated ...int) *table.View {
	v := uitest.GameView(t, game, options, nil)
	v.Seats = uitest.Waiting(t, seated...).Seats
	v.Phase, v.Actor, v.Legal, v.Terms.Bots = table.Waiting, rules.NoSeat, nil, bots
	v.Terms.Chat = true
	return v
}

// TestHostAddsBot checks that the host can choose a seat for a bot in every game, even in a
// terminal of 80 × 24 cells. The default level of the bot is the level in the terms of the
// table.
func TestHostAddsBot(t *testing.T) {
	for _, def := range variants.All() {
		for _, options := range choicesOf(def) {
			for typed, level := range map[string]int{"": 6, "2": 2} {
				v := beforeStart(t, def.Name, options, 6, 0)
				d := atTable(t, uitest.People[0], v, kit.Config{})
				f := v.Variant.Facts()
				d.Sees("Add a bot", "Back to the lobby")
				d.Until("Add a bot")
				d.Keys("enter")
				d.Sees("Choose its seat.", present.Seat(f, 1), present.Seat(f, 2), present.Seat(f, 3), "Cancel")
				if f.Partners(0, 2) {
					d.Sees(present.Seat(f, 2) + " (with Inky, " + present.Seat(f, 0) + ")")
				}
				d.Keys("down", "enter")
				d.Sees("Level 1 to 10 (default 6):")
				d.Keys(typed, "enter")
				if a := d.Backend.Commands[0]; a.Kind != table.AddBot || a.Seat != 2 || a.Level != level {
					t.Errorf("the command is %+v", a)
				}
			}
		}
	}
}

// If only one seat is open, the host chooses only the level of the bot, not its seat.
func TestBotForLastSeat(t *testing.T) {
	d := atTable(t, uitest.People[0], beforeStart(t, "chess4", nil, 0, 0, 1, 3), kit.Config{})
	d.Until("Add a bot")
	d.Keys("enter")
	d.Sees("Level 1 to 10 (default 4):")
	d.Keys("enter")
	if a := d.Backend.Commands[0]; a.Kind != table.AddBot || a.Seat != 2 || a.Level != player.DefaultBotLevel {
		t.Errorf("the command is %+v", a)
	}
}

// TestBotDialogClosesWhenSeatsChange checks that the dialog in which the host chooses a seat
// for a bot closes when somebody takes one of the open seats, or when the host presses Esc.
func TestBotDialogClosesWhenSeatsChange(t *testing.T) {
	d := atTable(t, uitest.People[0], beforeStart(t, "chess4", nil, 0, 0), kit.Config{})
	d.Until("Add a bot")
	d.Keys("enter")
	d.Sees("Choose its seat.")
	d.Show(beforeStart(t, "chess4", nil, 0, 0, 1))
	d.Lacks("Choose its seat.")
	d.Keys("enter")
	d.Lacks("Silver")
	d.Keys("enter")
	d.Sees("Level 1")
	d.Keys("esc")
	d.Asks()
}
