// Package assets holds the data that the screens show: colour themes, characters and
// drawings of pieces, and annotated games (sample games and lessons).
//
// The main types are [Theme], the colours of a screen; [Set], the characters for pieces;
// [Drawing], a piece drawn in the cells of one square; and [AnnotatedGame], a game with
// notes.
package assets

import (
	"encoding/json"
	"fmt"
)

// mustParse reads a list from embedded JSON. It panics on an error.
func mustParse[T any](name string, text []byte) (list []*T) {
	if err := json.Unmarshal(text, &list); err != nil {
		panic(fmt.Sprintf("assets: %s: %v", name, err))
	}
	return list
}
