// Package seating provides the menu of a table whose game has not started: its entries, and
// the sentences below them. The sentences say how a guest can return, who the partner is, and
// what the game waits for.
package seating
