package table

import (
	"context"
	"time"

	"quadrille/internal/player"
)

// Rights reports what people may currently do in the club. All methods return immediately,
// except MarkBotAccount.
type Rights interface {
	// MutedUntil reports whether a person is muted, and until when, in the time zone of the
	// club. The zero time means that the mute is permanent.
	MutedUntil(id player.ID) (until time.Time, muted bool)
	MayRate(id player.ID) bool
	Member(id player.ID) bool
	Moderator(id player.ID) bool
	// RatesBotAccounts reports whether bot accounts may play rated games at tables opened
	// from now on. RatesBots reports the same for the server's own bots. See [Terms].
	RatesBotAccounts() bool
	RatesBots() bool
	// BotAccount reports whether an account is marked as a bot account.
	BotAccount(id player.ID) bool
	// MarkBotAccount marks an account as a bot account and returns nil after the mark is
	// stored. It does nothing for guests and for accounts that are already marked.
	MarkBotAccount(ctx context.Context, id player.ID) error
}

// WithBotMark returns p, marked as a bot account if the club has marked p's account.
func WithBotMark(rights Rights, p player.Player) player.Player {
	p.BotAccount = p.BotAccount || rights != nil && rights.BotAccount(p.ID)
	return p
}

// CurrentPlayer returns p, marked as a bot account only if the club marks p's account now.
// The mark in p may be outdated, because p was stored earlier with a seat or an invitation.
// CurrentPlayer returns guests unchanged.
func CurrentPlayer(rights Rights, p player.Player) player.Player {
	if rights != nil && !p.ID.Guest() {
		p.BotAccount = rights.BotAccount(p.ID)
	}
	return p
}

// Privacy determines who may see a table. The values are stored: never rename or reuse one.
type Privacy string

// The values of Privacy. Each comment names the people who can find out that the table
// exists.
const (
	ForAll     Privacy = ""
	ForMembers Privacy = "members"  // members of the club
	ForInvited Privacy = "invited"  // people whom the host invites
	ByPassword Privacy = "password" // people who know the password or whom the host invites
)

// MayChat returns a refusal if the club has muted the given person.
func MayChat(rights Rights, id player.ID) error {
	switch until, muted := rights.MutedUntil(id); {
	case !muted:
		return nil
	case until.IsZero():
		return RefuseAbout(MutedInClub, "until a moderator lifts it")
	default:
		return RefuseAbout(MutedInClub, "until "+until.Format("2006-01-02 15:04 MST"))
	}
}
