package club

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Setting is a setting of the club that owners can change.
type Setting string

// The settings.
const (
	SetName     Setting = "name"
	SetGreeting Setting = "greeting"
	SetRules    Setting = "rules"
	SetEntry    Setting = "entry"
	SetSeeks    Setting = "seeks"
)

// AllSettings lists all settings of a club.
var AllSettings = []Setting{SetName, SetGreeting, SetRules, SetEntry, SetSeeks}

// The maximum widths of the values of settings, in terminal cells.
const (
	nameCells     = 40
	greetingCells = 200
	rulesCells    = 1000
)

// ParseSetting parses the name of a setting and cleans its value.
func ParseSetting(name, value string) (s Setting, clean string, err error) {
	switch s = Setting(rules.TypedWord(name)); s {
	case SetName:
		clean, err = player.CleanLine(value, nameCells)
	case SetGreeting:
		clean, err = player.CleanLine(value, greetingCells)
	case SetRules:
		clean, err = player.CleanLine(value, rulesCells)
	case SetEntry:
		clean = rules.TypedWord(value)
		_, err = parseEntryPolicy(clean)
	case SetSeeks:
		if clean = rules.TypedWord(value); clean != "on" && clean != "off" {
			err = BadSeeks.Refuse(strconv.Quote(player.Shown(value, player.MaxNameCells)))
		}
	default:
		var names []string
		for _, s := range AllSettings {
			names = append(names, string(s))
		}
		err = NoClubSetting.Refuse(strconv.Quote(name), strings.Join(names, ", "))
	}
	return s, clean, err
}

// Settings holds the values that owners have set, and the values from the configuration file
// as defaults.
type Settings struct {
	audit *Audit
	roles *Roles

	mu     sync.RWMutex
	config Config
	set    map[Setting]string
}

func (ss *Settings) configure(config Config) {
	if config.Entry == "" {
		config.Entry = OpenToAll
	}
	if config.Zone == nil {
		config.Zone = time.UTC
	}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.config = config
}

func (ss *Settings) configured() Config {
	ss.mu.RLock()
	defer ss.mu.RUnlock()
	return ss.config
}

// Zone returns the time zone in which times are displayed.
func (ss *Settings) Zone() *time.Location { return ss.configured().Zone }

// Get returns the current value of a setting, and reports whether an owner has set it.
func (ss *Settings) Get(s Setting) (value string, set bool) {
	ss.mu.RLock()
	defer ss.mu.RUnlock()
	if value, set = ss.set[s]; set {
		return value, true
	}
	switch s {
	case SetName:
		value = ss.config.Name
	case SetGreeting:
		value = ss.config.Greeting
	case SetRules:
		value = ss.config.Rules
	case SetEntry:
		value = string(ss.config.Entry)
	case SetSeeks:
		if value = "on"; ss.config.NoSeeks {
			value = "off"
		}
	}
	return value, false
}

// Entry returns the current entry policy.
func (ss *Settings) Entry() EntryPolicy {
	value, _ := ss.Get(SetEntry)
	return EntryPolicy(value)
}

// Seeks reports whether players can use "play now".
func (ss *Settings) Seeks() bool {
	value, _ := ss.Get(SetSeeks)
	return value == "on"
}

// Set changes a setting. Only owners may change settings.
func (ss *Settings) Set(ctx context.Context, by player.ID, name, value, reason string) error {
	s, clean, err := ParseSetting(name, value)
	if err != nil {
		return err
	}
	_, err = ss.audit.change(
		ctx,
		AuditEntry{By: by, Action: Set, Setting: string(s), Value: clean, Reason: reason},
		func(*AuditEntry) error {
			return ss.roles.may(by, Owner, "")
		},
	)
	return err
}

// Unset resets a setting to its value in the configuration.
func (ss *Settings) Unset(ctx context.Context, by player.ID, name, reason string) error {
	if !slices.Contains(AllSettings, Setting(name)) {
		_, _, err := ParseSetting(name, "")
		return err
	}
	_, err := ss.audit.change(ctx, AuditEntry{By: by, Action: Unset, Setting: name, Reason: reason}, func(*AuditEntry) error {
		if _, set := ss.Get(Setting(name)); !set {
			return NotSet.Refuse(name)
		}
		return ss.roles.may(by, Owner, "")
	})
	return err
}

func (ss *Settings) apply(e AuditEntry) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	switch e.Action {
	case Set:
		ss.set[Setting(e.Setting)] = e.Value
	case Unset:
		delete(ss.set, Setting(e.Setting))
	}
}
