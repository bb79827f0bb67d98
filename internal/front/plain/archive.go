package plain

import (
	"fmt"

	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

// gamesAtOnce is the number of finished games that are listed before the player must type
// "more".
const gamesAtOnce = linesAtOnce

// games lists finished games. If search words are given, it lists only the games that match
// them.
func (s *session) games(rest string) {
	q, err := records.ParseSearch(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.findGames(q)
}

// findGames lists the first matching games. The command "more" lists the next ones.
func (s *session) findGames(q table.Search) {
	q.Limit = gamesAtOnce + 1
	found, err := s.Lobby.SearchFor(s.ctx, s.me.ID, q)
	if err != nil {
		s.refuse(err)
		return
	}
	if len(found) == 0 {
		s.say("No finished game matches")
		return
	}
	for i := range found[:min(len(found), gamesAtOnce)] {
		s.say("%s", foundLine(&found[i]))
	}
	if s.pages, s.next = nil, nil; len(found) > gamesAtOnce {
		q.Before = found[gamesAtOnce-1].ID
		s.next = func() { s.findGames(q) }
		s.say("For earlier games, type \"more\"; to open a game, type \"table\" and its number")
		return
	}
	s.say("To open a game, type \"table\" and its number")
}

// foundLine describes a finished game in a sentence.
func foundLine(f *table.Found) string {
	text := fmt.Sprintf("Table %d: %s, ended on %s", f.ID, present.Game(f.Game), f.Ended.UTC().Format("2 January 2006"))
	for _, p := range records.PlayersOf(f) {
		text += ", " + rules.Title(p.Seat) + " " + present.Name(p.Player)
	}
	return text + "; " + present.Found(f)
}
