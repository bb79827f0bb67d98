package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// FileName is the name of the configuration file in the data directory.
const FileName = "quadrille.toml"

// Source names the file, the environment variables and the flags from which the
// configuration is read.
type Source struct {
	File      string   // path of the configuration file; empty if there is none
	InDataDir bool     // whether the file was found in the data directory rather than named by a flag
	Environ   []string // in the form of os.Environ
	Flags     []Flag   // the flags on the command line
	// Checks are additional checks of text values, by key. Empty values are not checked.
	Checks map[string]func(text string) error
}

// Flag is a value given on the command line.
type Flag struct {
	Key   string // configuration key, such as server.listen
	Name  string // name of the flag, such as --listen
	Value string
}

// Settings is a configuration that records where each value was set.
type Settings struct {
	Config
	from   map[string]string
	wrong  map[string]bool // keys whose last value was invalid
	unread bool            // whether the file has invalid lines
}

// Known reports whether the value of a key is certain: the key was set to a valid value, or
// it was not set and has its default. Known returns false if the value is invalid, or if the
// key may be on a line that is not valid TOML.
func (s *Settings) Known(key string) bool {
	return s.from[key] != "" || !s.unread && !s.wrong[key]
}

// Value is a key of [Settings] and its value.
type Value struct {
	Key  string `json:"key"`
	Text string `json:"value"`
	From string `json:"from"` // where the value was set: "default", FILE:LINE, a variable or a flag
}

// Error lists all problems of a configuration, one line each.
type Error struct{ Problems []error }

func (e *Error) Error() string { return errors.Join(e.Problems...).Error() }

// Load reads the configuration from all sources. Its error is an [*Error] with all problems.
func Load(src Source) (*Settings, error) {
	s, err := Read(src)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Read reads the configuration like [Load]. If values are invalid, Read returns both an error
// and the Settings, in which each invalid value is replaced by its default.
func Read(src Source) (*Settings, error) {
	r := &loader{
		src:      src,
		settings: &Settings{Config: Default(), from: map[string]string{}, wrong: map[string]bool{}},
		keys:     map[string]key{},
	}
	for _, k := range keysOf(&r.settings.Config) {
		r.keys[k.name], r.names = k, append(r.names, k.name)
	}
	r.file()
	r.environment()
	for _, f := range src.Flags {
		r.set(f.Key, f.Value, f.Name)
	}
	if len(r.problems) == 0 {
		r.checkCombinations()
	}
	if len(r.problems) > 0 {
		return r.settings, &Error{r.problems}
	}
	return r.settings, nil
}

// Values returns all keys with their values, in the order of [Config].
func (s *Settings) Values() []Value {
	c := s.Config
	var values []Value
	for _, k := range keysOf(&c) {
		from := s.from[k.name]
		if from == "" {
			from = "default"
		}
		text := k.text()
		if k.tag.Get("secret") != "" {
			text = withoutPassword(text)
		}
		values = append(values, Value{k.name, text, from})
	}
	return values
}

// Difference is a key whose value differs between two configurations.
type Difference struct{ Key, Old, New string }

// Differences compares two configurations. It returns the keys that have different values,
// in the order of [Config].
func (s *Settings) Differences(other *Settings) []Difference {
	var found []Difference
	changed := other.Values()
	for i, old := range s.Values() {
		if old.Text != changed[i].Text {
			found = append(found, Difference{old.Key, old.Text, changed[i].Text})
		}
	}
	return found
}

// loader reads the sources of a configuration.
type loader struct {
	src      Source
	settings *Settings
	keys     map[string]key
	names    []string
	problems []error
}

// wrong records a problem and the place where it was found.
func (r *loader) wrong(where, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// wrongValue records that the value of a key is invalid.
func (r *loader) wrongValue(name, where, format string, args ...any) {
	delete(r.settings.from, name)
	r.settings.wrong[name] = true
	r.wrong(where, "%s %s", name, fmt.Sprintf(format, args...))
}

// set checks a value and stores it, or records a problem.
func (r *loader) set(name, text, where string) {
	k := r.keys[name]
	err := k.set(text)
	if check := r.src.Checks[name]; err == nil && check != nil && text != "" {
		err = check(text)
	}
	if err != nil {
		r.wrongValue(name, where, "%v", err)
		return
	}
	r.settings.from[name] = where
}

// checkCombinations records a problem for each pair of values that contradict each other.
func (r *loader) checkCombinations() {
	const listen = "metrics.listen"
	if m := r.settings.Metrics; !m.Public && reachableByOthers(m.Listen) {
		r.wrong(
			r.settings.from[listen],
			"%s is %s, which other machines can reach: choose an address like 127.0.0.1:9618, or set metrics.public = true "+
				"(--metrics-public)",
			listen,
			m.Listen,
		)
	}
	const most, threshold = "limits.penalties.max", "limits.penalties.threshold"
	if p := r.settings.Limits.Penalties; p.Max <= p.Threshold {
		where := cmp.Or(r.settings.from[most], r.settings.from[threshold])
		r.wrong(
			where,
			"%s is %s, but must be more than %s, which is %s; otherwise no address is ever refused",
			most,
			formatDuration(p.Max),
			threshold,
			formatDuration(p.Threshold),
		)
	}
}

func (r *loader) environment() {
	variables := map[string]string{}
	for _, name := range r.names {
		variables[variable(name)] = name
	}
	for _, entry := range slices.Sorted(slices.Values(r.src.Environ)) {
		name, text, _ := strings.Cut(entry, "=")
		if key, ok := variables[name]; ok {
			r.set(key, text, name)
		} else if resemblesKey(name, variables) {
			r.unknownVariable(name, variables)
		}
	}
}

// resemblesKey reports whether the name of an environment variable begins with the prefix that
// the variables of a section have.
func resemblesKey(name string, variables map[string]string) bool {
	for v := range variables {
		section, _, _ := strings.Cut(strings.TrimPrefix(v, prefix), "_")
		if strings.HasPrefix(name, prefix+section+"_") {
			return true
		}
	}
	return false
}

func (r *loader) unknownVariable(name string, variables map[string]string) {
	var all []string
	for _, key := range r.names {
		all = append(all, variable(key))
	}
	if near := nearest(name, all); near != "" {
		r.wrong("environment", "there is no variable %s; the nearest is %s", name, near)
		return
	}
	r.wrong(
		"environment",
		"there is no variable %s; \"quadrille config default\" shows all keys; for example, the variable of the key %s is %s",
		name,
		r.names[0],
		variable(r.names[0]),
	)
}

// namesOtherDirectory reports whether the configuration file was found in the data directory
// but names another data directory.
func (r *loader) namesOtherDirectory(data string) bool {
	here, err := filepath.Abs(filepath.Dir(r.src.File))
	there, err2 := filepath.Abs(data)
	return r.src.InDataDir && (err != nil || err2 != nil || here != there)
}
