package plain

import (
	"quadrille/internal/lobby"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// unlock goes to a private table of which somebody knows the password.
func (lm *lobbyMode) unlock(rest string) {
	n, err := numbered(rest)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.askSecret("What is its password?", func(answer string) {
		t, err := lm.s.Lobby.Unlock(lm.s.ctx, lm.s.me, table.ID(n), answer)
		if err != nil {
			lm.s.refuse(err)
			return
		}
		lm.s.at.goIn(t, nil)
	})
}

// createLocked asks for the password of a table that is to have one.
func (lm *lobbyMode) createLocked(terms table.Terms) {
	lm.s.askSecret("Which password shall it have? Who knows it can come in; it is kept as a hash alone.", func(answer string) {
		if answer == "no" {
			lm.s.say("Nothing is done")
			return
		}
		t, err := lm.s.Lobby.CreateWithPassword(lm.s.ctx, lm.s.me, terms, answer)
		if err != nil {
			lm.s.refuse(err)
			if refusal.Of(err) == lobby.UnfitPassword {
				lm.createLocked(terms)
			}
			return
		}
		lm.s.at.isOpen(t)
	})
}

// isOpen tells that a table was made, and goes there.
func (tm *tableMode) isOpen(t *live.Table) {
	tm.s.say("Table %d is open", t.View().ID)
	tm.enter(t.View().ID)
}
