package club

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/player"
)

// Setting is something that an owner may say about the house.
type Setting string

// The settings.
const (
	SetName     Setting = "name"
	SetGreeting Setting = "greeting"
	SetRules    Setting = "rules"
	SetEntry    Setting = "entry"
)

// Settings are all there are.
var Settings = []Setting{SetName, SetGreeting, SetRules, SetEntry}

// How long they can be, in cells.
const (
	nameCells     = 40
	greetingCells = 200
	rulesCells    = 1000
)

// ParseSetting reads the name of one, and cleans a value for it.
func ParseSetting(name, value string) (s Setting, clean string, err error) {
	switch s = Setting(name); s {
	case SetName:
		clean, err = player.CleanLine(value, nameCells)
	case SetGreeting:
		clean, err = player.CleanLine(value, greetingCells)
	case SetRules:
		clean, err = player.CleanLine(value, rulesCells)
	case SetEntry:
		_, err = ParseEntryPolicy(value)
		clean = value
	default:
		var names []string
		for _, s := range Settings {
			names = append(names, string(s))
		}
		err = fmt.Errorf("there is no setting %q: say %s", name, strings.Join(names, ", "))
	}
	return s, clean, err
}

// Setting is what holds, and whether an owner said so rather than the
// configuration.
func (h *Club) Setting(s Setting) (value string, said bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.setting(s)
}

func (h *Club) setting(s Setting) (value string, said bool) {
	if value, said = h.settings[s]; said {
		return value, true
	}
	switch s {
	case SetName:
		value = h.config.Name
	case SetGreeting:
		value = h.config.Greeting
	case SetRules:
		value = h.config.Rules
	case SetEntry:
		value = string(h.config.Entry)
	}
	return value, false
}

// Door is who may come in now.
func (h *Club) Door() EntryPolicy {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.door()
}

func (h *Club) door() EntryPolicy {
	value, _ := h.setting(SetEntry)
	return EntryPolicy(value)
}

// Say sets something; owners may.
func (h *Club) Say(ctx context.Context, by player.ID, name, value, reason string) error {
	s, clean, err := ParseSetting(name, value)
	if err != nil {
		return err
	}
	_, err = h.change(ctx, AuditEntry{By: by, Verb: Set, Setting: string(s), Value: clean, Reason: reason}, func(*AuditEntry) error {
		return h.may(by, Owner, "")
	})
	return err
}

// Unsay lets the configuration decide again.
func (h *Club) Unsay(ctx context.Context, by player.ID, name, reason string) error {
	if !slices.Contains(Settings, Setting(name)) {
		_, _, err := ParseSetting(name, "")
		return err
	}
	_, err := h.change(ctx, AuditEntry{By: by, Verb: Unset, Setting: name, Reason: reason}, func(*AuditEntry) error {
		if _, said := h.Setting(Setting(name)); !said {
			return fmt.Errorf("%s was not set; it is what the configuration says", name)
		}
		return h.may(by, Owner, "")
	})
	return err
}
