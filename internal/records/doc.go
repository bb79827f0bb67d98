// Package records writes games as text, names the winners of finished games, and parses
// searches for finished games.
package records
