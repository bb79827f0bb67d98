// Package bot chooses moves for computer players.
//
// A [Searcher] searches one game at a time within [Limits] and returns a [Choice]. It uses
// only the interfaces [rules.Variant] and [rules.Evaluable], so it plays every variant. A
// [Pool] runs searchers for all tables of a server and uses a given share of the processors.
// The package does not deal with tables, clocks or players: package botplay does.
//
// The searcher does not negate values at every ply, as negamax does, because seats can be
// skipped and a team can move twice in a row. It negates a value only where the side to move
// changes.
package bot
