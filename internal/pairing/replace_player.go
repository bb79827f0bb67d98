package pairing

import "quadrille/internal/player"

// ReplacePlayer replaces the player of a deleted account by an anonymous player in all
// fields of the event.
func (v *Event) ReplacePlayer(id player.ID, anonymous player.Player) {
	replace := func(p *player.Player) {
		if p != nil && p.ID == id {
			*p = anonymous
		}
	}
	replace(v.By)
	replace(v.Replaced)
	for i := range v.People {
		replace(&v.People[i])
	}
	for i := range v.Boards {
		for seat := range v.Boards[i] {
			replace(&v.Boards[i][seat])
		}
	}
}

// Includes reports whether a player is or was a participant.
func (e *Evening) Includes(id player.ID) bool { return e.person(id) >= 0 }
