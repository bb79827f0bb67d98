package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/service/share"
	"quadrille/rules/variants"
)

const ladderHelp = `Each game has two ladders: teams and free-for-all. Only rated games count. A new
player has the rating 1000 with an uncertainty of 333, which falls as they play.
Players who have not played for 90 days are not listed.

  --form FORM       teams or free-for-all
  --all             also players who have not played for 90 days
  --json            one JSON object per line, for each player of each ladder`

func (r archiveCommands) ladder(c *call) {
	var form string
	var all bool
	l := r.lister(c, "PLACE", "NAME", "RATING", "GAMES", "LAST GAME")
	c.run = func(args []string) error {
		since := time.Time{}
		if !all {
			since = r.Clock.Now().Add(-club.Active)
		}
		classes, err := r.classes(r.ctx, args, form)
		if err != nil {
			return err
		}
		return r.printLadders(l, classes, since)
	}
	c.StringVar(&form, "form", "", "")
	c.BoolVar(&all, "all", false, "")
}

// classes returns the classes in which players are rated: all classes, or those of the given
// game and form (teams or free-for-all).
func (r archiveCommands) classes(ctx context.Context, game []string, form string) ([]club.Class, error) {
	if len(game) > 0 {
		if _, err := variants.Find(game[0]); err != nil {
			return nil, err
		}
	}
	if form != "" {
		if _, err := club.ParseForm(form); err != nil {
			return nil, err
		}
	}
	classes, err := r.Ladder.Classes(ctx)
	return slices.DeleteFunc(classes, func(c club.Class) bool {
		return len(game) > 0 && c.Game != game[0] || form != "" && string(c.Form) != form
	}), err
}

func (r archiveCommands) printLadders(l *lister, classes []club.Class, since time.Time) error {
	printed := 0
	for _, class := range classes {
		list, err := r.Ladder.Standings(r.ctx, class, since)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			continue
		}
		if printed > 0 && !l.json && !l.Spoken {
			fmt.Fprintln(r.Out)
		}
		printed++
		if err := printLadder(l, class, list); err != nil {
			return err
		}
	}
	if printed == 0 && !l.json {
		fmt.Fprintln(r.Err, "That ladder is empty. To open a rated game, run \"new GAME rated=on\".")
	}
	return nil
}

func printLadder(l *lister, class club.Class, list []club.Standing) error {
	switch {
	case l.json:
	case l.Spoken:
		if err := l.say(fmt.Sprintf("%s, %s", present.Class(class.Game, class.Form), present.Count(len(list), "player"))); err != nil {
			return err
		}
	default:
		fmt.Fprintf(l.Out, "%s %s\n", class.Game, class.Form)
	}
	return eachAs(l, list, func(s *club.Standing) any {
		return share.Standing{
			Game: class.Game, Form: string(class.Form), Place: s.Place, Name: s.Player.Name, Bot: s.Player.BotAccount,
			Rating: s.Rating.Shown(), Doubt: s.Rating.Doubt(), Games: s.Games, Last: s.Last,
		}
	}, func(s *club.Standing) []string {
		if l.Spoken {
			return []string{
				fmt.Sprintf("Place %d: %s", s.Place, present.ListedName(s.Player)), present.Rating(s.Rating.Shown(), s.Rating.Doubt()),
				present.Count(s.Games, "game"), "last game on " + s.Last.UTC().Format(present.Date),
			}
		}
		return []string{
			itoa(s.Place), present.ListedName(s.Player), ratingWords(s.Rating), fmt.Sprintf("games=%d", s.Games),
			"last=" + s.Last.Format(time.DateOnly),
		}
	})
}

// ratingWords returns a rating and its uncertainty, such as "rating=1500 uncertainty=90".
func ratingWords(r club.Rating) string {
	return fmt.Sprintf("rating=%d uncertainty=%d", r.Shown(), r.Doubt())
}

// placesOf returns the number of times that a player came first, second and so on, such as
// "first=3 second=1".
func placesOf(c *club.Career) string {
	var words []string
	for i, times := range c.Places {
		if times > 0 {
			words = append(words, fmt.Sprintf("%s=%d", present.Places[i], times))
		}
	}
	return strings.Join(words, " ")
}
