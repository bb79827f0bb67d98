package pairing

import "quadrille/internal/player"

// Succeed lets an heir stand in the event wherever somebody stood who is forgotten.
func (v *Event) Succeed(id player.ID, heir player.Player) {
	instead := func(p *player.Player) {
		if p != nil && p.ID == id {
			*p = heir
		}
	}
	instead(v.By)
	instead(v.Whom)
	for i := range v.People {
		instead(&v.People[i])
	}
	for i := range v.Boards {
		for seat := range v.Boards[i] {
			instead(&v.Boards[i][seat])
		}
	}
}

// Knows reports whether somebody takes part, or did.
func (e *Evening) Knows(id player.ID) bool { return e.person(id) >= 0 }
