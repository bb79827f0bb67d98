// Package match plays two engines against each other, to decide which is stronger. In a
// free-for-all it can also play four engines at one table, to compare their shares of the
// points.
//
// An [Engine] chooses actions for its seats. It is built in, or it is a program that speaks
// the JSON API on its standard input and output. A [Match] plays each opening several
// times, with different seat assignments that together favour no engine. The match ends when
// the maximum number of games is reached, or between two engines when the sequential [Test]
// reaches a decision. A [Score] is an engine's share of the points, with a 95 % confidence
// interval. An optional [Log] records the games.
package match
