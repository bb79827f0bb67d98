// Package rules is the kernel that the four games share: their nouns, the reach
// of their men, and the doors through which a game is played.
//
// There are few types. A [Position] is one plain value. An [Action] is what a
// seat does on its turn. A [Variant] is one game's law: it lists the legal
// actions of a position and applies them. A [Game] is a variant, a position and
// the memory that repetition needs; people enter through [Game.Play], which
// checks and gives reasons, and search enters through [Variant.Apply], which
// trusts.
//
// Nothing in here reads a clock, throws dice, starts a goroutine or does I/O of
// its own accord, and no game is named: what only one game has, that game says
// itself.
//
// Source: the rule book, paragraphs G1-G8 (what the games share), P and P1
// (plain notation and position text), T1 and T2 (perft and replay).
package rules
