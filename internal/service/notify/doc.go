// Package notify shows notices to people, passes reports to moderators and calls webhooks.
//
// A [Board] holds the notices that every front end shows: announcements by moderators, a
// pause of new games before a restart, and notices for single players or for the moderators.
// [Reports] stores players' reports about other people and shows them to the moderators.
// [Webhooks] sends events to HTTPS addresses. A player's address gets an event when it is
// the player's turn. The club's address gets an event when an evening starts.
package notify
