package decide

import (
	"slices"
	"strings"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// castVote decides what somebody votes for.
func castVote(d *Decision, a table.Command) error {
	if err := mayChoose(d, a.Choice); err != nil {
		return err
	}
	if slices.Contains(d.State.Vote.Cast, table.VoteView{By: a.By, Choice: a.Choice}) {
		return d.conclude() // the vote may have brought its player back, and that may be enough
	}
	if err := d.emit(table.Event{Kind: table.Voted, Player: &a.By, Action: string(a.Choice)}); err != nil {
		return err
	}
	return d.conclude()
}

func mayChoose(d *Decision, c table.Choice) error {
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
		if left := d.longGoneIn(); left > 0 {
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

func withdrawVote(d *Decision, a table.Command) error {
	if d.State.Vote.Of(a.By.ID) == "" {
		return table.Refuse(table.NoVote)
	}
	return d.emit(table.Event{Kind: table.Unvoted, Player: &a.By})
}

// carry does what was voted for.
func (d *Decision) carry() error {
	if len(d.State.Vote.Cast) == 0 || d.State.Over() {
		return nil
	}
	switch d.State.CarriedChoice(d.Now) {
	case table.Wait:
		return d.emit(table.Event{Kind: table.WaitExtended})
	case table.Adjourn:
		return adjourn(d)
	case table.Resume:
		return d.emit(table.Event{Kind: table.Continued})
	case table.OpenSeat:
		return forEachLongGone(d, table.Vacated)
	case table.EndSeat:
		return endSeats(d)
	}
	return nil
}

// adjourn decides that the game waits and clocks stand.
func adjourn(d *Decision) error {
	e := table.Event{Kind: table.Adjourned}
	if d.State.Clocks.Ticking() {
		e.Spent = d.State.Clocks.Spent(d.Now)
	}
	return d.emit(e)
}

// longGone is the seats whose players are gone for long enough that others may
// decide about them. What happened before the server was up does not count.
func (d *Decision) longGone() rules.Seats {
	var set rules.Seats
	for seat := range d.State.AwaySeats().All() {
		if d.patienceWith(seat) <= 0 {
			set = set.With(seat)
		}
	}
	return set
}

// patienceWith returns how long the others have to wait for a player who has left.
func (d *Decision) patienceWith(seat rules.Seat) time.Duration {
	since := d.State.AwaySince[seat]
	for _, t := range []time.Time{d.Env.UpSince, d.State.Vote.WaitFrom} {
		if t.After(since) {
			since = t
		}
	}
	return table.ReplaceAfter - d.Now.Sub(since)
}

// longGoneIn is how long it takes until somebody is gone for long enough; not
// above zero if somebody is.
func (d *Decision) longGoneIn() time.Duration {
	least := table.ReplaceAfter
	for seat := range d.State.AwaySeats().All() {
		least = min(least, d.patienceWith(seat))
	}
	return least
}

// forEachLongGone decides a thing for each seat whose player is gone long.
func forEachLongGone(d *Decision, kind table.Kind) error {
	for seat := range d.longGone().All() {
		if kind == table.Vacated && d.State.Seats.List[seat].Vacant {
			continue
		}
		if err := d.emit(table.Event{Kind: kind, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// endSeats resigns for players who left long ago. In a team the partner has to vote for
// it too, if present (G5): opponents alone do not vote themselves a win.
func endSeats(d *Decision) error {
	for seat := range d.longGone().All() {
		if d.State.Over() || !partnersLet(d, seat) || d.State.Game.Position.State[seat] == rules.Eliminated {
			continue
		}
		if err := d.emit(table.Event{Kind: table.Forfeited, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

func partnersLet(d *Decision, seat rules.Seat) bool {
	partners := d.State.People(d.State.Game.Position.InPlay() & d.State.Partners(seat) &^ d.State.AwaySeats())
	for _, id := range partners {
		if d.State.Vote.Of(id) != table.EndSeat {
			return false
		}
	}
	return true
}

// takeOver decides that somebody sits down on a vacant seat of a game that is
// on.
func takeOver(d *Decision, a table.Command) error {
	vacant := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Vacant })
	seat := a.Seat
	if seat == rules.NoSeat {
		seat = vacant.First()
	}
	switch {
	case !vacant.Has(seat):
		return table.Refuse(table.AlreadyStarted)
	case d.State.HeldBy(a.By.ID) != 0:
		return table.Refuse(table.AlreadyPlaying)
	}
	if err := d.emit(table.Event{Kind: table.Replaced, Seat: &seat, Player: &a.By}); err != nil {
		return err
	}
	return d.conclude()
}
