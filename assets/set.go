package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Set is the chessmen as characters, and whether they give way to drawings
// where a square has room for them.
type Set struct {
	Name   string     `json:"name"`  // as it is stored
	Title  string     `json:"title"` // as people read it
	Pieces PieceChars `json:"men"`
	Idle   PieceChars `json:"idle"`  // men that do not fight
	Drawn  bool       `json:"drawn"` // large squares get drawings
}

// Men is the characters of pawn, knight, bishop, rook, queen and king.
type PieceChars [6]string

// UnmarshalJSON reads the six in a row.
func (m *PieceChars) UnmarshalJSON(text []byte) error {
	var row string
	if err := json.Unmarshal(text, &row); err != nil {
		return err
	}
	runes := []rune(row)
	if len(runes) != len(m) {
		return fmt.Errorf("%q are not six chessmen", row)
	}
	for i, r := range runes {
		m[i] = string(r)
	}
	return nil
}

//go:embed sets.json
var setsJSON []byte

// Sets is every set that one can choose.
var Sets = mustParse[Set]("sets.json", setsJSON)

// SetNamed is the set of that name; nil if there is none.
func SetNamed(name string) *Set {
	for _, s := range Sets {
		if s.Name == name {
			return s
		}
	}
	return nil
}
