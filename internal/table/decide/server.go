package decide

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// CloseIfEmpty closes a waiting table if none of its players is connected.
func CloseIfEmpty(d *Decision) error {
	switch {
	case d.State.Phase != table.Waiting:
		return table.Refuse(table.AlreadyStarted)
	case slices.ContainsFunc(d.State.Seats.List[:], func(s fold.Seat) bool { return !s.Player.ID.Bot() && d.Env.Present(s.Player.ID) }):
		return table.Refuse(table.InUse)
	}
	return d.emit(table.Event{Kind: table.Closed, Action: table.Abandoned})
}

// CloseUnlessSeated closes a waiting table if no person has a seat.
func CloseUnlessSeated(d *Decision) error {
	if slices.ContainsFunc(d.State.Seats.List[:], func(s fold.Seat) bool { return s.Player.ID != "" && !s.Player.ID.Bot() }) {
		return nil
	}
	return CloseWaiting(d)
}

// CloseWaiting closes a waiting table.
func CloseWaiting(d *Decision) error {
	if d.State.Phase != table.Waiting {
		return table.Refuse(table.AlreadyStarted)
	}
	return d.emit(table.Event{Kind: table.Closed, Action: table.Abandoned})
}

// FillWithBots seats bots of the given level on the open seats of a waiting table if all
// seated players are ready.
func FillWithBots(d *Decision, level int) error {
	switch {
	case d.State.Phase != table.Waiting:
		return table.Refuse(table.AlreadyStarted)
	case !d.Env.Bots:
		return table.Refuse(table.NoBots)
	}
	return seatBots(d, level)
}

// Admit gives a person access to a private table.
func Admit(d *Decision, by, target player.Player) error {
	switch admitted := d.State.Access.Admitted; {
	case d.State.Phase == table.Finished:
		return table.Refuse(table.GameOver)
	case d.State.Terms.Private == table.ForAll || player.Contains(admitted, target.ID):
		return nil
	case len(admitted) >= table.MaxAdmitted:
		return table.RefuseAbout(table.TooManyAdmitted, fmt.Sprint(table.MaxAdmitted))
	}
	return d.emit(table.Event{Kind: table.Admitted, Player: &by, Target: &target})
}

// RemovePlayer frees all seats of a player before the game starts.
func RemovePlayer(d *Decision, by player.Player, target player.ID, why string) error {
	held := d.State.HeldBy(target)
	switch {
	case d.State.Phase == table.Finished:
		return table.Refuse(table.GameOver)
	case held == 0:
		return table.Refuse(table.NoSuchPlayer)
	case d.State.Phase == table.Playing:
		return table.Refuse(table.AlreadyStarted)
	}
	text, err := player.CleanLine(why, table.MaxReasonCells)
	if err != nil {
		return err
	}
	for seat := range held.All() {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &seat, Player: &by, Text: text}); err != nil {
			return err
		}
	}
	return nil
}

// Assign gives seat i to people[i], for each seat of the game. It reserves each seat for its
// person and removes any other player from the seat. A second call with the same people
// changes nothing.
func Assign(d *Decision, people [rules.SeatCount]player.Player) error {
	if d.State.Phase != table.Waiting {
		return table.Refuse(table.AlreadyStarted)
	}
	for i, p := range people {
		if err := assignSeat(d, rules.Seat(i), p); err != nil {
			return err
		}
	}
	return nil
}

// SetRematch records the table number of the rematch.
func SetRematch(d *Decision, next table.ID) error {
	switch {
	case d.State.Phase != table.Finished:
		return table.Refuse(table.NotOver)
	case d.State.Rematch.Next != 0:
		return table.RefuseAbout(table.HasRematch, fmt.Sprint(d.State.Rematch.Next))
	}
	return d.emit(table.Event{Kind: table.RematchOpened, Table: next})
}

func Adjudicate(d *Decision, by player.Player, what table.Adjudication) error {
	switch {
	case d.State.Phase == table.Finished:
		return table.Refuse(table.GameOver)
	case d.State.Phase == table.Waiting && what.Winners != 0:
		return table.Refuse(table.NotStarted)
	case what.Winners != 0 && what.Winners&d.State.Game.Position.HasStake() == 0:
		return table.RefuseAbout(table.AlreadyEliminated, d.State.SeatNames(d.State.Game.Position.HasStake()))
	}
	why, err := player.CleanLine(what.Reason, table.MaxReasonCells)
	if err != nil {
		return err
	}
	word := table.NoResult
	if what.Winners != 0 {
		word = strings.ReplaceAll(d.State.SeatNames(what.Winners), ",", "")
	}
	if err := d.emit(table.Event{Kind: table.Adjudicated, Player: &by, Action: word, Text: why}); err != nil {
		return err
	}
	if what.Winners == 0 {
		return d.emit(table.Event{Kind: table.Closed, Action: table.Abandoned})
	}
	return d.end()
}
