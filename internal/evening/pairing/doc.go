// Package pairing decides who plays whom at a club evening: a series of rounds. Either the
// players change tables and partners in each round, as in a Whist drive, or the same four
// play all rounds.
//
// [Draw] returns the next [Round]. It lets all players be partners, meet each other and
// sit out as equally often as possible. An [Evening] is computed from its [Event] log. A
// [Standing] is the place of one player.
//
// The package never reads a clock or random numbers: times and the seed are in the
// events.
package pairing
