// Package setup describes the options with which a table can be opened, and parses them.
package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Offers returns the games that can be played, in the order in which screens show them.
func Offers() []rules.Definition { return variants.All() }

// TableOptions returns the options that every table has in addition to the options of its
// game. Some of their defaults depend on the game.
func TableOptions(def *rules.Definition) []rules.Option {
	touch, chat := off, closed
	if v, err := def.New(nil); err == nil {
		touch, chat = word(v.Facts().TouchMove, on, off), word(table.ChatByDefault(v.Facts()), open, closed)
	}
	return []rules.Option{{
		Name:    "clock",
		Default: table.Clock{}.String(),
		Help:    "none, minutes plus increment (5+10) or delay (5d10) in seconds, days a move (3d)",
		Check:   func(value string) error { _, err := table.ParseClock(value); return err },
	}, {
		Name:    "touch",
		Default: touch,
		Choices: []string{on, off},
		Help:    "on: a lifted piece must move (touch-move), and everybody sees which one it is",
		Label:   "Touch-move",
	}, {
		Name:    "rated",
		Default: off,
		Choices: []string{on, off},
		Help:    "on: only named accounts may play; guests may watch",
	}, {
		Name:    "chat",
		Default: chat,
		Choices: []string{closed, open},
		Help:    "open: players may chat during the game, and everybody reads it",
		Label:   "Chat during the game",
	}, {
		Name:    "seats-per-person",
		Default: strconv.Itoa(seatsEach),
		Choices: []string{"1", "2", "3", "4"},
		Help:    "how many seats one person may have; always 1 in rated games",
		Label:   "Seats per person",
	}, {
		Name:    "private",
		Default: off,
		Choices: privacies,
		Help:    "who may enter: members, invited people, or people with a password",
		Label:   "Private",
		Words:   []string{"no", "members only", "by invitation", "password"},
	}, {
		Name:    Vacation,
		Default: on,
		Choices: []string{on, off},
		Help:    "off: correspondence clocks also run during vacations",
		Label:   "Vacations",
	}, {
		Name:    "bots",
		Default: NoBots,
		Choices: botLevels,
		Help:    "fill empty seats with bots (level 1-" + strconv.Itoa(player.MaxBotLevel) + ") when everyone is ready",
	}}
}

const (
	// The values of on-off options, and of the chat option.
	on, off      = "on", "off"
	open, closed = "open", "off"
)

// Vacation is the name of the option for vacations in correspondence games.
const Vacation = "vacation"

// NoBots is the value of the option "bots" for a table without bots.
const NoBots = "none"

var botLevels = func() []string {
	list := []string{NoBots}
	for level := range player.MaxBotLevel {
		list = append(list, strconv.Itoa(level+1))
	}
	return list
}()

var privacies = []string{off, string(table.ForMembers), string(table.ForInvited), string(table.ByPassword)}

// seatsEach is the maximum number of seats for one person when only two or three people
// play.
const seatsEach = 2

func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// ParseTerms parses the name of a game and options that follow it in any order, such as
// "clock=5+10" or "armies=white,black". An error message lists the valid choices.
func ParseTerms(words []string) (table.Terms, error) {
	words = slices.Clone(words)
	for i, word := range words {
		words[i] = rules.TypedLine(word)
	}
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

// NewTerms returns the terms of a table. Each given option is an option of the game or of
// the table. All other options have their defaults.
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
	vacations, err := parseSwitch(Vacation, tables[Vacation])
	if err != nil {
		return table.Terms{}, err
	}
	terms.NoVacation = terms.Clock.Correspondence() && !vacations
	v, err := def.New(own)
	if err != nil {
		return table.Terms{}, BadTerms.Refuse(err.Error())
	}
	if _, set := given["chat"]; !set {
		tables["chat"] = word(table.ChatByDefault(v.Facts()), open, closed)
	}
	if terms.Chat, err = parseChoice("chat", tables["chat"], open, closed); err != nil {
		return table.Terms{}, err
	}
	if terms.Rated && terms.Chat && table.Silent(v.Facts()) {
		return table.Terms{}, RatedSilence.Refuse()
	}
	if _, set := given["seats-per-person"]; terms.Rated && !set {
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

// options parses words such as clock=5+10. It accepts only known names, each once.
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

// GameNames returns the names of all games.
func GameNames() []string {
	var names []string
	for _, def := range variants.All() {
		names = append(names, def.Name)
	}
	return names
}
