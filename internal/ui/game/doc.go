// Package game implements the screen of a table: the menu before a game, the board during
// it, analysis and rematch after it. Analysis boards, lessons and annotated games are tables
// of one person and use the same screen.
//
// [Screen] is the model. Its parts (seats, input, premoves, requests, chat, ...) each show
// one subject and send the commands for it to the table. The package contains no rules and
// no game state: it shows the views that the table sends. Package scene draws the part that
// all viewers of a table have in common.
package game
