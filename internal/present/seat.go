package present

import (
	"quadrille/internal/table"
	"quadrille/rules"
)

// Tone says how important a few words are, so that a front end can colour them.
type Tone uint8

// The tones.
const (
	Neutral Tone = iota
	Good
	Notable
	Alarm
)

// SeatLine is a seat of a table for one viewer.
type SeatLine struct {
	Seat             rules.Seat
	Closed, Open     bool // whether the game is played without the seat; whether the viewer could sit down
	Own, Partner     bool // whether it is a seat of the viewer or of a partner
	ToMove           bool
	Out, Mated       bool
	Checkers         rules.Seats // the seats that give check to this one
	Present, Ready   bool
	Won, Drew, Ended bool // the result of the seat; Ended is set if the game has a result
	Place            int  // from 1, if the game has a result
	Score            uint8
	How              rules.Termination // how the seat was eliminated or lost
	out              int               // number of the action that eliminated the seat
	Occupant         string            // the player's name, "(open)" or "(not played)"
}

func (t *Table) fillSeats() {
	v, f := t.View, t.facts()
	over := v.Phase == table.Finished && v.Position.Outcome.Termination != rules.Unfinished
	var place [rules.SeatCount]int
	if over {
		place = rules.Places(f, &v.Position)
	}
	mated := v.Variant.Mated(&v.Position)
	for i := range t.Seats {
		seat, is := rules.Seat(i), &v.Seats[i]
		l := &t.Seats[i]
		*l = SeatLine{
			Seat: seat, Closed: is.Closed, Open: is.Open, Own: t.Held.Has(seat), Partner: t.Partners.Has(seat) && !t.Held.Has(seat),
			ToMove: t.Turn.Seat == seat, Out: !v.Position.State[seat].MayAct() && !is.Closed, Mated: mated.Has(seat),
			Present: is.Present, Ready: is.Ready, Ended: over && !is.Closed, out: v.Out[seat], Occupant: t.occupant(seat),
		}
		if l.Ended {
			o := &v.Position.Outcome
			l.Place, l.Score = place[seat], o.Scores[seat]
			all := o.Winners == 0 || o.Winners.Count() == rules.SeatCount
			l.Won, l.Drew = o.Winners.Has(seat) && !all, all && !l.Out
		}
		l.How = t.how(seat)
	}
}

// occupant returns the player of a seat, or the reason why the seat is empty.
func (t *Table) occupant(seat rules.Seat) string {
	switch is := &t.View.Seats[seat]; {
	case is.Closed:
		return "(not played)"
	case is.Open && !is.Vacant:
		return "(open)"
	}
	return Occupant(t.View, seat)
}

// how returns how a seat was eliminated or its team lost, or Unfinished.
func (t *Table) how(seat rules.Seat) rules.Termination {
	v := t.View
	for i := range v.Recent {
		if n := &v.Recent[len(v.Recent)-1-i]; n.Kind == table.SeatOut && n.Seat == seat && v.Out[seat] != 0 {
			return n.How
		}
	}
	for i := range v.Moves {
		m := &v.Moves[i]
		if !t.facts().Side(m.By).Has(seat) || m.By != seat && !v.Position.State[seat].MayAct() {
			continue
		}
		switch m.Action.Type { // a team resigns together
		case rules.Resign:
			return rules.ByResignation
		case rules.Flag:
			return rules.ByFlag
		}
	}
	return rules.Unfinished
}

// State returns a few words on the state of a seat, and their tone: "ready", "out", "in check", "you". It returns "" for
// an ordinary seat of somebody else.
func (t *Table) State(seat rules.Seat) (string, Tone) {
	l, v := &t.Seats[seat], t.View
	switch {
	case v.Seats[seat].Vacant:
		return "open", Notable
	case l.Closed, l.Open:
		return "", Neutral
	case v.Phase == table.Waiting && l.Ready:
		return "ready", Good
	case v.Phase == table.Waiting:
		return "not ready", Neutral
	case l.Ended:
		return t.fate(l)
	case l.Out:
		return "out", Neutral
	case l.Mated:
		return "in checkmate", Alarm
	case v.Phase == table.Finished:
		return "", Neutral
	case v.Variant.InCheck(&v.Position).Has(seat):
		return "in check", Alarm
	case !l.Present:
		return "away", Neutral
	case l.Own:
		return "you", Good
	case l.Partner:
		return "partner", Good
	}
	return "", Neutral
}

// fate returns how the game ended for a seat: "won", "out, round 11", "resigned", "lost on time", "drew".
func (t *Table) fate(l *SeatLine) (string, Tone) {
	switch {
	case l.Won:
		return "won", Good
	case l.How == rules.ByResignation:
		return "resigned", Neutral
	case l.How == rules.ByFlag:
		return "lost on time", Neutral
	case l.Mated, l.How == rules.ByCheckmate:
		return "checkmated", Alarm
	case l.Out && l.out > 0:
		return "out, round " + itoa(t.round(l.out)), Neutral
	case l.Out:
		return "out", Neutral
	case l.Drew:
		return "drew", Neutral
	}
	return "lost", Neutral
}
