package records

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// searchHelp lists what can be searched for.
const searchHelp = "a player, a game, a result (won, checkmate ...) or a date (2026-11)"

// ParseSearch parses a search for finished games, as people type it. It recognises games,
// results and dates; any other words are a player's name. Each condition can also be written
// with its field: player=, game=, result=, since=, until=.
func ParseSearch(text string) (table.Search, error) {
	var q table.Search
	var name []string
	for _, word := range strings.Fields(rules.TextLines(text)) {
		field, value, named := strings.Cut(word, "=")
		if typed, after, found := strings.Cut(rules.Typed(word), "="); !named && found { // a full-width sign
			field, value, named = typed, after, true
		}
		if named {
			if err := SetSearch(&q, strings.ToLower(field), value); err != nil {
				return q, err
			}
			continue
		}
		switch from, until, err := parseSpan(word); {
		case err == nil:
			q.From, q.Until = from, until
		case isGame(word):
			q.Game = strings.ToLower(word)
		case isResult(word):
			q.Result = strings.ToLower(word)
		default:
			name = append(name, word)
		}
	}
	if len(name) > 0 {
		return q, SetSearch(&q, "player", strings.Join(name, " "))
	}
	return q, nil
}

// SetSearch adds a condition to a search. The field is "player", "game", "result", "since" or
// "until". An empty value adds nothing.
func SetSearch(q *table.Search, field, value string) (err error) {
	if value == "" {
		return nil
	}
	if field != "player" {
		value = rules.Typed(value)
	}
	switch field {
	case "player":
		q.Name, err = player.CleanLine(value, player.MaxNameCells)
	case "game":
		if q.Game = strings.ToLower(value); !isGame(value) {
			err = setup.NoSuchGame.Refuse(quoted(value), strings.Join(setup.GameNames(), ", "))
		}
	case "result":
		if q.Result = strings.ToLower(value); !isResult(value) {
			err = NoSuchResult.Refuse(quoted(value), strings.Join(results(), ", "))
		}
	case "since":
		q.From, _, err = parseSpan(value)
	case "until":
		_, q.Until, err = parseSpan(value)
	default:
		err = NoSuchField.Refuse(quoted(field), searchHelp)
	}
	return err
}

// quoted returns a typed word in quotes, without control characters.
func quoted(word string) string { return strconv.Quote(player.Shown(word, player.MaxNameCells)) }

func isGame(word string) bool {
	_, err := variants.Find(strings.ToLower(word))
	return err == nil
}

func isResult(word string) bool { return slices.Contains(results(), strings.ToLower(word)) }

// results returns all words for results and terminations that a search may contain.
func results() []string {
	list := []string{table.AnyWon, table.AnyDrawn, table.Abandoned, table.WasAborted}
	for _, e := range rules.Terminations() {
		list = append(list, e.String())
	}
	return list
}

// parseSpan parses a day, a month or a year in UTC.
func parseSpan(word string) (from, until time.Time, err error) {
	for _, span := range [...]struct {
		form                string
		years, months, days int
	}{{"2006-01-02", 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if from, err = time.Parse(span.form, rules.Typed(word)); err == nil {
			return from, from.AddDate(span.years, span.months, span.days), nil
		}
	}
	return from, until, NoDate.Refuse(quoted(word))
}
