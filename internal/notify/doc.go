// Package notify tells people what they would otherwise miss.
//
// A [Board] holds the notices that every front end shows: the announcement of a
// moderator, that no new games start before a restart, and what concerns one
// person or the moderators alone. [Reports] takes what members report to the
// moderators. [Webhooks] tells the servers of players and of the club, by HTTPS,
// that it is somebody's move or that an evening begins.
package notify
