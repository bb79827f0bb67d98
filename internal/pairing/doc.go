// Package pairing decides who plays whom at a club evening, which is a series of rounds.
// An evening uses one of three methods: the players change tables and partners in each
// round, as in a whist drive; the same four people play all rounds; or players of similar
// strength meet, as in a tournament.
//
// [Draw] returns the next [Round] of a whist drive. It tries to make everybody partner
// everybody else equally often, meet everybody equally often, and sit out equally often. An
// [Evening] is the state of an evening, computed from its log of [Event] values. A
// [Standing] is the line of one player in the standings.
//
// The package reads neither a clock nor random numbers: times and the seed are in the
// events.
package pairing
