// Package botplay plays for the bots at the tables of a server. [Bots] sends commands to a
// table like any client, when a bot has the move or has to answer an offer. Package bot
// chooses the moves; botplay never changes a game directly.
package botplay
