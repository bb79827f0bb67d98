package plain

import (
	"quadrille/internal/present"
	"quadrille/internal/service/seek"
)

// another handles the command "another": it starts a seek for a new game with the terms of
// the finished game.
func (s *session) another(string) {
	want, ok := seek.Again(s.table.view.Terms)
	switch why := s.described().CannotPlayAgain(); {
	case why != "":
		s.say("%s", why)
	case !ok:
		s.say("You cannot seek a game with these terms. To open a table instead, type \"new\"")
	default:
		s.startSeek(want)
	}
}

// startSeek starts a seek and enters the table that the seek found or opened.
func (s *session) startSeek(want seek.Want) {
	t, err := s.Seeks.Start(s.ctx, s.me, want)
	if err != nil {
		s.refuse(err)
		return
	}
	s.openTable(t, nil)
}

// join takes a seat at the seek that the player has entered.
func (s *session) join() {
	if _, err := s.Seeks.Join(s.ctx, s.me, s.table.view.ID); err != nil {
		s.refuse(err)
		return
	}
	s.news(s.table.table.Seen(s.me.ID))
	s.tellSeek()
}

// tellSeek says that the player's seek is open, unless they have none at this table or the game has
// started already.
func (s *session) tellSeek() {
	at, id := s.described(), s.table.view.ID
	if !at.LeavingEndsSeek() {
		return
	}
	before := present.BeforeGame{
		Table: at, Server: present.Server{BotsIn: s.Seeks.BotsIn(id, s.clock()), PeopleOnly: s.Seeks.PeopleOnly(id)},
	}
	if text := before.Seeking(); text != "" {
		s.say("%s. To end your seek, type \"leave\"", text)
	}
}

// endSeek cancels the player's seek when they leave the table of the seek before the game
// starts.
func (s *session) endSeek() {
	if !s.described().LeavingEndsSeek() {
		return
	}
	if err := s.Seeks.Cancel(s.ctx, s.me); err != nil {
		s.refuse(err)
		return
	}
	s.say("Your seek has ended")
}
