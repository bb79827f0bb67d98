package club

import "strconv"

// Role is what somebody may do in the club. A higher one may do all that a lower one
// may.
type Role uint8

// The roles. Somebody with a key who is no member is a guest like those who have
// none; their key still gives them a name.
const (
	Guest Role = iota
	Member
	Moderator
	Owner
)

// AllRoles are the roles, the lowest first.
var AllRoles = []Role{Guest, Member, Moderator, Owner}

// String is the stored word.
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

// ParseRole reads the stored word, which is what people type too.
func ParseRole(word string) (Role, error) {
	for _, r := range AllRoles {
		if word == r.String() {
			return r, nil
		}
	}
	return Guest, NoSuchRole.Refuse(strconv.Quote(word))
}

// MarshalText is the stored word.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the stored word.
func (r *Role) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRole(string(text))
	return err
}

// EntryPolicy says who may come in.
type EntryPolicy string

// The ways to keep a door.
const (
	// OpenToAll lets in everybody. Who has a key has a name, and may play rated games.
	OpenToAll EntryPolicy = "open"
	// GuestsWelcome lets in everybody, but who is no member watches and plays games
	// that are not rated.
	GuestsWelcome EntryPolicy = "guests"
	// MembersOnly lets in members. Others get as far as an invitation takes them.
	MembersOnly EntryPolicy = "members-only"
)

// ParseEntryPolicy reads the word for it.
func ParseEntryPolicy(word string) (EntryPolicy, error) {
	switch d := EntryPolicy(word); d {
	case OpenToAll, GuestsWelcome, MembersOnly:
		return d, nil
	}
	return "", NoSuchEntry.Refuse(strconv.Quote(word))
}
