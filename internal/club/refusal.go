package club

import (
	"strconv"

	"quadrille/internal/refusal"
)

// The reasons for refusals. The comment after a reason describes its subject and hint.
var (
	NoReason    = &refusal.Reason{Code: "no-reason", Text: "say why with --reason: it is kept, and moderators can read it"}
	LowRole     = &refusal.Reason{Code: "low-role", Text: "that takes a role of %[1]s, and yours is %[2]s"} // the roles
	Oneself     = &refusal.Reason{Code: "oneself", Text: "that is yourself, which is not for you to deal with: ask an owner"}
	HighRole    = &refusal.Reason{Code: "high-role", Text: "who is %[1]s is not for a %[2]s to deal with: ask an owner"} // the roles
	LastOwner   = &refusal.Reason{Code: "last-owner", Text: "that is the only owner: appoint another one before"}
	GuestRole   = &refusal.Reason{Code: "guest-role", Text: "a guest without a key is not known tomorrow: only who has a key has a role"}
	HasRole     = &refusal.Reason{Code: "has-role", Text: "that person is %[1]s already"} // the role
	NoMember    = &refusal.Reason{Code: "no-member", Text: "that is no member"}
	NoSuchRole  = &refusal.Reason{Code: "no-such-role", Text: "there is no role %[1]s: say guest, member, moderator or owner"} // the word
	IsMuted     = &refusal.Reason{Code: "is-muted", Text: "that person is muted already"}
	NotMuted    = &refusal.Reason{Code: "not-muted", Text: "that person is not muted"}
	OwnersMute  = &refusal.Reason{Code: "owners-mute", Text: "an owner muted that person: ask an owner to end it"}
	NotMachine  = &refusal.Reason{Code: "not-machine", Text: "no program has played for that account; there is no mark to take away"}
	CodeVoid    = &refusal.Reason{Code: "code-void", Text: "that code holds no more, as a role has changed since: ask an owner for another"}
	NameGiven   = &refusal.Reason{Code: "name-given", Text: "a moderator gave you your name; you can choose another from %[1]s, or ask a moderator"} // the day
	NameInvited = &refusal.Reason{Code: "name-invited", Text: "that invitation is for %[1]s, and you are %[2]s: ask for another"}                    // the names
)

// The reasons about bans.
var (
	MembersAlone  = &refusal.Reason{Code: "members-only", Text: "this house is for members; who has an invitation says it: ssh HOST join CODE"}
	BanOver       = &refusal.Reason{Code: "ban-over", Text: "that time is over already: say how long from now, like 12h or 30d"}
	BannedAlready = &refusal.Reason{Code: "banned-already", Text: "ban %[1]s keeps them out already, %[2]s; to change it, lift it first: admin unban %[1]s"} // its number; how long
	OwnerBan      = &refusal.Reason{Code: "owner-ban", Text: "an owner cannot be banned: take the role away before"}
	NoSuchBan     = &refusal.Reason{Code: "no-such-ban", Text: "there is no ban %[1]s that holds; admin bans lists them"}                     // the number
	OwnersBan     = &refusal.Reason{Code: "owners-ban", Text: "ban %[1]s was made by an owner: ask an owner to lift it"}                      // the number
	NoAddress     = &refusal.Reason{Code: "no-address", Text: "%[1]s is no address: write one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"} // the word
)

// The reasons about invitations.
var (
	NoInvitation      = &refusal.Reason{Code: "no-invitation", Text: "there is no such invitation; ask who gave you the code for another"}
	InvitationExpired = &refusal.Reason{Code: "invitation-expired", Text: "that invitation has expired; ask who gave it to you for another"}
	InvitationUsed    = &refusal.Reason{Code: "invitation-used", Text: "that invitation was used up; ask who gave it to you for another"}
	InvitationRevoked = &refusal.Reason{Code: "invitation-revoked", Text: "that invitation was taken back; ask who gave it to you"}
	GuestInvited      = &refusal.Reason{Code: "guest-invited", Text: "nobody needs an invitation to be a guest: say member, moderator or owner"}
	NamedOnce         = &refusal.Reason{Code: "named-once", Text: "an invitation with a name is for one person: leave out --uses"}
	BadUses           = &refusal.Reason{Code: "bad-uses", Text: "an invitation can be used from 1 to " + strconv.Itoa(MaxInvitationUses) + " times"}
	BadTime           = &refusal.Reason{Code: "bad-invitation-time", Text: "an invitation lasts from a minute to 365 days: say how long, like 12h or 7d"}
	ManyInvitations   = &refusal.Reason{Code: "invitations-open", Text: strconv.Itoa(maxInvitations) + " invitations are open already: revoke some"}
	NotOpenNumber     = &refusal.Reason{Code: "invitation-not-open", Text: "there is no open invitation %[1]s; admin invitations lists them"} // the number
	RoleAlready       = &refusal.Reason{Code: "role-already", Text: "you are %[1]s already; keep the code for somebody else"}                 // the role
)

// The reasons about settings of the club.
var (
	NoSuchEntry   = &refusal.Reason{Code: "no-such-entry", Text: "there is no entry %[1]s: say open, guests or members-only"} // the word
	NoClubSetting = &refusal.Reason{Code: "no-club-setting", Text: "there is no setting %[1]s: say %[2]s"}                    // the word; the settings
	NotSet        = &refusal.Reason{Code: "not-set", Text: "%[1]s was not set; it is what the configuration says"}            // the setting
)
