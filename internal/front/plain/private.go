package plain

import (
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// unlock enters a private table with its password.
func (s *session) unlock(rest string) {
	n, err := numbered(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.askSecret("Password?", func(answer string) {
		t, err := s.Lobby.Unlock(s.ctx, s.me, table.ID(n), answer)
		if err != nil {
			s.refuse(err)
			return
		}
		s.openTable(t, nil)
	})
}

// createLocked asks for a password and opens a table with it.
func (s *session) createLocked(terms table.Terms) {
	s.askSecret("Which password? Players who know it can enter; only its hash is stored.", func(answer string) {
		if answer == "no" {
			s.say("Cancelled")
			return
		}
		t, err := s.Lobby.CreateWithPassword(s.ctx, s.me, terms, answer)
		if err != nil {
			s.refuse(err)
			if refusal.Of(err) == password.Unfit {
				s.createLocked(terms)
			}
			return
		}
		s.announceOpen(t)
	})
}

// announceOpen prints that a table was opened, and enters it.
func (s *session) announceOpen(t *live.Table) {
	s.say("Table %d is open", t.View().ID)
	s.enterTable(t.View().ID)
}
