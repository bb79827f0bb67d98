// Package club models the club that runs a server: its members and their roles, bans, mutes,
// invitations and settings, and the ratings of all players.
//
// A [Club] is computed from its audit log: each [AuditEntry] changes one of its parts.
// Reads never wait for the disk. Accounts get a [Role] from a moderator or by the code of
// an [Invitation]; a [Ban] excludes people. [Admin] carries out the actions of one
// moderator. An [AuditStore] stores the entries. Package club has no screens and no
// commands.
//
// A [Rating] is a player's estimated strength and its uncertainty in one [Class] of games.
// A [Result] is a rated game with the ranks of its players or teams. A [Book] computes all
// ratings from the results in the order in which the games ended; [Rate] applies one
// result. A [Ladder] answers questions about ratings.
package club
