package assets

import (
	"embed"
	"strings"
)

// Each file is a picture of one kind of piece, in a square of 100 x 100 units. A path of the
// class "detail" is a line inside the piece. Whoever draws the piece chooses its colours.
//
//go:embed pieces/vector/*.svg
var vectorFiles embed.FS

// VectorPiece returns the SVG elements that draw a kind of piece, in a square of 100 x 100 units.
// Elements of the class "detail" are lines and must not be filled.
func VectorPiece(kind string) string {
	text, err := vectorFiles.ReadFile("pieces/vector/" + kind + ".svg")
	if err != nil {
		panic(err) // cannot happen: there is a file for each kind
	}
	_, inside, _ := strings.Cut(string(text), ">")
	inside, _, _ = strings.Cut(inside, "</svg>")
	return strings.TrimSpace(inside)
}
