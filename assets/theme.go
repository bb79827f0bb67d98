package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Shade is a colour by its number in the fixed part of the 256-colour palette
// (16 to 255): the same on every terminal that has it, and short to send. 0 is
// the terminal's own. What a shade is on terminals that have more colours, or
// fewer, its theme tells (see [Tone]).
type Shade uint8

// Theme is the colours of a screen.
type Theme struct {
	Name  string `json:"name"`  // as it is stored
	Title string `json:"title"` // as people read it
	Plain bool   `json:"plain"` // without any colour: marks, bold, underline and reverse say it all

	Page   Shade `json:"page"`   // behind everything
	Text   Shade `json:"text"`   // plain words
	Faint  Shade `json:"faint"`  // words of less weight
	Rule   Shade `json:"rule"`   // lines and frames
	Accent Shade `json:"accent"` // what matters now
	Alarm  Shade `json:"alarm"`  // refusals, check
	Good   Shade `json:"good"`   // present, ready
	Bar    Shade `json:"bar"`    // behind the header

	Board Board `json:"board"`

	Armies map[string]Shade `json:"armies"` // on the board, by the army's word
	Spare  []Shade          `json:"spare"`  // for words that are not listed, by number

	Tones map[Shade]Tone `json:"tones"` // of every shade above
}

// Board is the colours of a board. Grounds lie behind a square and whatever
// stands on it; inks are what signs are written in.
type Board struct {
	Light   Shade `json:"light"`   // ground of squares
	Dark    Shade `json:"dark"`    // ground of squares
	Last    Shade `json:"last"`    // ground: from where and to where the last move went
	Cursor  Shade `json:"cursor"`  // ground
	Lifted  Shade `json:"lifted"`  // ground: the man in the hand
	Check   Shade `json:"check"`   // ground: a king in check or mated
	Premove Shade `json:"premove"` // ground: a move that is made when the turn comes

	Sign   Shade `json:"sign"`   // ink of all marks but those below
	Step   Shade `json:"step"`   // ink: where the lifted man may go
	Take   Shade `json:"take"`   // ink: where he may take
	Frozen Shade `json:"frozen"` // ink of men that are inert
	Static Shade `json:"static"` // ink of men that nobody moves
	Barred Shade `json:"barred"` // ink of the sign of a man that may not move again
}

// Grounds is everything that a man may stand on.
func (b *Board) Grounds() []Shade {
	return []Shade{b.Light, b.Dark, b.Last, b.Cursor, b.Lifted, b.Check, b.Premove}
}

// Inks is every colour that a sign may have, or a man who has not his army's.
func (b *Board) Inks() []Shade {
	return []Shade{b.Sign, b.Step, b.Take, b.Frozen, b.Static, b.Barred}
}

// Army is the colour of the men of an army.
func (t *Theme) Army(word string, number int) Shade {
	if shade, ok := t.Armies[word]; ok {
		return shade
	}
	return t.Spare[number%len(t.Spare)]
}

// RGB is a colour of a terminal that can mix any.
type RGB struct{ R, G, B uint8 }

// Tone is what a shade is beyond the palette.
type Tone struct {
	True  RGB   // where any colour can be mixed
	Basic uint8 // 0 to 15, where there are sixteen
}

// Palette is a shade as the palette has it: a cube of six by six by six, and behind
// it 24 greys.
func Palette(s Shade) RGB {
	if s >= 232 {
		grey := uint8(s-232)*10 + 8
		return RGB{grey, grey, grey}
	}
	level := func(n Shade) uint8 { return [6]uint8{0, 95, 135, 175, 215, 255}[n%6] }
	s -= 16
	return RGB{level(s / 36), level(s / 6), level(s)}
}

// Mixed is a shade where any colour can be mixed; false where that is what the
// palette has, as its number is shorter to send.
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

// Themes is every theme; the first is what people see who chose none.
var Themes = mustParse[Theme]("themes.json", themesJSON)

// ThemeNamed is the theme of that name; nil if there is none.
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
