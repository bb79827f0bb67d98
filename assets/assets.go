// Package assets holds what is shown and written by nobody at the table, as
// data: themes, sets of chessmen, drawings of them, and sample games.
//
// There are few types. A [Theme] is a set of colours, a [Set] the chessmen as
// characters, a [Drawing] a chessman as the cells of one square, and a [Score] a
// game that was played.
package assets

import (
	"encoding/json"
	"fmt"
)

// mustParse reads a list from JSON that is embedded: a fault in it is one of the
// build.
func mustParse[T any](name string, text []byte) (list []*T) {
	if err := json.Unmarshal(text, &list); err != nil {
		panic(fmt.Sprintf("assets: %s: %v", name, err))
	}
	return list
}
