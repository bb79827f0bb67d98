// Package admin provides the admin screen ([Screen]) for moderators and owners. Its tabs show
// members, invitations, bans, the audit log, settings and tables. Package club checks whether
// the player has the right to an action when the action is executed.
package admin
