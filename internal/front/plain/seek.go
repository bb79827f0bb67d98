package plain

import (
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
)

// seek starts a seek: it finds or opens a table for the game in `rest`. If `rest` is empty, seek
// asks for the game.
func (s *session) seek(rest string) {
	if rest == "" {
		s.ask("Which game: "+strings.Join(setup.GameNames(), ", ")+"? Type \"no\" to cancel.", func(answer string) {
			if answer == "" || strings.EqualFold(answer, "no") {
				s.say("Cancelled")
				return
			}
			s.seek(answer)
		})
		return
	}
	words, bots, _ := strings.Cut(" "+strings.ToLower(rest), " bots ")
	want, err := seek.Parse(strings.Fields(words))
	if err == nil {
		want.BotsAfter, err = seek.ParseBotsAfter(strings.TrimSpace(bots))
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.startSeek(want)
}

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

// start starts a seek and enters the table that the seek found or opened.
func (s *session) startSeek(want seek.Want) {
	t, err := s.Seeks.Start(s.ctx, s.me, want)
	if err != nil {
		s.refuse(err)
		return
	}
	if s.openTable(t, nil); s.table != nil {
		s.tellSeek()
	}
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

// tellSeek says that the player's seek is open, unless the game has started already.
func (s *session) tellSeek() {
	id := s.table.view.ID
	before := present.BeforeGame{
		Table: s.described(), Server: present.Server{BotsIn: s.Seeks.BotsIn(id, s.clock()), PeopleOnly: s.Seeks.PeopleOnly(id)},
	}
	if text := before.Seeking(); text != "" {
		s.say("%s. To end your seek, type \"leave\"", text)
	}
}

// seeks lists the open seeks.
func (s *session) seeks(string) {
	if !s.Seeks.Enabled() {
		s.refuse(seek.Off.Refuse())
		return
	}
	var lines []string
	for _, one := range s.Seeks.Open() {
		text := present.TableLine(&one.Summary)
		if bots := present.SeekBots(s.Seeks.BotsIn(one.ID, s.clock()), s.Seeks.PeopleOnly(one.ID)); bots != "" {
			text += ". " + bots
		}
		lines = append(lines, text)
	}
	if len(lines) == 0 {
		s.say("Nobody is seeking a game: to seek one, type \"seek\" and the name of a game")
		return
	}
	s.read(lines)
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
