package plain

import (
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// ladder lists players by rating, for one game or for all games.
func (s *session) ladder(game string) {
	if game != "" {
		if _, err := variants.Find(game); err != nil {
			s.refuse(err)
			return
		}
	}
	classes, err := s.Ladder.Classes(s.ctx)
	if err != nil {
		s.refuse(err)
		return
	}
	var lines []string
	for _, class := range classes {
		if game != "" && class.Game != game {
			continue
		}
		list, err := s.Ladder.Standings(s.ctx, class, s.clock().Add(-club.Active))
		if err != nil {
			s.refuse(err)
			return
		}
		lines = append(lines, ladderLines(class, list)...)
	}
	if len(lines) == 0 {
		s.say("That ladder is empty: no rated game was played in the last 90 days")
		return
	}
	s.read(lines)
}

// ladderLines describes a ladder in sentences.
func ladderLines(class club.Class, list []club.Standing) (lines []string) {
	if len(list) == 0 {
		return nil
	}
	lines = append(lines, fmt.Sprintf("%s, %s", present.Class(class.Game, class.Form), present.Count(len(list), "player")))
	for i := range list {
		st := &list[i]
		lines = append(lines, fmt.Sprintf(
			"Place %d: %s, %s, %s, last game on %s",
			st.Place,
			present.ListedName(st.Player),
			present.Rating(st.Rating.Shown(), st.Rating.Doubt()),
			present.Count(st.Games, "game"),
			st.Last.UTC().Format("2 January 2006"),
		))
	}
	return lines
}

// person prints the ratings and games of the named player. If name is empty, it prints those
// of the player who typed the command.
func (s *session) person(name string) {
	who := table.WithBotMark(s.Club, s.me)
	if name != "" {
		found, ok, err := s.Ladder.Called(s.ctx, name)
		switch {
		case err != nil:
			s.refuse(err)
			return
		case !ok:
			s.say("No player %q", player.Shown(name, player.MaxNameCells))
			return
		}
		who = found
	}
	careers, err := s.Ladder.Record(s.ctx, who.ID)
	if err != nil {
		s.refuse(err)
		return
	}
	seen := s.Person(s.me.ID, who)
	s.say("%s, %s", present.ListedName(who), present.Person(&seen, s.Club.Settings.Zone()))
	for i := range careers {
		shown := careers[i].View()
		s.say("%s", present.CareerLine(&shown))
	}
	if len(careers) == 0 {
		s.say(present.NoRatedGames)
	}
	s.findGames(table.Search{Player: who.ID})
}
