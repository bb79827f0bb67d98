package rules

import (
	"fmt"
	"strings"
)

// Record is a whole game as a document: who played, when, and all the actions.
type Record struct {
	Variant      Variant
	Names        [SeatCount]string
	Date         string // the date on which the game was played, such as 2006.01.02
	Clock        string // the game clock: "5+10" for 5 minutes and 10 seconds more for each move, "5d10" for a delay of 10 seconds
	Started      string
	Ended        string
	HeaderResult string    // the result in the header, copied from the record's text; empty if there is none
	FinalResult  string    // the result after the last action, copied from the record's text
	FinalPoints  string    // the points that some formats write after the result, copied from the record's text
	Extra        []Tag     // headers that the reader does not know, in document order
	Start        *Position // the position before the first action; nil for the starting position of the game
	Actions      []Action  // all actions from the start
	Notes        []Note    // what the record says about actions, indexed like Actions; it may be shorter
	Variations   int       // number of variations in the record's text, which the reader left out
}

// Tag is one header of a record.
type Tag struct{ Key, Value string }

// Note holds the comments of a record on one action.
type Note struct {
	Time     string   // when the action was played, in ISO 8601: 2026-01-31T12:00:00.000Z
	Clock    string   // the time left on the player's clock, in milliseconds
	Comments []string // other comments, in document order
}

// Begin returns a game that begins with the first position of the record. The effects tell what
// [Variant.Settle] changed in this position.
func (r *Record) Begin() (*Game, Effects) {
	if r.Start != nil {
		return NewGameFrom(r.Variant, *r.Start)
	}
	return NewGameFrom(r.Variant, r.Variant.Start())
}

// Replay plays the actions of the record from the start.
func (r *Record) Replay() (*Game, error) {
	g, _ := r.Begin()
	return g, g.Replay(r.Actions)
}

// Format is a text format for the records of a game (T3).
type Format struct {
	Name string
	// Read parses a record. The parameter `options` holds the options that the caller
	// knows; the record must not contradict them. The warnings report defects that did not
	// prevent parsing.
	Read func(text string, options map[string]string) (r *Record, warnings []string, err error)
	// Write formats a record. If the format needs something that the record lacks, Write
	// derives it from the game.
	Write func(r *Record) (string, error)
}

// Format returns the format with the given name for records of the game. The formats of positions
// are among them: they describe the last position of a record.
func (o *Definition) Format(name string) (Format, error) {
	all := append([]Format{PlainFormat(o.New)}, o.Formats...)
	for i := range o.Positions {
		all = append(all, o.Positions[i].format(o.New))
	}
	all = append(all, o.positionTextFormat())
	names := make([]string, len(all))
	for i, f := range all {
		if names[i] = f.Name; f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("%s has no format %q; its formats are: %s", o.Name, name, strings.Join(names, ", "))
}

// plainPerLine is the number of actions on a line of a plain record: two rounds.
const plainPerLine = 2 * SeatCount

// PlainFormat returns plain notation (P) as a format for any game: actions separated by
// white space, with comments after #.
func PlainFormat(open func(options map[string]string) (Variant, error)) Format {
	return Format{
		Name: "plain",
		Read: func(text string, options map[string]string) (*Record, []string, error) {
			v, err := open(options)
			if err != nil {
				return nil, nil, err
			}
			r := &Record{Variant: v}
			return r, nil, r.ReadPlain(text)
		},
		Write: writePlain,
	}
}

// ReadPlain adds the actions of a text in plain notation to a record without actions.
func (r *Record) ReadPlain(text string) error {
	g, _ := r.Begin()
	for i, word := range SplitRecord(text) {
		a, err := ParsePlain(r.Variant.Facts(), r.Variant.Actor(&g.Position), word)
		if err == nil {
			_, err = g.Play(a)
		}
		if err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, word, err)
		}
		r.Actions = append(r.Actions, a)
	}
	return nil
}

func writePlain(r *Record) (string, error) {
	var b strings.Builder
	g, _ := r.Begin()
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
