package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

func (r tableCommands) play(c *call) {
	var key string
	c.run = func(args []string) error {
		var open *Open
		may := func(t *live.Table) (err error) {
			if open, err = r.place(t.View(), args[1:]); err != nil || !open.Sit {
				return err
			}
			err = t.CheckAdmitted(r.ctx, table.Command{By: r.Player, Kind: table.Sit, Seat: open.Seat})
			if r.Terminal && errors.Is(err, table.NoName.Refuse()) { // the screen asks for a name first
				return nil
			}
			return err
		}
		t, err := r.enter(args[0], key, may)
		if err == nil {
			err = may(t)
		}
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
	open := &Open{Table: v.ID, Seat: rules.NoSeat}
	if len(words) > 0 {
		seat, err := v.Variant.Facts().ParseSeat(words[0])
		if err != nil {
			return nil, err
		}
		open.Seat = seat
	}
	open.Sit = v.Phase == table.Finished || !v.Sits(r.Player.ID, open.Seat) // the table refuses a player who comes too late
	return open, nil
}
