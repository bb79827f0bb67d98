// Package share has what all ways to share games have in common: [Studio], which limits
// how many files are made at once and knows the address of the web page, and [Export],
// which writes an archive of records. Pictures are in package picture, terminal
// recordings in package cast, and the web page in package web.
package share
