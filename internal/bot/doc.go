// Package bot plays: a game in, an action out.
//
// There are few types. A [Searcher] thinks ahead, for one game at a time, within
// [Limits], and answers with a [Choice]. It knows of a game what the game's facts
// and its [rules.Evaluable] say, so it plays whatever game of the family there is.
//
// A value belongs to a side. Whose side a position is seen from follows from the
// seat that acts there, never from how many plies lie between: seats are passed
// over, and in some games a team moves twice in a row.
package bot
