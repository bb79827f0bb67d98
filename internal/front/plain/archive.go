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
func (lm *lobbyMode) games(rest string) {
	q, err := records.ParseSearch(rest)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.findGames(q)
}

// findGames lists the first matching games. The command "more" lists the next ones.
func (lm *lobbyMode) findGames(q table.Search) {
	q.Limit = gamesAtOnce + 1
	found, err := lm.s.Lobby.SearchFor(lm.s.ctx, lm.s.me.ID, q)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	if len(found) == 0 {
		lm.s.say("No finished game matches")
		return
	}
	for i := range found[:min(len(found), gamesAtOnce)] {
		lm.s.say("%s", foundLine(&found[i]))
	}
	if lm.s.pages, lm.s.next = nil, nil; len(found) > gamesAtOnce {
		q.Before = found[gamesAtOnce-1].ID
		lm.s.next = func() { lm.findGames(q) }
		lm.s.say("For earlier games, type \"more\"; to open a game, type \"table\" and its number")
		return
	}
	lm.s.say("To open a game, type \"table\" and its number")
}

// foundLine describes a finished game in a sentence.
func foundLine(f *table.Found) string {
	text := fmt.Sprintf("Table %d: %s, ended on %s", f.ID, present.Game(f.Game), f.Ended.UTC().Format("2 January 2006"))
	for _, p := range records.PlayersOf(f) {
		text += ", " + rules.Title(p.Seat) + " " + present.Name(p.Player)
	}
	return text + "; " + present.Found(f)
}

// record prints the ssh commands that save the game at this table, one for each format.
func (tm *tableMode) record(string) {
	v := tm.table.view
	if v.ID == 0 {
		tm.s.say("A study board is not stored")
		return
	}
	formats := records.Formats(v.Terms.Game)
	tm.s.say("This game is available in %s: %s", present.Count(len(formats), "format"), present.List(formats))
	for _, format := range formats {
		tm.s.say("To save the game as %s: ssh HOST record %d --format %s > game.txt", format, v.ID, format)
	}
}
