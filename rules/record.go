package rules

import (
	"fmt"
	"strings"
)

// Record is a game from its start as a document: who played, when, and what.
type Record struct {
	Variant      Variant
	Names        [SeatCount]string
	Date         string // when it was played, as 2006.01.02
	Started      string
	Ended        string
	HeaderResult string   // of its header, as the document gives it; empty if it gives none
	FinalResult  string   // the result behind the last action, likewise
	FinalPoints  string   // the second one there
	Extra        []Tag    // headers that mean nothing to the reader, kept in order
	Actions      []Action // from the start
}

// Tag is one header of a record.
type Tag struct{ Key, Value string }

// Replay plays the record from the start.
func (r *Record) Replay() (*Game, error) {
	g := NewGame(r.Variant)
	return g, g.Replay(r.Actions)
}

// Format is a way to write records of a game (T3).
type Format struct {
	Name string
	// Read reads a record; options are what the caller knows of the game's
	// options, which the record may repeat but not contradict. Warnings are
	// sentences about what was read all the same. The error names the place.
	Read func(text string, options map[string]string) (r *Record, warnings []string, err error)
	// Write writes a record, deriving what the reader of another format did not
	// need to know.
	Write func(r *Record) (string, error)
}

// Format is the game's format of that name.
func (o *Definition) Format(name string) (Format, error) {
	all := append([]Format{PlainFormat(o.New)}, o.Formats...)
	names := make([]string, len(all))
	for i, f := range all {
		if names[i] = f.Name; f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("%s has no format %q; its formats are: %s", o.Name, name, strings.Join(names, ", "))
}

// plainPerLine is how many actions a line of a plain record holds: two rounds.
const plainPerLine = 2 * SeatCount

// PlainFormat is plain notation (P) for any game: actions between white space,
// comments behind #.
func PlainFormat(open func(options map[string]string) (Variant, error)) Format {
	return Format{
		Name: "plain",
		Read: func(text string, options map[string]string) (*Record, []string, error) {
			v, err := open(options)
			if err != nil {
				return nil, nil, err
			}
			r := &Record{Variant: v}
			g := NewGame(v)
			for i, word := range SplitRecord(text) {
				a, err := ParsePlain(v.Facts(), v.Actor(&g.Position), word)
				if err == nil {
					_, err = g.Play(a)
				}
				if err != nil {
					return nil, nil, fmt.Errorf("ply %d: %s: %w", i+1, word, err)
				}
				r.Actions = append(r.Actions, a)
			}
			return r, nil, nil
		},
		Write: writePlain,
	}
}

func writePlain(r *Record) (string, error) {
	var b strings.Builder
	g := NewGame(r.Variant)
	for i, a := range r.Actions {
		text := Plain(r.Variant.Facts(), r.Variant.Actor(&g.Position), a)
		if _, err := g.Play(a); err != nil {
			return "", fmt.Errorf("ply %d: %s: %w", i+1, text, err)
		}
		b.WriteString(text)
		if i%plainPerLine == plainPerLine-1 || i == len(r.Actions)-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String(), nil
}
