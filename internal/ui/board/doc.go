// Package board draws positions as styled terminal cells.
//
// A [Cell] is one cell of a terminal. A [Grid] is a rectangle of cells. A [View] is a board
// as one viewer sees it: a position, the side at the bottom, the [Size] of the squares, and
// the [Marks] on them. What is drawn depends only on the view. For mouse clicks, the view
// also returns the square that is drawn on a cell.
//
// The package contains no rules of a game: it asks the variant who moves a piece and what a
// move captures.
package board
