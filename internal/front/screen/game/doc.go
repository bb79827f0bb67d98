// Package game implements the screen of a table: the menu before a game, the board during
// the game, and analysis and rematch after it. Analysis boards, lessons and annotated games
// are tables for one person and use the same screen.
//
// [Screen] is the screen of one table. It consists of parts, such as input, history, questions,
// chat and the card. Each part has its own fields. A part gets the table as its viewer sees it
// (seen) and styles, and returns an intent: a command for the table, a dialog, a prompt or a
// place to go to. Only the screen carries out intents and calls services. What needs no fields
// is a method of seen, such as the dialog about a draw.
//
// The package contains neither rules nor game state: it shows the views that the table sends.
// Package scene draws the parts of the screen that are the same for many viewers, and package
// present words what happens at the table.
package game
