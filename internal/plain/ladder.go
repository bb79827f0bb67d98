package plain

import (
	"fmt"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// formWords are the forms, for people.
var formWords = map[club.Form]string{club.Teams: "with partners", club.FreeForAll: "everybody alone"}

// placeWords are the names of the ranks.
var placeWords = [club.MaxParties]string{"first", "second", "third", "fourth"}

func classTitle(c club.Class) string {
	title := c.Game
	if offer, err := variants.Find(c.Game); err == nil {
		title = offer.Title
	}
	return title + " " + formWords[c.Form]
}

// ladder tells who plays how well, of one game or all.
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
		list, err := s.Ladder.Standings(s.ctx, class, time.Now().Add(-club.Active))
		if err != nil {
			s.refuse(err)
			return
		}
		lines = append(lines, ladderLines(class, list)...)
	}
	if len(lines) == 0 {
		s.say("Nobody is on that ladder: nobody has played a rated game of it in the last 90 days")
		return
	}
	s.read(lines)
}

// ladderLines is a ladder in sentences; none if nobody is on it.
func ladderLines(class club.Class, list []club.Standing) (lines []string) {
	if len(list) == 0 {
		return nil
	}
	lines = append(lines, fmt.Sprintf("%s, %s", classTitle(class), count(len(list), "player")))
	for i := range list {
		st := &list[i]
		lines = append(lines, fmt.Sprintf("Place %d: %s, %s, %s, the last on %s",
			st.Place, called(st.Player), ratingWords(st.Rating), count(st.Games, "game"), st.Last.UTC().Format("2 January 2006")))
	}
	return lines
}

func ratingWords(r club.Rating) string {
	return fmt.Sprintf("rating %d, in doubt by %d", r.Shown(), r.Doubt())
}

// called is somebody's name; an account may have lost it.
func called(p player.Player) string {
	if p.Name == "" {
		return "somebody without a name"
	}
	return nameOf(p)
}

// person tells what somebody has played, and how well; of who asks, if he names
// nobody.
func (s *session) person(name string) {
	who := table.As(s.House, s.me)
	if name != "" {
		found, ok, err := s.Ladder.Called(s.ctx, name)
		switch {
		case err != nil:
			s.refuse(err)
			return
		case !ok:
			s.say("Nobody here is called %q", player.Shown(name, player.MaxNameCells))
			return
		}
		who = found
	}
	careers, err := s.Ladder.Record(s.ctx, who.ID)
	if err != nil {
		s.refuse(err)
		return
	}
	if who.ID.Bot() {
		s.say("%s", called(who))
	} else {
		s.say("%s, %s", called(who), s.House.Role(who.ID))
	}
	for i := range careers {
		s.say("%s", careerLine(&careers[i]))
	}
	if len(careers) == 0 {
		s.say("No rated games yet")
	}
	s.findGames(table.Search{Player: who.ID})
}

// careerLine is what somebody has done in a class, in a sentence.
func careerLine(c *club.Career) string {
	text := fmt.Sprintf("%s: %s, %s, won %d, drawn %d, lost %d", classTitle(c.Class), ratingWords(c.Rating), count(c.Games(), "game"), c.Won(), c.Drawn, c.Lost())
	for i, times := range c.Places {
		if times > 0 {
			text += fmt.Sprintf(", %s %s", placeWords[i], count(times, "time"))
		}
	}
	if n := len(c.Steps); n > 1 {
		text += fmt.Sprintf(". In the last %s the rating went from %d to %d", count(n, "game"), c.Steps[0].After.Shown(), c.Steps[n-1].After.Shown())
	}
	return text
}
