// Package analysis analyses finished games move by move with the strongest bot, and
// opens private boards for trying moves.
//
// A [Service] runs the analyses. A [Subscription] delivers an [Analysis] to one person
// while it grows; each move gets an [Assessment]. [Study] opens a board. The package
// never analyses a game that is still being played, and stores nothing.
package analysis
