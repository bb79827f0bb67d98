package plain

import (
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// unlock enters a private table with its password.
func (lm *lobbyMode) unlock(rest string) {
	n, err := numbered(rest)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.askSecret("Password?", func(answer string) {
		t, err := lm.s.Lobby.Unlock(lm.s.ctx, lm.s.me, table.ID(n), answer)
		if err != nil {
			lm.s.refuse(err)
			return
		}
		lm.s.at.open(t, nil)
	})
}

// createLocked asks for a password and opens a table with it.
func (lm *lobbyMode) createLocked(terms table.Terms) {
	lm.s.askSecret("Which password? Players who know it can enter; only its hash is stored.", func(answer string) {
		if answer == "no" {
			lm.s.say("Cancelled")
			return
		}
		t, err := lm.s.Lobby.CreateWithPassword(lm.s.ctx, lm.s.me, terms, answer)
		if err != nil {
			lm.s.refuse(err)
			if refusal.Of(err) == password.Unfit {
				lm.createLocked(terms)
			}
			return
		}
		lm.s.at.announceOpen(t)
	})
}

// announceOpen prints that a table was opened, and enters it.
func (tm *tableMode) announceOpen(t *live.Table) {
	tm.s.say("Table %d is open", t.View().ID)
	tm.enter(t.View().ID)
}
