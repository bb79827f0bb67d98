package assets

import "encoding/json"

// Inks returns the colours of all marks, and of pieces that no seat moves.
func (b *Board) Inks() []Shade {
	return []Shade{b.Sign, b.Step, b.Take, b.Cursor, b.Premove, b.Barred, b.Static}
}

// ParseTheme reads a theme from JSON.
func ParseTheme(text []byte) (*Theme, error) {
	t := new(Theme)
	if err := json.Unmarshal(text, t); err != nil {
		return nil, err
	}
	t.derive()
	return t, nil
}
