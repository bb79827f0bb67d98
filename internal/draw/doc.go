// Package draw draws text on rectangles of terminal cells.
//
// A [Cell] is one cell of a terminal. A [Grid] is a rectangle of cells. [Styles] are the
// styles of text in a theme.
package draw
