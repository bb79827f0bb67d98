// Package notify delivers announcements, reports and webhooks.
//
// A [Board] holds the notices that every front end shows: announcements of moderators, a
// pause of new games before a restart, and notices for one player or for the moderators.
// [Reports] passes reports of members to the moderators. [Webhooks] calls HTTPS addresses
// of players when it is their move, and of the club when an evening starts.
package notify
