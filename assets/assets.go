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
	Last   Shade  `json:"last"`   // squares of the last move
	Cursor Shade  `json:"cursor"` // behind the man under the cursor
	Target Shade  `json:"target"` // marks of where a man may go
	Check  Shade  `json:"check"`  // behind a king in check

	Armies map[string]Shade `json:"armies"` // on the board, by the army's word
	Seats  map[string]Shade `json:"seats"`  // on the page, by the seat's word
	Spare  []Shade          `json:"spare"`  // for words that are not listed, by number
}

// Army is the colour of the men of an army on the board.
func (t *Theme) Army(word string, number int) Shade { return t.lookUp(t.Armies, word, number) }

// Seat is the colour of a seat's name on the page.
func (t *Theme) Seat(word string, number int) Shade { return t.lookUp(t.Seats, word, number) }

func (t *Theme) lookUp(shades map[string]Shade, word string, number int) Shade {
	if shade, ok := shades[word]; ok {
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

// Picture is a chessman in quarters of cells: true is ink.
type Picture [6][10]bool

//go:embed pictures.txt
var picturesText string

// Pictures is the pictures by the kind's word.
var Pictures = parsePictures(picturesText)

func parsePictures(text string) map[string]*Picture {
	pictures := map[string]*Picture{}
	var now *Picture
	row := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# "):
		case strings.ContainsAny(line, ".#"):
			for col, c := range line {
				now[row][col] = c == '#'
			}
			row++
		default:
			now, row = &Picture{}, 0
			pictures[line] = now
		}
	}
	return pictures
}

// Quadrants is the picture as 3 rows of 5 block characters.
func (p *Picture) Quadrants() (rows [3][5]string) {
	const blocks = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
	glyphs := []rune(blocks)
	for row := range rows {
		for col := range rows[row] {
			i := 0
			for bit, at := range [4][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				if p[2*row+at[0]][2*col+at[1]] {
					i |= 1 << bit
				}
			}
			rows[row][col] = string(glyphs[i])
		}
	}
	return rows
}
