// Package club is what the server keeps about its people over the years: who has which
// role, who may come in, and how well they play.
//
// A [Club] is what its audit log made of it: each [AuditEntry] changed one of its parts,
// and asking them never waits for a disk. People have a [Role], because somebody gave it
// to them or by an [Invitation] whose code they were given; a [Ban] keeps people out.
// [Admin] is what one moderator does, in words as they are typed.
//
// A [Rating] is how strong somebody is and how sure that is, in one [Class] of games. A
// [Result] is a game that counts, with its parties in ranks. A [Book] holds everybody's
// ratings and follows from the results in the order in which the games ended; [Rate] is
// one step of it. A [Ladder] is what is known of all that, for those who ask.
package club
