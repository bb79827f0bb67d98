// Package admin provides the admin screen for moderators and owners ([Screen]). Its tabs
// show members, invitations, bans, the audit log, settings and tables. When an action is
// executed, package club checks whether the player is allowed to do it.
package admin
