package plain

import (
	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

// unlock goes to a private table of which somebody knows the password.
func (s *session) unlock(rest string) {
	n, err := numbered(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.askSecret("What is its password?", func(answer string) {
		t, err := s.Lobby.Unlock(s.ctx, s.me, table.ID(n), answer)
		if err != nil {
			s.refuse(err)
			return
		}
		s.goIn(t, nil)
	})
}

// createLocked asks for the password of a table that is to have one.
func (s *session) createLocked(terms table.Terms) {
	s.askSecret("Which password shall it have? Who knows it can come in; it is kept as a hash alone.", func(answer string) {
		if answer == "no" {
			s.say("Nothing is done")
			return
		}
		t, err := s.Lobby.CreateLocked(s.ctx, s.me, terms, answer)
		if err != nil {
			s.refuse(err)
			if lobby.UnfitPassword(err) {
				s.createLocked(terms)
			}
			return
		}
		s.isOpen(t)
	})
}

// isOpen tells that a table was made, and goes there.
func (s *session) isOpen(t *table.Table) {
	s.say("Table %d is open", t.View().ID)
	s.enter(t.View().ID)
}
