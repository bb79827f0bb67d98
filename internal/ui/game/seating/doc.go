// Package seating provides the menu of a table whose game has not started. It lists the
// entries of the menu. It also writes the sentences below them: how a guest can return, who
// the partner is, and what the game waits for.
package seating
