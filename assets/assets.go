// Package assets holds what is drawn, as data: themes and pictures of chessmen.
//
// There are two types. A [Theme] is a set of colours, and a [Picture] is a
// chessman in quarters of cells.
package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// Shade is a colour of the fixed part of the 256-colour palette (16 to 255):
// the same on every terminal, and short to send. 0 is the terminal's own.
type Shade uint8

// Theme is the colours of a screen.
type Theme struct {
	Name   string `json:"name"`
	Page   Shade  `json:"page"`   // behind everything
	Text   Shade  `json:"text"`   // plain words
	Faint  Shade  `json:"faint"`  // words of less weight
	Rule   Shade  `json:"rule"`   // lines and frames
	Accent Shade  `json:"accent"` // what matters now
	Alarm  Shade  `json:"alarm"`  // refusals, check
	Good   Shade  `json:"good"`   // present, ready
	Bar    Shade  `json:"bar"`    // behind the header
	Light  Shade  `json:"light"`  // squares of the board
	Dark   Shade  `json:"dark"`
	Target Shade  `json:"target"` // marks of where a man may go
	Check  Shade  `json:"check"`  // behind a king in check

	Cursor   Shade `json:"cursor"`   // behind the man under the cursor
	OnCursor Shade `json:"onCursor"` // and that man

	Armies map[string]Shade `json:"armies"` // on the board, by the army's word
	Spare  []Shade          `json:"spare"`  // for words that are not listed, by number
}

// Army is the colour of the men of an army.
func (t *Theme) Army(word string, number int) Shade {
	if shade, ok := t.Armies[word]; ok {
		return shade
	}
	return t.Spare[number%len(t.Spare)]
}

//go:embed themes.json
var themesJSON []byte

// Themes is every theme; the first is what people see who chose none.
var Themes = func() (themes []*Theme) {
	if err := json.Unmarshal(themesJSON, &themes); err != nil {
		panic(fmt.Sprintf("assets: themes.json: %v", err)) // embedded: a fault of the build
	}
	return themes
}()

// Picture is a chessman in quarters of cells, row by row: true is ink.
type Picture [][]bool

//go:embed pictures.txt
var picturesText string

// Pictures is the pictures by the kind's word.
var Pictures = parsePictures(picturesText)

func parsePictures(text string) map[string]Picture {
	pictures := map[string]Picture{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# "):
		case strings.ContainsAny(line, ".#"):
			row := make([]bool, len(line))
			for col, c := range line {
				row[col] = c == '#'
			}
			pictures[name] = append(pictures[name], row)
		default:
			name = line
		}
	}
	return pictures
}

// Block is the character that shows the picture in one cell of a square of
// width x height cells, with the picture in the middle.
func (p Picture) Block(width, height, x, y int) string {
	left, top := (2*width-len(p[0]))/2, (2*height-len(p))/2
	i := 0
	for bit := range 4 {
		row, col := 2*y+bit/2-top, 2*x+bit%2-left
		if row >= 0 && row < len(p) && col >= 0 && col < len(p[0]) && p[row][col] {
			i |= 1 << bit
		}
	}
	return blocks[i]
}

// blocks is the characters by the quarters that are ink: upper left, upper
// right, lower left, lower right.
var blocks = [16]string{" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}
