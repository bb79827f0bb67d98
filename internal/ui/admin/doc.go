// Package admin is the screen where moderators and owners work: members,
// invitations, bans, the audit log, settings and tables.
package admin
