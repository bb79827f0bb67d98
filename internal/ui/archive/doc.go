// Package archive provides the screens for lessons, annotated games and finished games:
// their list ([Screen]) and the record of a game as text ([Record]). The games are opened
// by package game.
package archive
