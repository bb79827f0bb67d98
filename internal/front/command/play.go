package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

func (r tableCommands) play(c *call) {
	var key string
	c.run = func(args []string) error {
		t, err := r.enter(args[0], key, func(t *live.Table) error {
			open, err := r.place(t.View(), args[1:])
			if err == nil && open.Sit {
				err = t.CheckAdmitted(r.ctx, table.Command{By: r.Player, Kind: table.Sit, Seat: open.Seat})
			}
			return err
		})
		if err != nil {
			return err
		}
		v := t.View()
		open, err := r.place(v, args[1:])
		if err != nil {
			return err
		}
		if r.Terminal {
			r.open = open
			return nil
		}
		return r.takeSeat(r.ctx, t, open)
	}
	c.StringVar(&key, "password", "", "")
}

// takeSeat takes the seat, unless the player already has it, and prints the player's seats.
func (r tableCommands) takeSeat(ctx context.Context, t *live.Table, open *Open) error {
	if open.Sit {
		if err := t.Do(ctx, table.Command{By: r.Player, Kind: table.Sit, Seat: open.Seat}); err != nil {
			return err
		}
	}
	v := t.View()
	var names []string
	for seat := range v.Held(r.Player.ID).All() {
		names = append(names, v.Variant.Facts().SeatName(seat))
	}
	_, err := fmt.Fprintf(r.Out, "%d %s\n", v.ID, strings.Join(names, ","))
	return err
}

// place returns the table to show on a screen, with the seat that the player takes there or
// already has.
func (r tableCommands) place(v *table.View, words []string) (*Open, error) {
	open := &Open{Table: v.ID, Seat: rules.NoSeat, Sit: true}
	if len(words) > 0 {
		seat, err := v.Variant.Facts().ParseSeat(words[0])
		if err != nil {
			return nil, err
		}
		open.Seat = seat
	}
	switch {
	case v.Phase == table.Finished:
		return nil, fmt.Errorf("the game of table %d is finished; run \"watch %d\" or \"record %d\"", v.ID, v.ID, v.ID)
	case r.sits(v, open.Seat):
		open.Sit = false
		return open, nil
	case v.Phase == table.Playing:
		return nil, fmt.Errorf("the game of table %d has started; to watch it, run \"watch %d\"", v.ID, v.ID)
	}
	return open, vacant(v, open.Seat)
}

// sits reports whether the player has the given seat. For NoSeat, it reports whether they
// have any seat.
func (r *request) sits(v *table.View, seat rules.Seat) bool {
	for s, view := range v.Seats {
		if view.Player.ID == r.Player.ID && (seat == rules.NoSeat || seat == rules.Seat(s)) {
			return true
		}
	}
	return false
}

// vacant returns an error if the given seat is not open. The error names the open seats.
func vacant(v *table.View, seat rules.Seat) error {
	facts := v.Variant.Facts()
	var free []string
	for s, view := range v.Seats {
		if view.Open {
			free = append(free, facts.Seats[s])
		}
	}
	switch {
	case len(free) == 0:
		return fmt.Errorf("table %d has no open seat; to watch it, run \"watch %d\"", v.ID, v.ID)
	case seat == rules.NoSeat || v.Seats[seat].Open:
		return nil
	case v.Seats[seat].Closed:
		return fmt.Errorf("table %d does not use the seat %s; open seats: %s", v.ID, facts.Seats[seat], strings.Join(free, ", "))
	}
	return fmt.Errorf(
		"%s has the seat %s; open seats: %s",
		player.ShownName(v.Seats[seat].Player.Name, nameCells),
		facts.Seats[seat],
		strings.Join(free, ", "),
	)
}
