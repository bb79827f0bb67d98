// Package match plays two engines against each other and decides which is stronger.
//
// An [Engine] chooses actions for its seats: a built-in one, or a program that speaks
// the JSON API on its standard input and output. A [Match] plays openings, each with
// all fair assignments of seats, until the sequential [Test] decides or the games are
// used up. The [Score] is A's share of the points with its error. Nothing is stored.
package match
