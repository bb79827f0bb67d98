// Package botplay lets bots take part in games: it watches the tables at which bots sit, asks
// package bot for a move when a bot has the turn, and plays it.
//
// [Bots] sends commands to the tables, as any client does, and also answers offers. It never
// changes a game directly.
package botplay
