package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// FileName is that of the file in the data directory.
const FileName = "quadrille.toml"

// Source is where values come from, besides the defaults.
type Source struct {
	File    string   // its path; empty: there is none
	Beside  bool     // whether it was found in the data directory, and not named by anybody
	Environ []string // as of os.Environ
	Flags   []Flag   // those that were given
	// Checks are what those who use a key say about its value, by its name. They are
	// not asked about what is empty.
	Checks map[string]func(text string) error
}

// Flag is a value given on the command line.
type Flag struct {
	Key   string // server.listen
	Name  string // --listen
	Value string
}

// Settings are what holds, and where each value came from.
type Settings struct {
	Config
	from   map[string]string
	wrong  map[string]bool // keys whose last value cannot be used
	unread bool            // whether the file has lines that cannot be read
}

// Known reports whether a key has the value that the host gave it. That is not known if its
// value is wrong, or may stand in a line that cannot be read.
func (s *Settings) Known(key string) bool {
	return s.from[key] != "" || !s.unread && !s.wrong[key]
}

// Value is one key of [Settings].
type Value struct {
	Key  string `json:"key"`
	Text string `json:"value"`
	From string `json:"from"` // "default", or where it stands: FILE:LINE, a variable, a flag
}

// Error is a configuration that cannot be used. Its text has a line for each
// problem.
type Error struct{ Problems []error }

func (e *Error) Error() string { return errors.Join(e.Problems...).Error() }

// Load reads all sources. The error is an [*Error] with everything that is wrong
// in any of them.
func Load(src Source) (*Settings, error) {
	s, err := Read(src)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Read is [Load] for a caller that goes on where something is wrong: beside the error it
// returns the values that can be used, and the defaults of the others.
func Read(src Source) (*Settings, error) {
	r := &reading{src: src, settings: &Settings{Config: Default(), from: map[string]string{}, wrong: map[string]bool{}}, keys: map[string]key{}}
	for _, k := range keysOf(&r.settings.Config) {
		r.keys[k.name], r.names = k, append(r.names, k.name)
	}
	r.file()
	r.environment()
	for _, f := range src.Flags {
		r.take(f.Key, f.Value, f.Name)
	}
	if len(r.problems) == 0 {
		r.together()
	}
	if len(r.problems) > 0 {
		return r.settings, &Error{r.problems}
	}
	return r.settings, nil
}

// Values are all keys in their order.
func (s *Settings) Values() []Value {
	held := s.Config
	var values []Value
	for _, k := range keysOf(&held) {
		from := s.from[k.name]
		if from == "" {
			from = "default"
		}
		values = append(values, Value{k.name, k.text(), from})
	}
	return values
}

// Difference is a key that has two values.
type Difference struct{ Key, Ours, Theirs string }

// Differences are the keys that have another value in other, in their order.
func (s *Settings) Differences(other *Settings) []Difference {
	var found []Difference
	theirs := other.Values()
	for i, ours := range s.Values() {
		if ours.Text != theirs[i].Text {
			found = append(found, Difference{ours.Key, ours.Text, theirs[i].Text})
		}
	}
	return found
}

// reading is what goes on in Load.
type reading struct {
	src      Source
	settings *Settings
	keys     map[string]key
	names    []string
	problems []error
}

// wrong notes what is wrong, and where.
func (r *reading) wrong(where, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...)))
}

// wrongValue notes a value that cannot be used.
func (r *reading) wrongValue(name, where, format string, args ...any) {
	delete(r.settings.from, name)
	r.settings.wrong[name] = true
	r.wrong(where, "%s %s", name, fmt.Sprintf(format, args...))
}

// take puts a value in its place if it may be there.
func (r *reading) take(name, text, where string) {
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

// together notes values that cannot hold beside each other.
func (r *reading) together() {
	const listen = "metrics.listen"
	if m := r.settings.Metrics; !m.Public && reachesOthers(m.Listen) {
		r.wrong(r.settings.from[listen], "%s is %s, which would tell whoever asks how busy this server is: choose an address of this machine alone, like 127.0.0.1:9618, or say metrics.public = true (--metrics-public) if that is meant", listen, m.Listen)
	}
	const most, enough = "limits.penalties.max", "limits.penalties.threshold"
	if p := r.settings.Limits.Penalties; p.Max <= p.Threshold {
		where := cmp.Or(r.settings.from[most], r.settings.from[enough])
		r.wrong(where, "%s must be more than %s, which is %s, or nobody is ever refused; not %s", most, enough, span(p.Threshold), span(p.Max))
	}
}

func (r *reading) environment() {
	variables := map[string]string{}
	for _, name := range r.names {
		variables[variable(name)] = name
	}
	for _, entry := range slices.Sorted(slices.Values(r.src.Environ)) {
		name, text, _ := strings.Cut(entry, "=")
		if key, ok := variables[name]; ok {
			r.take(key, text, name)
		} else if ofOurs(name, variables) {
			r.unknownVariable(name, variables)
		}
	}
}

// ofOurs reports whether a variable looks like one of a section.
func ofOurs(name string, variables map[string]string) bool {
	for v := range variables {
		section, _, _ := strings.Cut(strings.TrimPrefix(v, prefix), "_")
		if strings.HasPrefix(name, prefix+section+"_") {
			return true
		}
	}
	return false
}

func (r *reading) unknownVariable(name string, variables map[string]string) {
	var all []string
	for _, key := range r.names {
		all = append(all, variable(key))
	}
	if near := nearest(name, all); near != "" {
		r.wrong("environment", "there is no variable %s; the nearest is %s", name, near)
		return
	}
	r.wrong("environment", "there is no variable %s; quadrille config default shows all keys, and %s is %s", name, r.names[0], variable(r.names[0]))
}

// elsewhere reports whether a file in the data directory names another one.
func (r *reading) elsewhere(data string) bool {
	here, err := filepath.Abs(filepath.Dir(r.src.File))
	there, err2 := filepath.Abs(data)
	return r.src.Beside && (err != nil || err2 != nil || here != there)
}
