package player

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Setting is something about the screens that everybody chooses for himself.
type Setting uint8

// The settings. What they are called and what they may be is in [Options].
const (
	Theme Setting = iota
	Pieces
	Size
	Bell
	Colour
	Sync
	Speech
	Spelling
	settingCount
)

// SettingOption is a setting in words. Names and values are stored: do not rename
// any.
type SettingOption struct {
	Name   string
	Help   string   // what it is about
	Values []string // the first holds for who has not chosen
}

// Options is every setting, by number.
var Options = [settingCount]SettingOption{
	Theme:    {"theme", "the colours of the screens; auto is dark or light, as your terminal is", []string{"auto", "dark", "light", "contrast", "colour-blind", "mono"}},
	Pieces:   {"pieces", "how pieces are drawn; auto fits the size of the squares", []string{"auto", "letters", "chessmen", "drawn"}},
	Size:     {"size", "the largest squares that are drawn, in cells; auto is whatever has room", []string{"auto", "3x1", "5x2", "6x3", "8x4", "10x5", "12x6"}},
	Bell:     {"bell", "whether the terminal rings when your turn comes or something is refused", []string{"on", "off"}},
	Colour:   {"colour", "how many colours are sent; auto is what your terminal says that it has", []string{"auto", "none", "16", "256", "true"}},
	Sync:     {"sync", "whether large changes are sent to be shown at once; auto asks your terminal", []string{"auto", "on", "off"}},
	Speech:   {"speech", "in plain: long says everything, short only what is needed", []string{"long", "short"}},
	Spelling: {"spelling", "in plain: words says squares like kilo 3, letters says k3", []string{"letters", "words"}},
}

// String is the setting's name.
func (s Setting) String() string { return Options[s].Name }

// Settings is what somebody has chosen. The zero value is what holds for who has
// not.
type Settings struct{ at [settingCount]uint8 }

// Choice is one setting and the value that was chosen for it.
type Choice struct {
	Setting Setting
	Value   string
}

// Get is the value of a setting.
func (s Settings) Get(which Setting) string { return Options[which].Values[s.at[which]] }

// With is the settings with some of them chosen. A value that is none of the
// setting's counts for nothing.
func (s Settings) With(choices ...Choice) Settings {
	for _, c := range choices {
		if i := slices.Index(Options[c.Setting].Values, c.Value); i >= 0 {
			s.at[c.Setting] = uint8(i)
		}
	}
	return s
}

// Next is the settings with the next of a setting's values, or with by -1 the
// one before; they go round.
func (s Settings) Next(which Setting, by int) Settings {
	n := len(Options[which].Values)
	s.at[which] = uint8((int(s.at[which]) + by + n) % n)
	return s
}

// Since is what was chosen since the settings were others.
func (s Settings) Since(before Settings) []Choice {
	var list []Choice
	for which := range settingCount {
		if s.at[which] != before.at[which] {
			list = append(list, Choice{which, s.Get(which)})
		}
	}
	return list
}

// ParseSetting is the setting of that name; the error is a sentence.
func ParseSetting(name string) (Setting, error) {
	var names []string
	for which := range settingCount {
		if strings.EqualFold(name, Options[which].Name) {
			return which, nil
		}
		names = append(names, Options[which].Name)
	}
	return 0, NoSuchSetting.Refuse(strconv.Quote(Shown(name, MaxNameCells)), strings.Join(names, ", "))
}

// ParseChoice is a setting and one of its values, both in words; the error is a
// sentence.
func ParseChoice(name, value string) (Choice, error) {
	which, err := ParseSetting(name)
	if err != nil {
		return Choice{}, err
	}
	values := Options[which].Values
	i := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, value) })
	if i < 0 {
		return Choice{}, NoSuchValue.Refuse(fmt.Sprintf("%s cannot be %q", which, Shown(value, MaxNameCells)), strings.Join(values, ", "))
	}
	return Choice{which, values[i]}, nil
}

// Memory keeps the settings of those who have an account.
type Memory interface {
	// Recall is what was kept, the zero Settings for who has chosen nothing.
	Recall(ctx context.Context, id ID) (Settings, error)
	// Remember keeps what somebody chose; what he did not choose now stays as it
	// is, whatever another session of his thinks of it. It refuses guests with
	// [GuestSettings].
	Remember(ctx context.Context, id ID, choices ...Choice) error
}
