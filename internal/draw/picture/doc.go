// Package picture renders terminal cells as PNG, SVG and animated GIF. It makes the pictures
// of tables that players request, those on web pages, and those in the documentation.
//
// [Cells] is a rectangle of terminal cells to be rendered. [Shot] is a table after some of
// its moves. [Fonts] is a font in a plain and a bold face.
package picture
