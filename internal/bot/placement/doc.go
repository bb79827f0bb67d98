// Package placement predicts how a free-for-all ends.
//
// A [Model] takes a position and returns the score that each seat can expect, as a share of
// the winner's score. It counts some features of each seat, such as its material, the pieces
// that it may lose and the attacks on its king. Their weighted sum is the strength of the
// seat. The model assumes that the seats still in play take the remaining places one after
// the other, and that a seat's chance for the next place is proportional to the exponential
// of its strength (a Plackett-Luce model).
//
// The weights were fitted to games of the engine against itself, separately for each form of
// a game (see [rules.Form]) and for each number of seats in play. To compute them again, run
// the command in internal/tools/fitweights.
package placement
