// Package board draws positions as styled terminal cells.
//
// A [Cell] is one cell of a terminal and a [Grid] a rectangle of them. A [View] is a
// board as one viewer sees it: a position, turned, with squares of a [Size] and with
// [Marks]. Drawing is a pure function of the view. The view also returns the square of
// a cell, for the mouse.
//
// The package contains no rules: it asks the variant who moves a piece and what a move
// captures.
package board
