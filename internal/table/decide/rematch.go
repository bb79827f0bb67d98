package decide

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// askRematch decides that somebody wants to play again. Who asks for another
// arrangement than those before asks anew.
func askRematch(d *Decision, a table.Command) error {
	held, err := rematchSeats(d, a.By)
	if err != nil {
		return err
	}
	if r := d.State.Rematch.Asked; r != nil && r.Onward == a.Onward && r.Agreed&held == held {
		return nil
	}
	if err := d.mayBegin(); err != nil {
		return err
	}
	if err := mayReplay(d); err != nil {
		return err
	}
	word := table.SeatsKept
	if a.Onward {
		word = table.SeatsOnward
	}
	return d.emit(table.Event{Kind: table.Again, Player: &a.By, Action: word})
}

// mayReplay refuses another rated game where somebody played whom the house does not
// rate now: since the last was opened he may have been marked, or the host changed
// his mind.
func mayReplay(d *Decision) error {
	now := d.State.Terms.Under(d.Env.Rights)
	for i := range d.State.Seats.List {
		p := table.Known(d.Env.Rights, d.State.Seats.List[i].Player)
		if now.Rated && p.ID != "" && !now.Rates(p) {
			return table.Refuse(table.PeopleOnly)
		}
	}
	return nil
}

func declineRematch(d *Decision, a table.Command) error {
	held, err := rematchSeats(d, a.By)
	if err != nil || d.State.Rematch.Asked == nil || d.State.Rematch.Asked.Agreed&held == 0 {
		return err
	}
	return d.emit(table.Event{Kind: table.Enough, Player: &a.By})
}

// rematchSeats is the seats of somebody who may ask for a rematch now.
func rematchSeats(d *Decision, by player.Player) (rules.Seats, error) {
	held := d.State.HeldBy(by.ID)
	switch {
	case d.State.Phase != table.Finished:
		return 0, table.Refuse(table.NotOver)
	case held == 0:
		return 0, table.Refuse(table.DidNotPlay)
	case d.State.Rematch.Next != 0:
		return 0, table.RefuseAbout(table.HasRematch, fmt.Sprint(d.State.Rematch.Next))
	}
	return held, nil
}
