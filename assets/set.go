package assets

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Set is a set of characters for pieces. If Drawn is true, pieces on large squares are drawings
// instead.
type Set struct {
	Name   string     `json:"name"`  // identifier, stored with a player's settings
	Title  string     `json:"title"` // name shown to players
	Pieces PieceChars `json:"pieces"`
	Idle   PieceChars `json:"idle"`  // characters for pieces that cannot move because their seat is eliminated or in checkmate
	Drawn  bool       `json:"drawn"` // whether pieces on large squares are drawings instead of characters
	Fine   bool       `json:"fine"`  // whether pieces are drawings even on squares that are only two lines high
}

// PieceChars are the characters of pawn, knight, bishop, rook, queen and king, in this order.
type PieceChars [6]string

// UnmarshalJSON reads the characters of the six kinds of pieces from one string.
func (m *PieceChars) UnmarshalJSON(text []byte) error {
	var row string
	if err := json.Unmarshal(text, &row); err != nil {
		return err
	}
	runes := []rune(row)
	if len(runes) != len(m) {
		return fmt.Errorf("%q must have six characters", row)
	}
	for i, r := range runes {
		m[i] = string(r)
	}
	return nil
}

//go:embed sets.json
var setsJSON []byte

// Sets lists all piece sets that a player can choose.
var Sets = mustParse[Set]("sets.json", setsJSON)

// SetNamed returns the set with the given name, or nil.
func SetNamed(name string) *Set {
	for _, s := range Sets {
		if s.Name == name {
			return s
		}
	}
	return nil
}
