package present

import (
	"fmt"

	"quadrille/rules"
)

// consequences returns a sentence for each effect of an action: first about seats whose state
// changed or which had to pass, then about armies that another seat now moves.
func (t *Narrator) consequences(d *Played) []string {
	f := d.Variant.Facts()
	passed := d.Effects.Passed()
	var later rules.Seats
	for i := range len(passed) + 1 {
		later |= d.Effects.EliminatedAt(i)
	}
	said := t.stateChanges(d, 0b1111&^later)
	for i, s := range passed {
		said = append(said, t.stateChanges(d, d.Effects.EliminatedAt(i))...)
		if !d.After.Over() {
			said = append(said, Seat(f, s)+" cannot move and passes")
		}
	}
	said = append(said, t.stateChanges(d, d.Effects.EliminatedAt(len(passed)))...)
	return append(said, t.changedHands(d)...)
}

// stateChanges describes how the states of the given seats changed.
func (t *Narrator) stateChanges(d *Played, set rules.Seats) []string {
	var said []string
	for s := range rules.Seat(rules.SeatCount) {
		if text := t.stateChange(d, s); set.Has(s) && text != "" {
			said = append(said, text)
		}
	}
	return said
}

// stateChange describes how a seat's state changed. It returns "" if the state is the same.
func (t *Narrator) stateChange(d *Played, s rules.Seat) string {
	word := Seat(d.Variant.Facts(), s)
	was, is := d.Before.State[s], d.After.State[s]
	mated := func(p *rules.Position) bool { return d.Variant.Mated(p).Has(s) }
	switch {
	case was != rules.Eliminated && is == rules.Eliminated:
		return word + " is eliminated"
	case was != rules.Walking && is == rules.Walking:
		return word + " has left; its moves are drawn by lot from now on"
	case was == rules.Playing && is == rules.Frozen:
		return "The pieces of " + word + " are frozen until the checkmate is lifted"
	case was == rules.Frozen && is == rules.Playing:
		return word + " is no longer in checkmate and may move again"
	case is == rules.Playing && mated(&d.Before) && !mated(&d.After):
		return word + " is no longer in checkmate"
	}
	return ""
}

// changedHands returns a sentence for each army that is moved by a different seat, or by
// nobody, from now on.
func (t *Narrator) changedHands(d *Played) []string {
	var said []string
	f := d.Variant.Facts()
	for army := range f.Armies {
		was, is := d.Before.Controller[army], d.After.Controller[army]
		switch {
		case was == is || d.After.Over():
		case is >= rules.SeatCount:
			said = append(said, fmt.Sprintf("Nobody moves the pieces of %s any more", Army(f, rules.Army(army))))
		default:
			said = append(said, fmt.Sprintf("%s moves the pieces of %s from now on", Seat(f, is), Army(f, rules.Army(army))))
		}
	}
	return said
}
