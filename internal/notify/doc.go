// Package notify delivers announcements, reports and webhooks.
//
// A [Board] holds the notices that every front end shows: announcements of moderators, a
// pause of new games before a restart, and notices for one player or for the moderators.
// [Reports] passes reports of members to the moderators. [Webhooks] calls servers of players
// and of the club by HTTPS when a move is due or an evening starts.
package notify
