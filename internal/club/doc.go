// Package club is what a house keeps about its people over the years: how well
// they play, so far.
//
// There are few types. A [Rating] is how strong somebody is and how sure that is,
// in one [Class] of games. A [Result] is a game that counts, with its parties in
// ranks. A [Book] holds everybody's ratings and is a fold of results in the order
// in which the games ended; [Rate] is one step of it. A [Ladder] is what is known
// of all that, for those who ask.
package club
