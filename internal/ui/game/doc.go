// Package game is the screen of a table: the menu of seats before a game, the board
// during it, analysis and rematch after it. Analysis boards, lessons and annotated
// games are tables of one person and use the same screen.
//
// [Screen] is the model. Its parts (seats, input, premoves, requests, chat, ...) each
// show one subject and send the table's commands for it. The package decides no rules
// and keeps no game: it shows the views that the table sends. Package scene draws what
// all viewers of a table have in common.
package game
