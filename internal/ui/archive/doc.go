// Package archive is the screens of finished games: the list of lessons, games
// with notes and games that were played here, and a game as text.
package archive
