package club

import (
	"strconv"

	"quadrille/internal/refusal"
)

// The reasons for refusals about roles and names. A comment after a reason explains the
// arguments of its text.
var (
	NoReason = &refusal.Reason{Code: "no-reason", Text: "give a reason with --reason; moderators can read it"}
	// %[1]s is the required role, %[2]s the person's role
	LowRole = &refusal.Reason{Code: "low-role", Text: "this action needs the role %[1]s; yours is %[2]s"}
	Oneself = &refusal.Reason{Code: "oneself", Text: "you cannot do that to yourself: ask an owner"}
	// %[1]s is the role of the account, %[2]s the person's role
	HighRole  = &refusal.Reason{Code: "high-role", Text: "a %[2]s cannot do that to an account with the role %[1]s: ask an owner"}
	LastOwner = &refusal.Reason{Code: "last-owner", Text: "that is the only owner: appoint another one first"}
	GuestRole = &refusal.Reason{Code: "guest-role", Text: "a guest without an SSH key cannot have a role"}
	HasRole   = &refusal.Reason{Code: "has-role", Text: "that account already has the role %[1]s"} // %[1]s is the role
	NoMember  = &refusal.Reason{Code: "no-member", Text: "that account is not a member"}
	// %[1]s is the unknown word
	NoSuchRole = &refusal.Reason{Code: "no-such-role", Text: "there is no role %[1]s: use guest, member, moderator or owner"}
	IsMuted    = &refusal.Reason{Code: "is-muted", Text: "that person is already muted"}
	NotMuted   = &refusal.Reason{Code: "not-muted", Text: "that person is not muted"}
	NotPaused  = &refusal.Reason{Code: "not-paused", Text: "that person is not paused; to list who is, run \"admin pauses\""}
	OwnersMute = &refusal.Reason{Code: "owners-mute", Text: "an owner muted that person: ask an owner to unmute them"}
	NotMachine = &refusal.Reason{Code: "not-machine", Text: "that account is not a bot account"}
	CodeVoid   = &refusal.Reason{Code: "code-void", Text: "a role has changed, which voids that code: ask an owner for a new code"}
	// %[1]s is the first day on which the player can change it
	NameGiven = &refusal.Reason{Code: "name-given", Text: "a moderator chose your name; you can change it from %[1]s on"}
	// %[1]s is the name in the invitation, %[2]s the person's name
	NameInvited = &refusal.Reason{
		Code: "name-invited",
		Text: "that invitation is for %[1]s, and you are %[2]s: ask for another invitation",
	}
)

// The reasons for refusals about bans.
var (
	MembersAlone = &refusal.Reason{
		Code: "members-only",
		Text: "this club is for members only; with an invitation, run: ssh HOST join CODE",
	}
	BanOver = &refusal.Reason{Code: "ban-over", Text: "that ban would end in the past: give a duration from now, like 12h or 30d"}
	// %[1]s is the number of the ban, %[2]s describes its end
	BannedAlready = &refusal.Reason{
		Code: "banned-already",
		Text: "that person or address is banned %[2]s; to lift the ban, run: admin unban %[1]s",
	}
	OwnerBan = &refusal.Reason{Code: "owner-ban", Text: "an owner cannot be banned: first take their owner role away"}
	// %[1]s is the number
	NoSuchBan = &refusal.Reason{Code: "no-such-ban", Text: "there is no ban %[1]s; run \"admin bans\" to list them"}
	// %[1]s is the number of the ban
	OwnersBan = &refusal.Reason{Code: "owners-ban", Text: "ban %[1]s was made by an owner: ask an owner to lift it"}
	// %[1]s is the invalid word
	NoAddress = &refusal.Reason{Code: "no-address", Text: "%[1]s is not an address: write 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"}
)

// WideRange is the reason for the refusal of a range of addresses that is too large for a
// moderator. %[1]s is the range.
var WideRange = &refusal.Reason{
	Code: "wide-range", Text: "%[1]s is too large for a moderator: use at most /24 or, for IPv6, /48",
}

// The reasons for refusals about invitations.
var (
	NoInvitation      = &refusal.Reason{Code: "no-invitation", Text: "there is no such invitation: ask for a new code"}
	InvitationExpired = &refusal.Reason{Code: "invitation-expired", Text: "that invitation has expired: ask for a new code"}
	InvitationUsed    = &refusal.Reason{Code: "invitation-used", Text: "that invitation is used up: ask for a new code"}
	InvitationRevoked = &refusal.Reason{Code: "invitation-revoked", Text: "that invitation was revoked: ask for a new code"}
	GuestInvited      = &refusal.Reason{
		Code: "guest-invited",
		Text: "a guest needs no invitation: choose the role member, moderator or owner",
	}
	NamedOnce = &refusal.Reason{Code: "named-once", Text: "an invitation with a name is for one person: leave out --uses"}
	BadUses   = &refusal.Reason{
		Code: "bad-uses",
		Text: "an invitation can be used from 1 to " + strconv.Itoa(MaxInvitationUses) + " times",
	}
	BadTime = &refusal.Reason{
		Code: "bad-invitation-time",
		Text: "an invitation lasts at most 365 days: give a time like 12h or 7d",
	}
	ManyInvitations = &refusal.Reason{
		Code: "invitations-open",
		Text: strconv.Itoa(maxInvitations) + " invitations are open already: revoke some",
	}
	// %[1]s is the number
	NotOpenNumber = &refusal.Reason{
		Code: "invitation-not-open",
		Text: "there is no open invitation %[1]s; run \"admin invitations\" to list them",
	}
	// %[1]s is the role
	RoleAlready = &refusal.Reason{Code: "role-already", Text: "you already have the role %[1]s; somebody else can still use the code"}
)

// The reasons for refusals about settings of the club.
var (
	// %[1]s is the invalid value
	BadSeeks = &refusal.Reason{Code: "bad-seeks", Text: "the setting \"seeks\" cannot be %[1]s: use on or off"}
	// %[1]s is the unknown word
	NoSuchEntry = &refusal.Reason{Code: "no-such-entry", Text: "there is no entry policy %[1]s: use open, guests or members-only"}
	// %[1]s is the unknown word, %[2]s lists the settings
	NoClubSetting = &refusal.Reason{Code: "no-club-setting", Text: "there is no setting %[1]s: use %[2]s"}
	// %[1]s is the setting
	NotSet = &refusal.Reason{Code: "not-set", Text: "no owner has set %[1]s: its value comes from the configuration"}
)
