// Package archive provides the screens of games to look at: the list of lessons,
// annotated games and finished games ([Screen]), and the record of a game as text
// ([Record]). The games are opened by package game.
package archive
