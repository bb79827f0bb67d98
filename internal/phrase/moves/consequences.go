package moves

import (
	"fmt"

	"quadrille/internal/phrase"
	"quadrille/rules"
)

// came returns what an action brought about besides the move itself, a sentence each, in
// the order in which it happened: who goes out at the beginning of a turn does so
// after the turns before were passed.
func (t *Narrator) came(d *Played) []string {
	f := d.Variant.Facts()
	passed := d.Effects.Passed()
	var later rules.Seats
	for i := range len(passed) + 1 {
		later |= d.Effects.EliminatedAt(i)
	}
	said := t.standing(d, 0b1111&^later)
	for i, s := range passed {
		said = append(said, t.standing(d, d.Effects.EliminatedAt(i))...)
		if !d.After.Over() {
			said = append(said, phrase.Seat(f, s)+" cannot move and passes")
		}
	}
	said = append(said, t.standing(d, d.Effects.EliminatedAt(len(passed)))...)
	return append(said, t.changedHands(d)...)
}

// standing returns how these seats stand otherwise than before.
func (t *Narrator) standing(d *Played, set rules.Seats) []string {
	var said []string
	for s := range rules.Seat(rules.SeatCount) {
		if text := t.stands(d, s); set.Has(s) && text != "" {
			said = append(said, text)
		}
	}
	return said
}

// stands returns how a seat stands otherwise than before; empty if it does not.
func (t *Narrator) stands(d *Played, s rules.Seat) string {
	word := phrase.Seat(d.Variant.Facts(), s)
	was, is := d.Before.State[s], d.After.State[s]
	mated := func(p *rules.Position) bool { return d.Variant.Mated(p).Has(s) }
	switch {
	case was != rules.Eliminated && is == rules.Eliminated:
		return word + " is out of the game"
	case was == rules.Playing && is == rules.Frozen:
		return "The men of " + word + " stand still until somebody sets them free"
	case was == rules.Frozen && is == rules.Playing:
		return word + " is no longer in checkmate and may move again"
	case is == rules.Playing && mated(&d.Before) && !mated(&d.After):
		return word + " is no longer in checkmate"
	}
	return ""
}

// changedHands returns whose men somebody else moves from now on.
func (t *Narrator) changedHands(d *Played) []string {
	var said []string
	f := d.Variant.Facts()
	for army := range f.Armies {
		was, is := d.Before.Controller[army], d.After.Controller[army]
		switch {
		case was == is || d.After.Over():
		case is >= rules.SeatCount:
			said = append(said, fmt.Sprintf("Nobody moves the men of %s any more", Army(f, rules.Army(army))))
		default:
			said = append(said, fmt.Sprintf("%s moves the men of %s from now on", phrase.Seat(f, is), Army(f, rules.Army(army))))
		}
	}
	return said
}
