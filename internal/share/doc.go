// Package share exports games as files and as JSON. A [Studio] limits how many files are
// made at once and knows the address of the web page. [Export] writes an archive of game
// records. [Game], [WholeGame] and [Table] are JSON forms. Pictures are in package picture,
// terminal recordings in package cast, and the web page in package web.
package share
