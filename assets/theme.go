package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Shade is a colour by its number in the fixed part of the 256-colour palette (16 to 255),
// which looks the same on every terminal that has it and is short to send. 0 is the
// terminal's own colour. For terminals with more or fewer colours the theme has a [Tone]
// for each shade.
type Shade uint8

// Theme is the colours of a screen.
type Theme struct {
	Name  string `json:"name"`  // for storage
	Title string `json:"title"` // for people
	Plain bool   `json:"plain"` // no colour: only marks, bold, underline and reverse video

	Page   Shade `json:"page"`   // the background
	Text   Shade `json:"text"`   // ordinary text
	Faint  Shade `json:"faint"`  // less important text
	Rule   Shade `json:"rule"`   // lines and frames
	Accent Shade `json:"accent"` // what the player should notice
	Alarm  Shade `json:"alarm"`  // refusals, check
	Good   Shade `json:"good"`   // present, ready
	Bar    Shade `json:"bar"`    // background of the header

	Board Board `json:"board"`

	Armies map[string]Shade `json:"armies"` // on the board, by the army's name
	Spare  []Shade          `json:"spare"`  // for armies that are not listed, by number

	Tones map[Shade]Tone `json:"tones"` // for every shade above
}

// Board is the colours of a board. Grounds are backgrounds of squares; inks are the colours
// of signs.
type Board struct {
	Light   Shade `json:"light"`   // ground of squares
	Dark    Shade `json:"dark"`    // ground of squares
	Last    Shade `json:"last"`    // ground: origin and destination of the last move
	Cursor  Shade `json:"cursor"`  // ground
	Lifted  Shade `json:"lifted"`  // ground: the lifted piece
	Check   Shade `json:"check"`   // ground: a king in check or checkmate
	Premove Shade `json:"premove"` // ground: origin and destination of a premove

	Sign   Shade `json:"sign"`   // ink of all marks except those below
	Step   Shade `json:"step"`   // ink: where the lifted piece can move
	Take   Shade `json:"take"`   // ink: where it can capture
	Frozen Shade `json:"frozen"` // ink of inert pieces
	Static Shade `json:"static"` // ink of pieces that no seat moves
	Barred Shade `json:"barred"` // ink of the sign of a piece that may not move again
}

// Grounds returns all backgrounds that a piece can have.
func (b *Board) Grounds() []Shade {
	return []Shade{b.Light, b.Dark, b.Last, b.Cursor, b.Lifted, b.Check, b.Premove}
}

// Inks returns all colours of signs, and of pieces that are not in their army's colour.
func (b *Board) Inks() []Shade {
	return []Shade{b.Sign, b.Step, b.Take, b.Frozen, b.Static, b.Barred}
}

// Army returns the colour of an army's pieces.
func (t *Theme) Army(word string, number int) Shade {
	if shade, ok := t.Armies[word]; ok {
		return shade
	}
	return t.Spare[number%len(t.Spare)]
}

// RGB is a true colour.
type RGB struct{ R, G, B uint8 }

// Tone is a shade on terminals with more or fewer than 256 colours.
type Tone struct {
	True  RGB   // on true-colour terminals
	Basic uint8 // 0 to 15, on terminals with sixteen colours
}

// Palette returns a shade's colour in the 256-colour palette: a cube of 6 x 6 x 6 colours
// followed by 24 greys.
func Palette(s Shade) RGB {
	if s >= 232 {
		grey := uint8(s-232)*10 + 8
		return RGB{grey, grey, grey}
	}
	level := func(n Shade) uint8 { return [6]uint8{0, 95, 135, 175, 215, 255}[n%6] }
	s -= 16
	return RGB{level(s / 36), level(s / 6), level(s)}
}

// Mixed returns a shade's true colour, and false if it equals the palette's, whose number
// is shorter to send.
func (t *Theme) Mixed(s Shade) (RGB, bool) {
	tone, known := t.Tones[s]
	return tone.True, known && tone.True != Palette(s)
}

// UnmarshalJSON reads ["#5a7a96", 12].
func (t *Tone) UnmarshalJSON(text []byte) error {
	var mixed string
	if err := json.Unmarshal(text, &[]any{&mixed, &t.Basic}); err != nil {
		return err
	}
	if t.Basic > 15 {
		return fmt.Errorf("%d is none of sixteen colours", t.Basic)
	}
	_, err := fmt.Sscanf(mixed, "#%02x%02x%02x", &t.True.R, &t.True.G, &t.True.B)
	return err
}

//go:embed themes.json
var themesJSON []byte

// Themes lists all themes. The first is the default.
var Themes = mustParse[Theme]("themes.json", themesJSON)

// ThemeNamed returns the theme with the given name, or nil.
func ThemeNamed(name string) *Theme {
	for _, t := range Themes {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Colourless is the theme for terminals and people without colours.
var Colourless = func() *Theme {
	for _, t := range Themes {
		if t.Plain {
			return t
		}
	}
	panic("assets: themes.json: no theme is plain")
}()
