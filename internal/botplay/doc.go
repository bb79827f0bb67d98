// Package botplay plays for the bots at the tables of a server.
//
// When a bot has the turn or has to answer an offer, [Bots] sends a command to its table, as
// any client does. Package bot chooses the moves. Package botplay never changes a game
// directly.
package botplay
