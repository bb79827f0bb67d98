// Package notify shows notices to people, passes reports to moderators and calls webhooks.
//
// A [Board] holds the notices that every front end shows: announcements by moderators, a
// pause of new games before a restart, and notices for single players or for the moderators.
// [Reports] stores reports by members about other people and shows them to the moderators.
// [Webhooks] sends events to HTTPS addresses: to those of players when they have the turn,
// and to that of the club when an evening starts.
package notify
