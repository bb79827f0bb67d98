// Package bot chooses moves for computer players.
//
// A [Searcher] searches one game at a time within [Limits] and returns a [Choice]. It
// knows no game in particular: it uses the interfaces [rules.Variant] and
// [rules.Evaluable], so it plays every variant. A [Pool] runs searchers for all tables of
// a server, within a share of its processors. The package knows nothing of tables, clocks
// and players; see package botplay.
//
// Values belong to sides, not to plies: whether a value is negated depends on the seats
// that act, because seats can be passed over and a team can move twice in a row.
package bot
