// Package analysis analyses finished games move by move with the strongest bot. It also
// opens private boards on which a person can try moves.
//
// A [Service] runs the analyses. A [Subscription] delivers a growing [Analysis] to one
// person, with an [Assessment] of each move. [Study] opens a private board. The package
// never analyses a game that is still being played, and it stores nothing.
package analysis
