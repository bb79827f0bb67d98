// Package match lets two engines play each other, and says which is better and
// how sure that is.
//
// There are few types. An [Engine] chooses for its seats in one game: one that is
// built in, or a program that speaks the lines of the machine door on its standard
// input and output. A [Match] plays openings, each with the seats shared in every
// even way, until the sequential [Test] is sure or the games are used up. The
// [Score] is A's share of the points, with its error.
package match
