// Package seating lists the entries of the menu at a table whose game has not started, and
// writes the sentences below them: how a guest can return, who the partner is, and what the
// game waits for.
package seating
