package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Offers is the games that can be played here, in the order in which people see
// them.
func Offers() []rules.Definition { return variants.All() }

// TableOptions is what can be chosen for a table at which that game is played,
// besides the game's own options. What has no fixed default has the game's.
func TableOptions(def *rules.Definition) []rules.Option {
	touch, talk := off, closed
	if v, err := def.New(nil); err == nil {
		touch, talk = word(v.Facts().TouchMove, on, off), word(table.ChatByDefault(v.Facts()), open, closed)
	}
	return []rules.Option{{
		Name:    "clock",
		Default: table.Clock{}.String(),
		Help:    "none; minutes and seconds added a move, like 5+10, or with a delay, 5d10; days a move, 3d",
		Check:   func(value string) error { _, err := table.ParseClock(value); return err },
	}, {
		Name:    "touch",
		Default: touch,
		Choices: []string{on, off},
		Help:    "on: who lifts a man that can move must move it, and everybody sees it lifted",
	}, {
		Name:    "rated",
		Default: off,
		Choices: []string{on, off},
		Help:    "on: for people with a key and a name; guests may watch",
	}, {
		Name:    "talk",
		Default: talk,
		Choices: []string{closed, open},
		Help:    "open: players may talk during the game, and everybody hears it",
	}, {
		Name:    "seats-per-person",
		Default: strconv.Itoa(seatsEach),
		Choices: []string{"1", "2", "3", "4"},
		Help:    "how many seats one person may have; in rated games it is one",
	}, {
		Name:    "private",
		Default: off,
		Choices: privacies,
		Help:    "for members of this house alone, for those whom the host invites, or for who knows a password",
	}, {
		Name:    "bots",
		Default: NoBots,
		Choices: botLevels,
		Help:    "how well bots play, from 1 to 6, that take the empty seats when all who sit are ready",
	}}
}

// The words of options that are on or off, and of talk.
const (
	on, off      = "on", "off"
	open, closed = "open", "off"
)

// NoBots is the choice of a table without bots.
const NoBots = "none"

var botLevels = []string{NoBots, "1", "2", "3", "4", "5", "6"}

var privacies = []string{off, string(table.ForMembers), string(table.ForInvited), string(table.ByPassword)}

// seatsEach is as many seats as one person needs when two or three play.
const seatsEach = 2

func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// ParseTerms reads a game, and after it options in any order: "clock=5+10",
// "armies=white,black". What it does not know it refuses with a sentence that
// says what would be right.
func ParseTerms(words []string) (table.Terms, error) {
	if len(words) == 0 {
		return table.Terms{}, NoGame.Refuse(strings.Join(GameNames(), ", "))
	}
	def, err := variants.Find(words[0])
	if err != nil {
		return table.Terms{}, NoSuchGame.Refuse(strconv.Quote(words[0]), strings.Join(GameNames(), ", "))
	}
	given, err := options(&def, words[1:])
	if err != nil {
		return table.Terms{}, err
	}
	return NewTerms(&def, given)
}

// NewTerms is the terms with the options that are given by name, the game's and
// the table's; the others have their defaults.
func NewTerms(def *rules.Definition, given map[string]string) (terms table.Terms, err error) {
	own, tables := map[string]string{}, map[string]string{}
	for _, o := range TableOptions(def) {
		tables[o.Name] = o.Default
	}
	for name, value := range given {
		if _, ok := tables[name]; ok {
			tables[name] = value
		} else {
			own[name] = value
		}
	}
	terms.Game = def.Name
	if terms.Clock, err = table.ParseClock(tables["clock"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Private, err = parsePrivacy(tables["private"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Touch, err = parseSwitch("touch", tables["touch"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Rated, err = parseSwitch("rated", tables["rated"]); err != nil {
		return table.Terms{}, err
	}
	v, err := def.New(own)
	if err != nil {
		return table.Terms{}, BadTerms.Refuse(err.Error())
	}
	if _, said := given["talk"]; !said {
		tables["talk"] = word(table.ChatByDefault(v.Facts()), open, closed)
	}
	if terms.Chat, err = parseChoice("talk", tables["talk"], open, closed); err != nil {
		return table.Terms{}, err
	}
	if _, said := given["seats-per-person"]; terms.Rated && !said {
		tables["seats-per-person"] = "1"
	}
	if terms.SeatsPerPerson, err = parseSeats(tables["seats-per-person"]); err != nil {
		return table.Terms{}, err
	}
	if terms.Rated && terms.SeatsPerPerson > 1 {
		return table.Terms{}, RatedSeats.Refuse(strconv.Itoa(terms.SeatsPerPerson))
	}
	if terms.Bots = slices.Index(botLevels, tables["bots"]); terms.Bots < 0 {
		return table.Terms{}, BadChoice.Refuse("bots="+tables["bots"], strings.Join(botLevels, ", "))
	}
	if terms.Rated && terms.Private != table.ForAll {
		return table.Terms{}, RatedPrivate.Refuse(string(terms.Private))
	}
	if len(own) > 0 {
		terms.Options = own
	}
	return terms, nil
}

func parsePrivacy(value string) (table.Privacy, error) {
	switch {
	case value == off:
		return table.ForAll, nil
	case !slices.Contains(privacies, value):
		return table.ForAll, BadChoice.Refuse("private="+value, strings.Join(privacies, ", "))
	}
	return table.Privacy(value), nil
}

func parseSwitch(name, value string) (bool, error) { return parseChoice(name, value, on, off) }

func parseChoice(name, value, yes, no string) (bool, error) {
	if value != yes && value != no {
		return false, BadChoice.Refuse(name+"="+value, yes+", "+no)
	}
	return value == yes, nil
}

func parseSeats(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > rules.SeatCount || strconv.Itoa(n) != value {
		return 0, BadChoice.Refuse("seats-per-person="+value, "1 to "+strconv.Itoa(rules.SeatCount))
	}
	return n, nil
}

// options splits words like clock=5+10, each name once, and each a name that the
// game or the table knows.
func options(def *rules.Definition, words []string) (map[string]string, error) {
	var names []string
	for _, o := range slices.Concat(def.Options, TableOptions(def)) {
		names = append(names, o.Name)
	}
	given := map[string]string{}
	for _, word := range words {
		name, value, found := strings.Cut(word, "=")
		_, twice := given[name]
		switch {
		case !found:
			return nil, NotAnOption.Refuse(strconv.Quote(word), strings.Join(names, ", "))
		case !slices.Contains(names, name):
			return nil, NoSuchOption.Refuse(fmt.Sprintf("%s has no option %q", def.Name, name), strings.Join(names, ", "))
		case twice:
			return nil, OptionTwice.Refuse(name)
		}
		given[name] = value
	}
	return given, nil
}

// GameNames lists the names of the games.
func GameNames() []string {
	var names []string
	for _, def := range variants.All() {
		names = append(names, def.Name)
	}
	return names
}
