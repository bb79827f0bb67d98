package decide

import (
	"fmt"

	"quadrille/internal/table"
)

// offerRematch offers a rematch, or accepts the open offer. If the command and the open offer
// have different values of Rotate, the command replaces the open offer by a new one.
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

// mayRematch returns a refusal if the rematch would be rated but the club no longer rates the
// games of some player at the table. This happens if an account was marked as a bot account
// after the first game, or if the club has changed its settings.
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
