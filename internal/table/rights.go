package table

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Rights reports what people may do in the club now. Only MarkBotAccount blocks.
type Rights interface {
	// MutedUntil returns the end of a person's mute, and whether they are muted. The
	// zero time means that the mute is permanent.
	MutedUntil(id player.ID) (until time.Time, muted bool)
	MayRate(id player.ID) bool
	Member(id player.ID) bool
	Moderator(id player.ID) bool
	// RatesBotAccounts and RatesBots report whether bot accounts and the server's bots
	// may play at rated tables that are opened now; see [Terms].
	RatesBotAccounts() bool
	RatesBots() bool
	// BotAccount reports whether an account is marked as a bot account.
	BotAccount(id player.ID) bool
	// MarkBotAccount marks an account permanently and returns nil once the mark is
	// stored. It does nothing for guests and for accounts that have the mark.
	MarkBotAccount(ctx context.Context, id player.ID) error
}

// WithBotMark returns a player with the bot mark of their account added.
func WithBotMark(rights Rights, p player.Player) player.Player {
	p.BotAccount = p.BotAccount || rights != nil && rights.BotAccount(p.ID)
	return p
}

// CurrentPlayer returns a player with the account's present bot mark in place of the mark
// that was stored with a seat or an invitation. Guests have no mark.
func CurrentPlayer(rights Rights, p player.Player) player.Player {
	if rights != nil && !p.ID.Guest() {
		p.BotAccount = rights.BotAccount(p.ID)
	}
	return p
}

// Privacy says who may see a table. The words are stored: never rename or reuse one.
type Privacy string

// The groups of people who may see a private table. Nobody else can even find out that the
// table exists.
const (
	ForAll     Privacy = ""
	ForMembers Privacy = "members"  // members of the club
	ForInvited Privacy = "invited"  // people whom the host invites
	ByPassword Privacy = "password" // people who know the password or whom the host invites
)

// MayChat refuses chat from a person whom the club has muted.
func MayChat(rights Rights, id player.ID) error {
	switch until, muted := rights.MutedUntil(id); {
	case !muted:
		return nil
	case until.IsZero():
		return RefuseAbout(MutedInClub, "until a moderator lifts it")
	default:
		return RefuseAbout(MutedInClub, "until "+until.UTC().Format("2006-01-02 15:04 UTC"))
	}
}
