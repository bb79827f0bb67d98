package decide

import (
	"quadrille/internal/player"
	"quadrille/internal/table"
)

func checkOfferTakeback(d *Decision, a table.Command) error {
	if err := mayTakeBack(d); err != nil {
		return err
	}
	held := d.State.HeldBy(a.By.ID)
	if u := d.State.Takeback.Offer; u != nil {
		if u.By.ID == a.By.ID {
			return nil
		}
		return table.RefuseAbout(table.TakebackOpen, player.Shown(u.By.Name, player.MaxNameCells))
	}
	to := d.State.LastMoveOf(held)
	switch {
	case to < 0:
		return table.Refuse(table.NothingToTakeBack)
	case d.State.Takeback.Declined[d.State.Game.Moves[to].By] == to+1:
		return table.Refuse(table.TakebackWasDeclined)
	}
	return nil
}

// offerTakeback offers to take back the player's last action and all later actions.
func offerTakeback(d *Decision, a table.Command) error {
	if d.State.Takeback.Offer != nil { // the player's own offer
		return nil
	}
	to := d.State.LastMoveOf(d.State.HeldBy(a.By.ID))
	if err := d.emit(table.Event{Kind: table.TakebackOffered, Player: &a.By, To: to}); err != nil {
		return err
	}
	return d.conclude()
}

// mayTakeBack returns a refusal in rated, touch-move and adjourned games.
func mayTakeBack(d *Decision) error {
	if err := d.State.Terms.MayTakeBack(); err != nil || !d.State.Vote.Adjourned {
		return err
	}
	return table.Refuse(table.IsAdjourned)
}

// checkTakebackOffered returns a refusal if no takeback is offered, or none is possible.
func checkTakebackOffered(d *Decision, _ table.Command) error {
	if err := mayTakeBack(d); err != nil {
		return err
	}
	if d.State.Takeback.Offer == nil {
		return table.Refuse(table.NoTakebackOffer)
	}
	return nil
}

func acceptTakeback(d *Decision, a table.Command) error {
	if held := d.State.HeldBy(a.By.ID); d.State.Takeback.Offer.Accepted&held == held {
		return nil
	}
	if err := d.emit(table.Event{Kind: table.TakebackAccepted, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}

func declineTakeback(d *Decision, a table.Command) error {
	return d.emit(table.Event{Kind: table.TakebackDeclined, Player: &a.By})
}

// takeBack carries out the open takeback offer if all players have accepted it.
func (d *Decision) takeBack() error {
	if !d.State.TakebackAccepted() {
		return nil
	}
	return d.emit(table.Event{Kind: table.TakenBack, To: d.State.Takeback.Offer.To})
}
