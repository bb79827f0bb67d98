// Package club is what a house keeps about its people over the years: who is what,
// who may come in, and how well they play.
//
// There are few types. A [Club] is the fold of the [AuditEntry]s that were done in it;
// asking it never waits for a disk. Somebody has a [Role], by appointment or by a
// [Invitation] that he was given the code of; a [Ban] keeps him out.
// A [Rating] is how strong somebody is and how sure that is,
// in one [Class] of games. A [Result] is a game that counts, with its parties in
// ranks. A [Book] holds everybody's ratings and is a fold of results in the order
// in which the games ended; [Rate] is one step of it. A [Ladder] is what is known
// of all that, for those who ask.
package club
