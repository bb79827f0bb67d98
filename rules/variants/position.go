package variants

import (
	"io"
	"slices"
	"strings"

	"quadrille/rules"
)

// ReadPosition parses a position: position text, or a text in one of the game's position formats.
// If `game` is empty, the text tells which game it is, or fits a format of one game only. See
// [rules.ParsePosition] for the options and the effects.
func ReadPosition(r io.Reader, game string, options map[string]string) (*rules.Game, rules.Effects, error) {
	all, err := io.ReadAll(r)
	if err != nil {
		return nil, rules.Effects{}, err
	}
	text := rules.TextLines(string(all))
	for _, def := range All() {
		at := slices.IndexFunc(def.Positions, func(f rules.PositionFormat) bool { return f.Fits(text) })
		if at < 0 || game != "" && game != def.Name {
			continue
		}
		v, err := def.New(options)
		if err != nil {
			return nil, rules.Effects{}, err
		}
		p, err := def.Positions[at].Read(v, text)
		if err != nil {
			return nil, rules.Effects{}, err
		}
		g, effects := rules.NewGameFrom(v, p)
		return g, effects, nil
	}
	return rules.ParsePosition(strings.NewReader(text), New, game, options)
}

// FormatPosition formats a position in each of the position formats of its game, by their names. It
// leaves out formats that cannot describe the position.
func FormatPosition(v rules.Variant, p *rules.Position) map[string]string {
	texts := map[string]string{}
	def, err := Find(v.Facts().Name)
	if err != nil {
		return texts
	}
	for _, f := range def.Positions {
		if text, err := f.Write(v, p); err == nil {
			texts[f.Name] = text
		}
	}
	return texts
}
