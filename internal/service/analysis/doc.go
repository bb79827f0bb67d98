// Package analysis analyses finished games move by move with the strongest bot.
//
// A [Service] runs the analyses. A [Subscription] delivers a growing [Analysis] to one
// person, with an assessment of each move. The package never analyses a game that is still being played, and it stores nothing.
package analysis
