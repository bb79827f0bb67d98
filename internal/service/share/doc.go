// Package share exports games as files and as JSON. A [Studio] limits how many files are
// made at the same time, and returns links to web pages. [Export] writes an archive of
// game records. [Game], [wholeGame] and [Table] are the JSON forms of games and tables.
// Pictures are in package picture, terminal recordings in package cast, and the web page
// in package web.
package share
