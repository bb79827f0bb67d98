// Package game implements the screen of a table: the menu before a game, the board during
// the game, and analysis and rematch after it. Analysis boards, lessons and annotated games
// are tables for one person and use the same screen.
//
// [Screen] is the screen of one table. It consists of parts such as seats, input, premoves,
// requests and chat. Each part shows one aspect of the table and sends the commands that
// belong to it. The package contains neither rules nor game state: it shows the views that
// the table sends. Package scene draws the parts of the screen that are the same for many
// viewers.
package game
