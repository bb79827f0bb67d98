// Package board draws positions as styled terminal cells.
//
// A [View] is a board as one viewer sees it: a position, the side at the bottom, the [Size]
// of the squares, and the [Marks] on them. The drawing depends only on the view. The view
// also finds the square that is drawn on a cell, for mouse clicks.
//
// The package does not know the rules of any game: it asks the variant which seat moves a
// piece and which piece a move captures.
package board
