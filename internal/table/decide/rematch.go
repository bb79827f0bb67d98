package decide

import (
	"fmt"

	"quadrille/internal/table"
)

// offerRematch offers a rematch, or accepts the open offer. If the open offer has a different
// value of Rotate, the new offer replaces it.
func offerRematch(d *Decision, a table.Command) error {
	if err := noRematchYet(d); err != nil {
		return err
	}
	held := d.State.HeldBy(a.By.ID)
	if r := d.State.Rematch.Offer; r != nil && r.Rotate == a.Rotate && r.Accepted&held == held {
		return nil
	}
	if err := d.mayBegin(); err != nil {
		return err
	}
	if err := mayRematch(d); err != nil {
		return err
	}
	word := table.SeatsSame
	if a.Rotate {
		word = table.SeatsRotated
	}
	return d.emit(table.Event{Kind: table.RematchOffered, Player: &a.By, Action: word})
}

// mayRematch returns a refusal if the rematch would be rated but the club does not rate
// games of one of the players. The previous game may have been rated nevertheless,
// because the club's settings can change, and an account can become a bot account.
func mayRematch(d *Decision) error {
	now := d.State.Terms.ForClub(d.Env.Rights)
	for i := range d.State.Seats.List {
		p := table.CurrentPlayer(d.Env.Rights, d.State.Seats.List[i].Player)
		if now.Rated && p.ID != "" && !now.Rates(p) {
			return table.Refuse(table.PeopleOnly)
		}
	}
	return nil
}

func declineRematch(d *Decision, a table.Command) error {
	held, err := d.State.HeldBy(a.By.ID), noRematchYet(d)
	if err != nil || d.State.Rematch.Offer == nil || d.State.Rematch.Offer.Accepted&held == 0 {
		return err
	}
	return d.emit(table.Event{Kind: table.RematchDeclined, Player: &a.By})
}

// noRematchYet returns a refusal if the table of the rematch is already open.
func noRematchYet(d *Decision) error {
	if next := d.State.Rematch.Next; next != 0 {
		return table.RefuseAbout(table.HasRematch, fmt.Sprint(next))
	}
	return nil
}
