// Package notify delivers announcements, reports and webhooks.
//
// A [Board] holds the notices that every front end shows: announcements of moderators,
// a pause of new games before a restart, and notices to one player or to the
// moderators. [Reports] passes reports of members on to the moderators. [Webhooks]
// calls the servers of players and of the club by HTTPS when a move is due or an
// evening starts.
package notify
