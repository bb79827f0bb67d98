// Package picture paints terminal cells as PNG, SVG and animated GIF. It is used for
// pictures of one table, for the web page, and for the pictures of the documents.
//
// The main types are [Cells], what is painted; [Shot], a table after some of its moves;
// and [Fonts].
package picture
