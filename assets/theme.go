package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
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
	Spare  []Shade          `json:"spare"`  // colours of armies that are not in Armies, by army number

	Large   *Large   `json:"large"`   // what differs where squares are large; nil if nothing does
	Sixteen *Sixteen `json:"sixteen"` // what differs on terminals with sixteen colours; nil if nothing does

	Tones map[Shade]Tone `json:"tones"` // the colours that replace each shade on terminals with true colour and with 16 colours

	Textured         bool `json:"-"` // whether dark squares have a texture; see Sixteen
	sixteen, console *Theme
}

// Board holds the colours of a board.
type Board struct {
	Light  Shade `json:"light"`  // background colour of light squares
	Dark   Shade `json:"dark"`   // background colour of dark squares
	Last   Shade `json:"last"`   // background colour of the origin and destination of the last move
	Lifted Shade `json:"lifted"` // background colour of the square of the lifted piece
	Check  Shade `json:"check"`  // background colour of the square of a king in check or checkmate

	Cursor  Shade `json:"cursor"`  // colour of the corners of the square with the cursor
	Take    Shade `json:"take"`    // colour of the corners of pieces that the lifted piece can capture
	Premove Shade `json:"premove"` // colour of the corners of the origin and destination of a premove
	Step    Shade `json:"step"`    // colour of the dots on squares to which the lifted piece can move

	Sign   Shade `json:"sign"`   // colour of the signs for which no colour is given
	Barred Shade `json:"barred"` // colour of the sign of a piece that may not move again in this double move
	Static Shade `json:"static"` // colour of pieces that no seat moves; they are drawn hollow
}

// Large holds the colours of boards whose squares have room for pieces with an outline. There the
// squares may be light, because the outline separates a light piece from them.
type Large struct {
	Board   *Board           `json:"board"` // nil if the board has the same colours at all sizes
	Outline Shade            `json:"outline"`
	Armies  map[string]Shade `json:"armies"` // colours of armies that differ, by the army's name
}

// Sixteen holds what makes up for missing colours on terminals that have only sixteen.
type Sixteen struct {
	Texture Shade            `json:"texture"` // colour of the texture of dark squares, which have the same colour as light squares
	Plates  map[string]Shade `json:"plates"`  // backgrounds of the pieces of armies that the squares hide, by the army's name
}

// Grounds returns all backgrounds of squares.
func (b *Board) Grounds() []Shade { return []Shade{b.Light, b.Dark, b.Last, b.Lifted, b.Check} }

// Army returns the colour of an army's pieces.
func (t *Theme) Army(word string, number int) Shade {
	if shade, ok := t.Armies[word]; ok {
		return shade
	}
	return t.Spare[number%len(t.Spare)]
}

// Dot returns the colour of the dot of an army in lists. An army without a colour of its own has the dot of the army
// whose pieces have the same colour.
func (t *Theme) Dot(word string, number int) Shade {
	if shade, known := t.Dots[word]; known {
		return shade
	}
	shade := t.Army(word, number)
	for name, dot := range t.Dots {
		if t.Armies[name] == shade {
			return dot
		}
	}
	return shade
}

// OutlinedArmy returns the colour of an army's pieces where they have an outline.
func (t *Theme) OutlinedArmy(word string, number int) Shade {
	if t.Large != nil {
		if shade, ok := t.Large.Armies[word]; ok {
			return shade
		}
	}
	return t.Army(word, number)
}

// OutlinedBoard returns the colours of a board whose pieces have an outline.
func (t *Theme) OutlinedBoard() *Board {
	if t.Large != nil && t.Large.Board != nil {
		return t.Large.Board
	}
	return &t.Board
}

// InSixteen returns the theme for a terminal with sixteen colours. The Linux console has only
// eight backgrounds.
func (t *Theme) InSixteen(console bool) *Theme {
	if console {
		return t.console
	}
	return t.sixteen
}

// derive makes the themes that InSixteen returns.
func (t *Theme) derive() {
	if t.Plain {
		t.sixteen, t.console = t, t
		return
	}
	sixteen := *t
	sixteen.Large, sixteen.Textured = nil, t.Sixteen != nil
	console := sixteen
	console.Tones = maps.Clone(t.Tones)
	for _, ground := range append(t.Board.Grounds(), t.Page, t.Bar) {
		if tone := t.Tones[ground]; tone.Basic >= 8 {
			tone.Basic = dimGround(tone.Basic)
			console.Tones[ground] = tone
		}
	}
	t.sixteen, t.console = &sixteen, &console
}

// dimGround returns the background that replaces one of the bright ones. Black, white, yellow and
// cyan pieces are legible on brown, which replaces grey, and white ones on magenta, which replaces blue.
func dimGround(bright uint8) uint8 {
	switch bright {
	case 8:
		return 3
	case 12:
		return 5
	}
	return bright - 8
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
var Themes = func() []*Theme {
	list := mustParse[Theme]("themes.json", themesJSON)
	for _, t := range list {
		t.derive()
	}
	return list
}()

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
