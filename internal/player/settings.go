package player

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/rules"
)

// Setting identifies a setting. Each player chooses a value for it. Most settings affect
// the screens.
type Setting uint8

// The settings; see [Options] for their names and values.
const (
	Theme Setting = iota
	Pieces
	Size
	Bell
	Notify
	Title
	Colour
	Sync
	Motion
	Speech
	Spelling
	Followers
	Following
	WebName
	settingCount
)

// SettingOption describes a setting. The server stores the name and the values: never
// rename them.
type SettingOption struct {
	Name   string
	Help   string   // one line for the help text
	Values []string // the first value is the default
}

// Options describes every setting of a player.
var Options = [settingCount]SettingOption{
	Theme: {
		"theme",
		"colours of the screens; auto follows your terminal",
		[]string{"auto", "dark", "light", "contrast", "colour-blind", "mono"},
	},
	Pieces: {
		"pieces",
		"how pieces are drawn; auto fits the size of the squares",
		[]string{"auto", "letters", "chessmen", "drawn", "fine"},
	},
	Size: {
		"size",
		"largest size of a square in cells; auto fits the terminal",
		[]string{"auto", "3x1", "5x2", "6x2", "6x3", "8x4", "10x5", "12x6", "14x7"},
	},
	Bell:      {"bell", "ring the terminal's bell on your turn, on offers and on errors", []string{"on", "off"}},
	Notify:    {"notify", "desktop notification on your turn and on offers, if your terminal supports it", []string{"on", "off"}},
	Title:     {"title", "show the table and your turn in the title of the window", []string{"on", "off"}},
	Colour:    {"colour", "number of colours; auto: as many as your terminal supports", []string{"auto", "none", "16", "256", "true"}},
	Sync:      {"sync", "draw large changes at once, without flicker; auto: if your terminal supports it", []string{"auto", "on", "off"}},
	Motion:    {"motion", "show the piece half way in a move, unless the connection is slow", []string{"on", "off"}},
	Speech:    {"speech", "in plain mode: length of messages", []string{"long", "short"}},
	Spelling:  {"spelling", "in plain mode: squares as k3 (letters) or kilo 3 (words)", []string{"letters", "words"}},
	Followers: {"followers", "others may follow you and see when you connect and play", []string{"on", "off"}},
	Following: {"following", "show a line when somebody you follow connects, seeks a game or plays", []string{"on", "off"}},
	WebName:   {"web", "show your name, or only your seat, on the club's web page", []string{"name", BySeat}},
}

// BySeat is the value of [WebName] for players who do not want their name on web pages.
const BySeat = "seat"

// String returns the name of the setting.
func (s Setting) String() string { return Options[s].Name }

// Settings holds a player's choice for every setting. The zero value holds the defaults.
type Settings struct{ at [settingCount]uint8 }

// Choice is a setting and its chosen value.
type Choice struct {
	Setting Setting
	Value   string
}

// Get returns the value of a setting.
func (s Settings) Get(which Setting) string { return Options[which].Values[s.at[which]] }

// With returns the settings with the given choices applied. It ignores unknown values.
func (s Settings) With(choices ...Choice) Settings {
	for _, c := range choices {
		if i := slices.Index(Options[c.Setting].Values, c.Value); i >= 0 {
			s.at[c.Setting] = uint8(i)
		}
	}
	return s
}

// Next returns the settings with one setting changed: to its next value if `by` is 1, or to
// its previous value if `by` is -1. Values wrap around.
func (s Settings) Next(which Setting, by int) Settings {
	n := len(Options[which].Values)
	s.at[which] = uint8((int(s.at[which]) + by + n) % n)
	return s
}

// Since compares s with earlier settings, and returns the choices in s that differ.
func (s Settings) Since(before Settings) []Choice {
	var list []Choice
	for which := range settingCount {
		if s.at[which] != before.at[which] {
			list = append(list, Choice{which, s.Get(which)})
		}
	}
	return list
}

// ParseSetting returns the setting with the given name. The error is a sentence for people.
func ParseSetting(name string) (Setting, error) {
	var names []string
	for which := range settingCount {
		if rules.TypedWord(name) == strings.ToLower(Options[which].Name) {
			return which, nil
		}
		names = append(names, Options[which].Name)
	}
	return 0, NoSuchSetting.Refuse(strconv.Quote(Shown(name, MaxNameCells)), strings.Join(names, ", "))
}

// ParseChoice parses a setting and its value. The error is a sentence for people.
func ParseChoice(name, value string) (Choice, error) {
	which, err := ParseSetting(name)
	if err != nil {
		return Choice{}, err
	}
	values := Options[which].Values
	i := slices.IndexFunc(values, func(v string) bool { return strings.ToLower(v) == rules.TypedWord(value) })
	if i < 0 {
		return Choice{}, NoSuchValue.Refuse(fmt.Sprintf("%s cannot be %q", which, Shown(value, MaxNameCells)), strings.Join(values, ", "))
	}
	return Choice{which, values[i]}, nil
}

// Memory stores the settings of accounts.
type Memory interface {
	// Recall returns the stored settings, or the zero Settings if none are stored.
	Recall(ctx context.Context, id ID) (Settings, error)
	// Remember stores the chosen settings and leaves the other settings unchanged, so that
	// two sessions of an account do not undo each other's changes. It refuses guests with
	// [GuestSettings].
	Remember(ctx context.Context, id ID, choices ...Choice) error
}
