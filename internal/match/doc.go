// Package match plays two engines against each other and decides which is stronger.
//
// An [Engine] chooses actions for its seats: a built-in one, or a program that speaks the
// JSON API on its standard input and output. A [Match] plays each opening with every
// assignment of seats that favours neither engine, until the sequential [Test] decides or
// the limit of games is reached. The [Score] is the first engine's share of the points,
// with its standard error. Nothing is stored.
package match
