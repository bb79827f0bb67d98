// Package share limits the files that players make of games, and writes archives of games.
// A [Studio] limits how many files are made at once and knows the address of the web page.
// [Export] writes an archive of records. Pictures are in package picture, terminal
// recordings in package cast, and the web page in package web.
package share
