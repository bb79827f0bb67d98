package table

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Rights is what people may do in the club, as it is now. All methods but MarkMachine
// answer at once.
type Rights interface {
	// MutedUntil is until when nobody hears what somebody says; the zero time is
	// for good.
	MutedUntil(id player.ID) (until time.Time, muted bool)
	MayRate(id player.ID) bool
	Member(id player.ID) bool
	Moderator(id player.ID) bool
	// RatesBotAccounts and RatesBots report who besides people may sit at rated tables
	// that are opened now; see [Terms].
	RatesBotAccounts() bool
	RatesBots() bool
	// BotAccount reports whether an account is marked as a machine.
	BotAccount(id player.ID) bool
	// MarkBotAccount marks it, for good. It is on the disk when MarkMachine returns nil;
	// for who is marked, and for guests, it does nothing. It is the one that waits.
	MarkBotAccount(ctx context.Context, id player.ID) error
}

// WithBotMark returns a player with the mark of their account: a program acts for a marked
// account, however it is connected.
func WithBotMark(house Rights, p player.Player) player.Player {
	p.BotAccount = p.BotAccount || house != nil && house.BotAccount(p.ID)
	return p
}

// Known returns a player as the club knows them now, whatever a seat or an invitation
// stored: an account is a machine's if it is marked. Guests have no mark.
func CurrentPlayer(house Rights, p player.Player) player.Player {
	if house != nil && !p.ID.Guest() {
		p.BotAccount = house.BotAccount(p.ID)
	}
	return p
}

// Privacy is for whom a table is. The words are stored: never rename or reuse one.
type Privacy string

// The ways to be private. Who is not meant learns nothing of such a table, and not
// that there is one.
const (
	ForAll     Privacy = ""
	ForMembers Privacy = "members"  // of the club
	ForInvited Privacy = "invited"  // by the host
	ByPassword Privacy = "password" // and whom the host invites
)

// MayChat refuses chat from somebody whom the club has muted.
func MayChat(house Rights, id player.ID) error {
	switch until, muted := house.MutedUntil(id); {
	case !muted:
		return nil
	case until.IsZero():
		return RefuseAbout(MutedInClub, "until a moderator lifts it")
	default:
		return RefuseAbout(MutedInClub, "until "+until.UTC().Format("2006-01-02 15:04 UTC"))
	}
}
