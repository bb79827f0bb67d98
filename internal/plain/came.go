package plain

import (
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/rules"
)

// came is what a deed brought about besides the move itself, a sentence each, in
// the order in which it happened: who goes out at the beginning of a turn does so
// after the turns before were passed.
func (t *teller) came(d *deed) []string {
	f := d.variant.Facts()
	passed := d.effects.Passed()
	var later rules.Seats
	for i := range len(passed) + 1 {
		later |= d.effects.Left(i)
	}
	said := t.standing(d, 0b1111&^later)
	for i, s := range passed {
		said = append(said, t.standing(d, d.effects.Left(i))...)
		if !d.after.Over() {
			said = append(said, phrase.Seat(f, s)+" cannot move and passes")
		}
	}
	said = append(said, t.standing(d, d.effects.Left(len(passed)))...)
	return append(said, t.changedHands(d)...)
}

// standing is how these seats stand otherwise than before.
func (t *teller) standing(d *deed, set rules.Seats) []string {
	var said []string
	for s := range rules.Seat(rules.SeatCount) {
		if text := t.stands(d, s); set.Has(s) && text != "" {
			said = append(said, text)
		}
	}
	return said
}

// stands is how a seat stands otherwise than before; empty if it does not.
func (t *teller) stands(d *deed, s rules.Seat) string {
	word := phrase.Seat(d.variant.Facts(), s)
	was, is := d.before.State[s], d.after.State[s]
	mated := func(p *rules.Position) bool { return d.variant.Mated(p).Has(s) }
	switch {
	case was != rules.Out && is == rules.Out:
		return word + " is out of the game"
	case was == rules.Playing && is == rules.Frozen:
		return "The men of " + word + " stand still until somebody sets them free"
	case was == rules.Frozen && is == rules.Playing:
		return word + " is no longer in checkmate and may move again"
	case is == rules.Playing && mated(&d.before) && !mated(&d.after):
		return word + " is no longer in checkmate"
	}
	return ""
}

// changedHands is whose men somebody else moves from now on.
func (t *teller) changedHands(d *deed) []string {
	var said []string
	f := d.variant.Facts()
	for army := range f.Armies {
		was, is := d.before.Controller[army], d.after.Controller[army]
		switch {
		case was == is || d.after.Over():
		case is >= rules.SeatCount:
			said = append(said, fmt.Sprintf("Nobody moves the men of %s any more", armyWord(f, rules.Army(army))))
		default:
			said = append(said, fmt.Sprintf("%s moves the men of %s from now on", phrase.Seat(f, is), armyWord(f, rules.Army(army))))
		}
	}
	return said
}
