package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Shade is the number of a colour, 16 to 255, in the part of the 256-colour palette that is
// the same on every terminal. The number 0 is the terminal's default colour. On terminals
// with more or fewer colours, a shade has the colour that the theme's [Tone] for it gives.
type Shade uint8

// Theme holds the colours of a screen.
type Theme struct {
	Name  string `json:"name"`  // identifier, stored with a player's settings
	Title string `json:"title"` // name shown to players
	Plain bool   `json:"plain"` // whether the theme uses no colours, only marks, bold, underline and reverse video

	Page   Shade `json:"page"`   // background
	Text   Shade `json:"text"`   // ordinary text
	Faint  Shade `json:"faint"`  // less important text
	Rule   Shade `json:"rule"`   // lines and frames
	Accent Shade `json:"accent"` // text that the player should notice
	Alarm  Shade `json:"alarm"`  // text of refusals, and of warnings such as check
	Good   Shade `json:"good"`   // players who are present or ready
	Bar    Shade `json:"bar"`    // background of the header

	// The following may be 0 or missing: then other colours or reverse video replace them.
	Selected Shade            `json:"selected"` // background of the selected row of a list
	Area     Shade            `json:"area"`     // curves
	Badge    Shade            `json:"badge"`    // text on the colour of accents, such as a number of unread messages
	Ring     Shade            `json:"ring"`     // colour of the dot of the army that has the colour of the page
	Dots     map[string]Shade `json:"dots"`     // colours of the dots of armies in lists, where they differ from the colours of the pieces

	Board Board `json:"board"`

	Armies map[string]Shade `json:"armies"` // colour of each army's pieces, by the army's name
	// Outlined has the colours of armies whose pieces are drawn with an outline, by the army's name. They
	// need not differ much from the squares. Other armies have their usual colour.
	Outlined map[string]RGB `json:"outlined"`

	Spare []Shade `json:"spare"` // colours of armies that are not in Armies, by army number

	Tones map[Shade]Tone `json:"tones"` // the colours that replace each shade on terminals with true colour and with 16 colours
}

// Board holds the colours of a board.
type Board struct {
	Light   Shade `json:"light"`   // background colour of light squares
	Dark    Shade `json:"dark"`    // background colour of dark squares
	Last    Shade `json:"last"`    // background colour of the origin and destination of the last move
	Cursor  Shade `json:"cursor"`  // background colour of the square with the cursor
	Lifted  Shade `json:"lifted"`  // background colour of the square of the lifted piece
	Check   Shade `json:"check"`   // background colour of the square of a king in check or checkmate
	Premove Shade `json:"premove"` // background colour of the origin and destination of a premove

	Sign   Shade `json:"sign"`   // colour of the marks for which no colour is given below
	Step   Shade `json:"step"`   // colour of the marks on squares to which the lifted piece can move
	Take   Shade `json:"take"`   // colour of the marks on pieces that the lifted piece can capture
	Frozen Shade `json:"frozen"` // colour of pieces that cannot move because their army is in checkmate
	Static Shade `json:"static"` // colour of pieces that no seat moves
	Barred Shade `json:"barred"` // colour of the mark on a piece that may not move again in this double move
}

// Grounds returns all backgrounds of squares.
func (b *Board) Grounds() []Shade {
	return []Shade{b.Light, b.Dark, b.Last, b.Cursor, b.Lifted, b.Check, b.Premove}
}

// Inks returns the colours of all marks, and of pieces that are not shown in their army's
// colour.
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

// Tone holds the colours of a shade on terminals with true colour, and on terminals with
// sixteen colours.
type Tone struct {
	True  RGB   // colour on true-colour terminals
	Basic uint8 // number of the colour, 0 to 15, on terminals with sixteen colours
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

// Mixed returns a shade's true colour, and whether to send it to a terminal. If the true
// colour equals the shade's colour in the 256-colour palette, Mixed returns false, because
// the number of a palette colour is shorter to send.
func (t *Theme) Mixed(s Shade) (RGB, bool) {
	tone, known := t.Tones[s]
	return tone.True, known && tone.True != Palette(s)
}

// UnmarshalJSON reads a tone such as ["#5a7a96", 12]: a true colour, and the number of one
// of sixteen colours.
func (t *Tone) UnmarshalJSON(text []byte) error {
	var mixed string
	if err := json.Unmarshal(text, &[]any{&mixed, &t.Basic}); err != nil {
		return err
	}
	if t.Basic > 15 {
		return fmt.Errorf("colour %d must be from 0 to 15", t.Basic)
	}
	return t.True.UnmarshalText([]byte(mixed))
}

// UnmarshalText reads a colour such as "#5a7a96".
func (c *RGB) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "#%02x%02x%02x", &c.R, &c.G, &c.B)
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

// Colourless is the theme for terminals without colours, and for people who prefer none.
var Colourless = func() *Theme {
	for _, t := range Themes {
		if t.Plain {
			return t
		}
	}
	panic("assets: themes.json: no theme is marked plain")
}()
