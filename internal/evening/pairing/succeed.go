package pairing

import "quadrille/internal/player"

// ReplacePlayer lets an heir stand in the event wherever somebody stood who is forgotten.
func (v *Event) ReplacePlayer(id player.ID, heir player.Player) {
	instead := func(p *player.Player) {
		if p != nil && p.ID == id {
			*p = heir
		}
	}
	instead(v.By)
	instead(v.Replaced)
	for i := range v.People {
		instead(&v.People[i])
	}
	for i := range v.Boards {
		for seat := range v.Boards[i] {
			instead(&v.Boards[i][seat])
		}
	}
}

// Includes reports whether somebody takes part, or did.
func (e *Evening) Includes(id player.ID) bool { return e.person(id) >= 0 }
