package decide

import (
	"fmt"

	"quadrille/internal/table"
)

// wantsRematch reports whether a player has already accepted the rematch that the command offers.
func (d *Decision) wantsRematch(a table.Command) bool {
	held, r := d.State.HeldBy(a.By.ID), d.State.Rematch.Offer
	return r != nil && r.Rotate == a.Rotate && r.Accepted&held == held
}

func checkRematch(d *Decision, a table.Command) error {
	if err := checkNoRematch(d, a); err != nil || d.wantsRematch(a) {
		return err
	}
	if err := d.mayBegin(); err != nil {
		return err
	}
	return mayRematch(d)
}

// offerRematch offers a rematch, or accepts the open offer. If the open offer has a different
// value of Rotate, the new offer replaces it.
func offerRematch(d *Decision, a table.Command) error {
	if d.wantsRematch(a) {
		return nil
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

// declineRematch withdraws a player's offer or acceptance. From a player who has accepted nothing,
// it ends the offer, which needs all players.
func declineRematch(d *Decision, a table.Command) error {
	if d.State.Rematch.Offer == nil {
		return nil
	}
	return d.emit(table.Event{Kind: table.RematchDeclined, Player: &a.By})
}

// checkNoRematch returns a refusal if the table of the rematch is already open.
func checkNoRematch(d *Decision, _ table.Command) error {
	if next := d.State.Rematch.Next; next != 0 {
		return table.RefuseAbout(table.HasRematch, fmt.Sprint(next))
	}
	return nil
}
