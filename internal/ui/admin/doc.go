// Package admin provides the admin screen ([Screen]) for moderators and owners: members,
// invitations, bans, the audit log, settings and tables. It decides nothing: package
// club checks the rights of each action when it is carried out.
package admin
