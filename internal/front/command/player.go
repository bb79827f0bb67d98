package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/service/share"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// lastGames is the maximum number of games that are printed.
const lastGames = 10

func (r archiveCommands) player(c *call) {
	l := r.lister(c, "TABLE", "ENDED", "GAME", "SEATS", "RESULT")
	c.run = func(args []string) error {
		who, err := r.find(r.ctx, strings.Join(args, " "))
		if err != nil {
			return err
		}
		careers, err := r.Ladder.Record(r.ctx, who.ID)
		if err != nil {
			return err
		}
		games, err := r.Lobby.SearchFor(r.ctx, r.Player.ID, table.Search{Player: who.ID, Limit: lastGames})
		if err != nil {
			return err
		}
		if l.json {
			return r.encodePlayer(who, careers, games)
		}
		seen := r.Person(r.Player.ID, who)
		if l.Spoken {
			return r.sayPlayer(l, &seen, careers, games)
		}
		fmt.Fprintf(r.Out, "%s\n%s.\n", who.Shown(nameCells), present.Capital(present.Person(&seen, r.Club.Settings.Zone())))
		r.printCareers(careers)
		return printGames(l, who.ID, games)
	}
}

// sayPlayer prints what is known about a player in sentences.
func (r archiveCommands) sayPlayer(l *lister, who *view.Person, careers []club.Career, games []table.Found) error {
	rows := [][]string{{present.ListedName(who.Player), present.Person(who, r.Club.Settings.Zone())}}
	for i := range careers {
		shown := careers[i].View()
		rows = append(rows, []string{present.CareerLine(&shown)})
	}
	if len(careers) == 0 {
		rows = append(rows, []string{present.NoRatedGames})
	}
	if err := l.print(rows); err != nil {
		return err
	}
	l.none = noGames
	return l.sayGames(games, 0)
}

func (r archiveCommands) encodePlayer(who player.Player, careers []club.Career, games []table.Found) error {
	line := struct {
		Name     string       `json:"name"`
		Bot      bool         `json:"bot,omitempty"`
		Vacation time.Time    `json:"vacation,omitzero"` // when the player's vacation ends
		Ratings  []ratingLine `json:"ratings"`
		Games    []share.Game `json:"games"`
	}{who.Name, who.BotAccount, r.Vacations.Until(who.ID), ratingLines(careers), []share.Game{}}
	for i := range games {
		line.Games = append(line.Games, share.NewGame(&games[i]))
	}
	return json.NewEncoder(r.Out).Encode(line)
}

// find returns the player with the given name, or the player of the session if the name is
// empty.
func (r archiveCommands) find(ctx context.Context, name string) (player.Player, error) {
	if name == "" && r.Named {
		return table.WithBotMark(r.Club, r.Player), nil
	}
	if name == "" {
		return player.Player{}, fmt.Errorf("you have no name yet: run \"name NAME\"; to see a player, run \"player NAME\"")
	}
	who, ok, err := r.Ladder.Called(ctx, name)
	if err == nil && !ok {
		err = fmt.Errorf("no player %q; run \"ladder\" to list rated players", player.ShownName(name, nameCells))
	}
	return who, err
}

// printCareers prints two lines for each class: the rating and the results, then the ratings
// after each of the last games, oldest first.
func (r archiveCommands) printCareers(careers []club.Career) {
	for _, c := range careers {
		fmt.Fprintf(r.Out, "%s %s %s games=%d %s\n", c.Class.Game, c.Class.Form, ratingWords(c.Rating), c.Games(), placesOf(&c))
		history := make([]string, len(c.Steps))
		for i, step := range c.Steps {
			history[i] = fmt.Sprint(step.After.Shown())
		}
		fmt.Fprintf(r.Out, "  history %s\n", strings.Join(history, " "))
	}
	if len(careers) == 0 {
		fmt.Fprintln(r.Out, present.NoRatedGames+".")
	}
}

// printGames prints the latest games, newest first.
func printGames(l *lister, id player.ID, games []table.Found) error {
	return each(l, games, func(g table.Found) []string {
		return []string{itoa(g.ID), g.Ended.Format(time.DateOnly), g.Game, seatsOf(id, &g), present.Found(&g)}
	})
}

// seatsOf returns the names of the seats that a player had at the end of a game.
func seatsOf(id player.ID, g *table.Found) string {
	var words []string
	def, err := variants.Find(g.Game)
	if err != nil {
		return "?"
	}
	v, err := def.New(nil)
	if err != nil {
		return "?"
	}
	for seat, p := range g.Players {
		if p.ID == id {
			words = append(words, v.Facts().Seats[seat])
		}
	}
	return strings.Join(words, ",")
}
