package seek

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

// Want describes the game that a player seeks.
type Want struct {
	Terms table.Terms
	// BotsAfter is the time after which bots fill the empty seats: 0 means immediately. It
	// can also be [Never] or [Default].
	BotsAfter time.Duration
	BotLevel  int // 1 to [player.MaxBotLevel]; 0 means [player.DefaultBotLevel]
}

// Special values of [Want.BotsAfter].
const (
	Never   time.Duration = -1
	Default time.Duration = -2 // 30 seconds if bots may play the game, otherwise Never
)

const (
	defaultBotsAfter = 30 * time.Second
	maxBotsAfter     = 10 * time.Minute
	defaultClock     = "5+10"
)

// ListHelp says what commands and requests do that list the open seeks.
const ListHelp = "list the open seeks: tables that wait for players"

// Usage shows the words that [Parse] accepts.
const Usage = "GAME [CLOCK] [rated] [teams] [OPTION=VALUE ...]"

// Parse parses the words of a seek: a game, and then, in any order, a clock (by default
// 5+10), "rated", "teams" and options of a table.
func Parse(words []string) (Want, error) {
	clock := "clock=" + defaultClock
	var options []string
	words = slices.Clone(words)
	for i, word := range words {
		words[i] = rules.TypedLine(word)
	}
	for _, word := range words[min(1, len(words)):] {
		switch {
		case strings.HasPrefix(word, "clock="):
			clock = word
		case strings.Contains(word, "="):
			options = append(options, word)
		case word == "rated":
			options = append(options, "rated=on")
		case word != "teams":
			clock = "clock=" + word
		case !alwaysTeams(words[0]):
			options = append(options, "teams=on")
		}
	}
	if len(words) > 0 {
		options = append([]string{words[0], clock}, options...)
	}
	terms, err := setup.ParseTerms(options)
	if err != nil {
		return Want{}, err
	}
	want := Want{Terms: terms, BotsAfter: Default, BotLevel: terms.Bots}
	want.Terms.Bots = 0
	return want, want.check()
}

// alwaysTeams reports whether a game can only be played in teams.
func alwaysTeams(game string) bool {
	def, err := variants.Find(game)
	if err != nil || slices.ContainsFunc(def.Options, func(o rules.Option) bool { return o.Name == "teams" }) {
		return false
	}
	v, err := def.New(nil)
	return err == nil && v.Facts().Teams()
}

// ParseBotsAfter parses the time after which bots fill the empty seats: "never", "0", "30s"
// or "2m". A number without a unit is in seconds. For an empty text it returns
// [Default].
func ParseBotsAfter(text string) (time.Duration, error) {
	switch text = rules.TypedWord(text); text {
	case "":
		return Default, nil
	case "never":
		return Never, nil
	}
	after, err := time.ParseDuration(text)
	if seconds, atoi := strconv.Atoi(text); atoi == nil {
		after, err = time.Duration(min(max(seconds, -1), 3600))*time.Second, nil
	}
	if err != nil || after < 0 || after > maxBotsAfter {
		return 0, BadBotsTime.Refuse(strconv.Quote(player.Shown(text, player.MaxNameCells)))
	}
	return after, nil
}

// Again returns a seek with the terms of a finished game. If bots played in that game, bots
// join the new game immediately. Again returns false for games that no seek can find:
// private and correspondence games, and games of evenings.
func Again(terms table.Terms) (Want, bool) {
	want := Want{Terms: terms, BotsAfter: Default, BotLevel: terms.Bots}
	if terms.Bots > 0 {
		want.BotsAfter = 0
	}
	return want, terms.Evening == nil && want.check() == nil
}

// check fills in the defaults of a seek. It refuses private games, correspondence games and
// invalid values.
func (w *Want) check() error {
	t := &w.Terms
	if w.BotLevel == 0 {
		w.BotLevel = player.DefaultBotLevel
	}
	t.Seek, t.SeatsPerPerson, t.Bots = true, 1, 0
	switch {
	case t.Private != table.ForAll:
		return PublicOnly.Refuse()
	case CheckClock(t.Clock) != nil:
		return CheckClock(t.Clock)
	case w.BotLevel < 1 || w.BotLevel > player.MaxBotLevel:
		return BadLevel.Refuse()
	case w.BotsAfter > maxBotsAfter || w.BotsAfter < Default:
		return BadBotsTime.Refuse(w.BotsAfter.String())
	}
	return nil
}

// CheckClock refuses a clock that the game of a seek cannot have.
func CheckClock(c table.Clock) error {
	if c.Correspondence() {
		return NoDays.Refuse()
	}
	return nil
}

// fits reports whether a waiting table has the terms that the seek wants.
func (w *Want) fits(t *table.Terms) bool {
	return t.Game == w.Terms.Game && t.Clock == w.Terms.Clock && t.Rated == w.Terms.Rated && t.Touch == w.Terms.Touch &&
		t.Private == table.ForAll && t.Evening == nil && slices.Equal(chosen(t), chosen(&w.Terms))
}

// chosen returns the values of all options of the game in `t`, including defaults.
func chosen(t *table.Terms) (values []string) {
	v, err := variants.New(t.Game, t.Options)
	if err != nil {
		return nil
	}
	for _, o := range v.Facts().Options {
		values = append(values, o.Name+"="+o.Value)
	}
	return values
}
