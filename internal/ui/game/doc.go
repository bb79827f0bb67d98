// package game is the screen of a table: its seats before the game, the board
// during it, and what follows it. Studies, lessons and games with notes are tables
// of one person, shown by the same screen.
package game
