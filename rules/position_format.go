package rules

import "strings"

// positionTextName is the name of the format of position text (P1), which every game has.
const positionTextName = "position"

// PositionFormat is a text format for the positions of a game, in addition to position text (P1).
type PositionFormat struct {
	Name string
	// Fits reports whether a text looks like this format, and not like position text.
	Fits func(text string) bool
	// Read parses a position of the game. It does not call [Variant.Settle].
	Read func(v Variant, text string) (Position, error)
	// Write formats a position.
	Write func(v Variant, p *Position) (string, error)
}

// format returns the position format as a format of records: a position is a record without
// actions, and a record is written as its last position.
func (f *PositionFormat) format(open func(options map[string]string) (Variant, error)) Format {
	return Format{
		Name: f.Name,
		Read: func(text string, options map[string]string) (*Record, []string, error) {
			v, err := open(options)
			if err != nil {
				return nil, nil, err
			}
			p, err := f.Read(v, text)
			return &Record{Variant: v, Start: &p}, nil, err
		},
		Write: func(r *Record) (string, error) {
			p, err := r.last()
			if err != nil {
				return "", err
			}
			return f.Write(r.Variant, p)
		},
	}
}

// positionTextFormat returns position text (P1) as a format of records.
func (o *Definition) positionTextFormat() Format {
	return Format{
		Name: positionTextName,
		Read: func(text string, options map[string]string) (*Record, []string, error) {
			open := func(_ string, options map[string]string) (Variant, error) { return o.New(options) }
			g, _, err := ParsePosition(strings.NewReader(text), open, o.Name, options)
			if err != nil {
				return nil, nil, err
			}
			return &Record{Variant: g.Variant, Start: &g.Position}, nil, nil
		},
		Write: func(r *Record) (string, error) {
			p, err := r.last()
			if err != nil {
				return "", err
			}
			return PositionText(r.Variant, p), nil
		},
	}
}

// last returns the position after the actions of the record.
func (r *Record) last() (*Position, error) {
	if r.Start != nil && len(r.Actions) == 0 {
		return r.Start, nil
	}
	g, err := r.Replay()
	return &g.Position, err
}
