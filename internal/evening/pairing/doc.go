// Package pairing decides who plays whom at a club evening: a series of rounds in
// which people change tables and partners, as in a Whist drive, or in which the same
// four play.
//
// [Draw] returns the next [Round], so that all people partner and meet each other,
// and sit out, as evenly as possible. An [Evening] is folded from its [Event] log. A
// [Standing] is the place of one person.
//
// The package never reads a clock or random numbers: times and the seed are in the
// events.
package pairing
