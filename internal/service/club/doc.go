// Package club models the club that runs a server: its members with their roles, bans, mutes
// and invitations, its settings, and the ratings of all players.
//
// A [Club] is computed from its audit log: each [AuditEntry] changes one part of the club.
// An [AuditStore] stores the entries. Reads never wait for the disk. People receive a [Role]
// from a moderator, or by entering the code of an [Invitation]; a [Ban] excludes them. An
// [Admin] carries out the actions of one moderator. The package contains no screens and no
// commands.
//
// A [Rating] is an estimate of a player's strength, with its uncertainty, in one [Class] of
// games. A [Result] is a finished rated game with the ranks of its players or teams. [Rate]
// computes the new ratings after one game. A [Book] holds all ratings, computed from the
// results in the order in which the games ended. A [Ladder] looks up ratings.
package club
