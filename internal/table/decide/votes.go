package decide

import (
	"slices"
	"strings"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

func castVote(d *Decision, a table.Command) error {
	if slices.Contains(d.State.Vote.Cast, table.VoteView{By: a.By, Choice: a.Choice}) {
		return d.conclude() // the vote has not changed, but the command may have marked the voter as present, which can complete a majority
	}
	if err := d.emit(table.Event{Kind: table.Voted, Player: &a.By, Action: string(a.Choice)}); err != nil {
		return err
	}
	return d.conclude()
}

func checkVote(d *Decision, a table.Command) error {
	c := a.Choice
	possible := d.State.Choices()
	switch {
	case !slices.Contains(table.Choices, c):
		return table.RefuseAbout(table.NoSuchChoice, choiceWords(possible))
	case d.State.Vote.Adjourned && c != table.Resume:
		return table.Refuse(table.IsAdjourned)
	case !d.State.Vote.Adjourned && c == table.Resume:
		return table.Refuse(table.NotAdjourned)
	case !slices.Contains(possible, c):
		return table.Refuse(table.NobodyAway)
	case c == table.OpenSeat || c == table.EndSeat:
		if left := d.untilAnyLongAway(); left > 0 {
			return table.RefuseAbout(table.NotAwayLong, table.Span(left))
		}
	}
	return nil
}

func choiceWords(list []table.Choice) string {
	var text []string
	for _, c := range list {
		text = append(text, string(c))
	}
	return strings.Join(text, ", ")
}

func checkUnvote(d *Decision, a table.Command) error {
	if d.State.Vote.Of(a.By.ID) == "" {
		return table.Refuse(table.NoVote)
	}
	return nil
}

func withdrawVote(d *Decision, a table.Command) error {
	return d.emit(table.Event{Kind: table.Unvoted, Player: &a.By})
}

// applyVotes carries out the choice that has enough votes, if there is one.
func (d *Decision) applyVotes() error {
	if len(d.State.Vote.Cast) == 0 || d.State.Over() {
		return nil
	}
	switch d.State.CarriedChoice(d.since(d.State.Vote.Since)) {
	case table.Wait:
		return d.emit(table.Event{Kind: table.WaitExtended})
	case table.Adjourn:
		return adjourn(d)
	case table.Resume:
		return d.emit(table.Event{Kind: table.Continued})
	case table.OpenSeat:
		return forEachLongAway(d, table.Vacated)
	case table.EndSeat:
		return endSeats(d)
	}
	return nil
}

// adjourn adjourns the game and stops its clocks.
func adjourn(d *Decision) error {
	e := table.Event{Kind: table.Adjourned}
	if d.State.Clocks.Ticking() {
		e.Spent = d.State.Clocks.Spent(d.Now)
	}
	return d.emit(e)
}

// longAwaySeats returns the seats that can be opened or made to resign by vote, because
// their players have been away for ReplaceAfter. Time before the server started does not
// count.
func (d *Decision) longAwaySeats() rules.Seats {
	var set rules.Seats
	for seat := range d.State.AwaySeats().All() {
		if d.untilLongAway(seat) <= 0 {
			set = set.With(seat)
		}
	}
	return set
}

// untilLongAway returns how much longer a seat's player must be away before the other players
// may vote to open the seat or to resign for the player.
func (d *Decision) untilLongAway(seat rules.Seat) time.Duration {
	since := d.State.AwaySince[seat]
	for _, t := range []time.Time{d.Env.UpSince, d.State.Vote.WaitFrom} {
		if t.After(since) {
			since = t
		}
	}
	return table.ReplaceAfter - d.since(since)
}

// untilAnyLongAway returns how long the other players must still wait before they may vote to
// open the seat of any player who is away, or to resign for that player. It returns zero or a
// negative time if they may vote now.
func (d *Decision) untilAnyLongAway() time.Duration {
	least := table.ReplaceAfter
	for seat := range d.State.AwaySeats().All() {
		least = min(least, d.untilLongAway(seat))
	}
	return least
}

// forEachLongAway adds an event of the given kind for each seat that longAwaySeats returns.
func forEachLongAway(d *Decision, kind table.Kind) error {
	for seat := range d.longAwaySeats().All() {
		if kind == table.Vacated && d.State.Seats.List[seat].Vacant {
			continue
		}
		if err := d.emit(table.Event{Kind: kind, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// endSeats carries out the vote for EndSeat: the seats of all players who have been away
// for ReplaceAfter resign. A seat does not resign if its player has a partner who is
// present and has not voted for EndSeat (G5), because otherwise the opponents could win by
// their own votes.
func endSeats(d *Decision) error {
	for seat := range d.longAwaySeats().All() {
		if d.State.Over() || !partnersAgree(d, seat) || !d.State.Game.Position.State[seat].MayAct() {
			continue
		}
		if err := d.emit(table.Event{Kind: table.Forfeited, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

func partnersAgree(d *Decision, seat rules.Seat) bool {
	partners := d.State.People(d.State.Game.Position.MayAct() & d.State.Partners(seat) &^ d.State.AwaySeats())
	for _, id := range partners {
		if d.State.Vote.Of(id) != table.EndSeat {
			return false
		}
	}
	return true
}

// checkReplacement returns a refusal if a person cannot take a vacant seat.
func checkReplacement(d *Decision, a table.Command) error {
	seat := d.State.SeatFor(a.Seat)
	switch {
	case seat >= rules.SeatCount || !d.State.Seats.List[seat].Vacant:
		return table.Refuse(table.AlreadyStarted)
	case d.State.HeldBy(a.By.ID) != 0:
		return table.Refuse(table.AlreadyPlaying)
	}
	return nil
}

// replacePlayer seats a new player on a vacant seat while the game is running.
func replacePlayer(d *Decision, a table.Command) error {
	seat := d.State.SeatFor(a.Seat)
	if err := d.emit(table.Event{Kind: table.Replaced, Seat: &seat, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}
