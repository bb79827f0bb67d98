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
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, rules.Effects{}, err
	}
	for _, def := range All() {
		at := slices.IndexFunc(def.Positions, func(f rules.PositionFormat) bool { return f.Fits(string(text)) })
		if at < 0 || game != "" && game != def.Name {
			continue
		}
		v, err := def.New(options)
		if err != nil {
			return nil, rules.Effects{}, err
		}
		p, err := def.Positions[at].Read(v, string(text))
		if err != nil {
			return nil, rules.Effects{}, err
		}
		g, effects := rules.NewGameFrom(v, p)
		return g, effects, nil
	}
	return rules.ParsePosition(strings.NewReader(string(text)), New, game, options)
}
