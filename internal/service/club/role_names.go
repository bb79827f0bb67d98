package club

import "strconv"

// Role is the rank of an account in the club. A role includes the rights of all lower roles.
type Role uint8

// The roles. A person who has a key but is not a member is a guest with a name.
const (
	Guest Role = iota
	Member
	Moderator
	Owner
)

// AllRoles lists the roles, the lowest first.
var AllRoles = []Role{Guest, Member, Moderator, Owner}

// String returns the word that is stored for the role.
func (r Role) String() string {
	switch r {
	case Member:
		return "member"
	case Moderator:
		return "moderator"
	case Owner:
		return "owner"
	}
	return "guest"
}

// ParseRole parses the word of a role, as stored or as typed by a moderator.
func ParseRole(word string) (Role, error) {
	for _, r := range AllRoles {
		if word == r.String() {
			return r, nil
		}
	}
	return Guest, NoSuchRole.Refuse(strconv.Quote(word))
}

// MarshalText returns the word that is stored for the role.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses the word for a role.
func (r *Role) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRole(string(text))
	return err
}

// EntryPolicy determines who may connect.
type EntryPolicy string

// The entry policies.
const (
	// OpenToAll admits everybody. Everybody who logs in with a key may play rated games.
	OpenToAll EntryPolicy = "open"
	// GuestsWelcome admits everybody, but only members may play rated games.
	GuestsWelcome EntryPolicy = "guests"
	// MembersOnly admits only members. Everybody else can only enter an invitation code.
	MembersOnly EntryPolicy = "members-only"
)

// parseEntryPolicy returns the entry policy that is stored as the given word, such as
// "members-only".
func parseEntryPolicy(word string) (EntryPolicy, error) {
	switch d := EntryPolicy(word); d {
	case OpenToAll, GuestsWelcome, MembersOnly:
		return d, nil
	}
	return "", NoSuchEntry.Refuse(strconv.Quote(word))
}
