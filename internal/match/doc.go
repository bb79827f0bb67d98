// Package match plays two engines against each other and decides which is stronger.
//
// An [Engine] chooses actions for its seats. It is built in, or it is a program that speaks
// the JSON API on its standard input and output. A [Match] plays each opening several
// times, with different seat assignments that together favour neither engine. The match ends
// when the sequential [Test] reaches a decision or when the maximum number of games is reached.
// The [Score] is the first engine's share of the points, with a 95 % confidence interval. An
// optional [Log] records the games.
package match
