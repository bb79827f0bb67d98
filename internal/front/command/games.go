package command

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/service/share"
	"quadrille/internal/table"
)

// noGames is the answer to a list of all games if there are none.
const noGames = "No finished games yet"

// searchFlags are the flags that restrict a search for games. Package lobby parses their
// values.
var searchFlags = []string{"player", "game", "result", "since", "until"}

// addSearch adds the search flags to a command. It returns a function that copies the values
// of the flags to a search.
func addSearch(c *call) func(*table.Search) error {
	values := map[string]*string{}
	for _, name := range searchFlags {
		values[name] = c.String(name, "", "")
	}
	return func(q *table.Search) error {
		for _, name := range searchFlags {
			if err := records.SetSearch(q, name, *values[name]); err != nil {
				return err
			}
		}
		return nil
	}
}

func (r archiveCommands) games(c *call) {
	var before, limit int
	l := r.lister(c, "TABLE", "ENDED", "GAME", "PLAYERS", "RESULT")
	search := addSearch(c)
	c.run = func(args []string) error {
		q, err := records.ParseSearch(strings.Join(args, " "))
		if err == nil {
			err = search(&q)
		}
		if err != nil {
			return err
		}
		if q.Before, q.Limit = table.ID(before), limit; limit < 1 || limit > table.MaxFound || before < 0 {
			return fmt.Errorf("--limit must be from 1 to %d, and --before must be the number of a table", table.MaxFound)
		}
		found, err := r.Lobby.SearchFor(r.ctx, r.Player.ID, q)
		if err != nil {
			return err
		}
		if l.none = "No finished game matches"; len(args) == 0 && c.NFlag() == 0 {
			l.none = noGames
		}
		if l.Spoken && !l.json {
			return l.sayGames(found, limit)
		}
		return eachAs(l, found, func(f *table.Found) any { return share.NewGame(f) }, listed)
	}
	c.IntVar(&before, "before", 0, "")
	c.IntVar(&limit, "limit", 20, "")
}

// sayGames prints finished games in sentences, and what people can type next. If there are as many
// as the limit, there may be earlier ones.
func (l *lister) sayGames(found []table.Found, limit int) error {
	if len(found) == 0 {
		return l.print(nil)
	}
	next := "To open a game, type \"table\" and its number"
	if len(found) == limit {
		next += fmt.Sprintf("; for earlier games, add \"before %d\"", found[len(found)-1].ID)
	}
	var rows [][]string
	for i := range found {
		rows = append(rows, []string{present.FoundLine(&found[i])})
	}
	return l.print(append(rows, []string{next}))
}

func listed(f *table.Found) []string {
	var who, ratings []string
	for _, p := range records.PlayersOf(f) {
		who = append(who, p.Seat+"="+p.Shown(nameCells))
		if change, ok := player.RatingChangeOf(f.Ratings, p.ID); ok {
			ratings = append(ratings, fmt.Sprintf("%s %v", p.Seat, change))
		}
	}
	line := []string{itoa(f.ID), f.Ended.UTC().Format(time.DateOnly), f.Game, strings.Join(who, " "), present.Found(f)}
	if len(ratings) > 0 {
		line = append(line, "ratings "+strings.Join(ratings, ", "))
	}
	return line
}
