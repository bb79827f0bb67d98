package plain

import (
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
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
	v := s.table.view
	want, ok := seek.Again(v.Terms)
	switch {
	case v.Phase != table.Finished || s.table.study != nil:
		s.say("You can type \"another\" only at a table whose game is over")
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
	s.openTable(t, nil)
	if t.View().Phase == table.Waiting {
		s.say("You are ready, and the game starts automatically%s. To end your seek, type \"leave\"", s.seekBots(t.View().ID))
	}
}

// seekBots says in how much time bots fill the empty seats of a seek's table, after a full stop.
func (s *session) seekBots(id table.ID) string {
	if bots := present.SeekBots(s.Seeks.BotsIn(id, s.clock()), s.Seeks.PeopleOnly(id)); bots != "" {
		return ". " + bots
	}
	return ""
}

// seeks lists the open seeks.
func (s *session) seeks(string) {
	if !s.Seeks.Enabled() {
		s.refuse(seek.Off.Refuse())
		return
	}
	var lines []string
	for _, one := range s.Seeks.Open() {
		lines = append(lines, present.TableLine(&one.Summary)+s.seekBots(one.ID))
	}
	if len(lines) == 0 {
		s.say("Nobody is seeking a game: to seek one, type \"seek\" and the name of a game")
		return
	}
	s.read(lines)
}

// endSeek cancels the player's seek when they leave the table of the seek before the game
// starts.
func (s *session) endSeek(v *table.View) {
	if !v.Terms.Seek || v.Phase != table.Waiting || v.Held(s.me.ID) == 0 {
		return
	}
	if err := s.Seeks.Cancel(s.ctx, s.me); err != nil {
		s.refuse(err)
		return
	}
	s.say("Your seek has ended")
}
