// Package archive provides two screens: [Screen] lists lessons, annotated games and finished
// games, and [Record] shows a game as text. Package game provides the screen on which the
// listed games are opened.
package archive
