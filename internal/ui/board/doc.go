// Package board draws a position as styled cells. It is pure: what it draws
// follows from the position and the options of a [View], and the same value
// tells which square a cell belongs to, so that a mouse hits what was drawn.
//
// There are few types. A [Cell] is one place of a terminal, a [Grid] a rectangle
// of them. A [View] is a board as somebody looks at it: turned, in a [Size],
// with [Marks]. It knows no game: who moves a man, it asks the variant.
package board
