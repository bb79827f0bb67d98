package club

import (
	"context"
	"net/netip"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
)

// Config holds the values from the configuration file. Each value applies until an owner
// sets another one.
type Config struct {
	Name     string
	Greeting string
	Rules    string
	Entry    EntryPolicy    // empty if the club is open to all
	NoSeeks  bool           // whether "play now" is switched off
	Zone     *time.Location // time zone in which times are displayed; UTC if nil
	// RatesBotAccounts says whether bot accounts may play rated games. RatesBots says whether
	// the server's own bots may play rated games.
	RatesBotAccounts, RatesBots bool
	Clock                       *clock.Clock // nil means the system's clock
}

// Club is the current state of the club: roles, bans, invitations and settings. It is kept
// in memory, so that reads never wait for the disk. Changes are stored before they take
// effect.
//
// A Club consists of parts, each with its own fields and lock. Each part updates itself from
// the audit entries.
type Club struct {
	Audit       *Audit
	Roles       *Roles
	Mutes       *Mutes
	Pauses      *Pauses
	Bans        *Bans
	Invitations *Invitations
	Settings    *Settings
	BotAccounts *BotAccounts
	KeyChanges  *KeyChanges
	assigned    *assignedNames
}

// Open computes the state of a club from the audit entries in a store.
func Open(ctx context.Context, store AuditStore, config Config) (*Club, error) {
	audit := &Audit{store: store, now: config.Clock.Wall, watchers: map[*func()]bool{}}
	roles := &Roles{audit: audit, people: map[player.ID]Person{}}
	settings := &Settings{audit: audit, roles: roles, set: map[Setting]string{}}
	c := &Club{
		Audit:       audit,
		Roles:       roles,
		Mutes:       &Mutes{audit: audit, roles: roles, until: map[player.ID]time.Time{}, rank: map[player.ID]Role{}},
		Pauses:      &Pauses{audit: audit, roles: roles, excused: map[player.ID]time.Time{}},
		Bans:        &Bans{audit: audit, roles: roles, zone: settings.Zone, bans: map[int64]Ban{}},
		Invitations: &Invitations{audit: audit, roles: roles, all: map[int64]Invitation{}},
		Settings:    settings,
		BotAccounts: &BotAccounts{audit: audit, roles: roles},
		KeyChanges:  &KeyChanges{roles: roles, changes: map[player.ID][]KeyChange{}, givers: map[player.ID]player.ID{}},
		assigned:    &assignedNames{at: map[player.ID]time.Time{}, former: map[string]time.Time{}},
	}
	audit.apply = c.apply
	c.Configure(config)
	if _, err := audit.Refresh(ctx); err != nil {
		return nil, err
	}
	return c, c.BotAccounts.Refresh(ctx) // also read the stored bot accounts, because not every bot account has an audit entry
}

// apply updates all parts of the club from a stored audit entry. It cannot fail, because each
// entry is checked before it is stored.
func (c *Club) apply(e AuditEntry) {
	rank := c.Roles.of(e.By)
	if e.By == "" {
		rank = Owner
	}
	c.KeyChanges.apply(e, rank)
	c.Roles.apply(e)
	c.Mutes.apply(e, rank)
	c.Pauses.apply(e)
	c.Bans.apply(e, rank)
	c.Invitations.apply(e)
	c.Settings.apply(e)
	c.BotAccounts.apply(e)
	c.assigned.apply(e)
}

// Configure replaces the values from the configuration file. They apply only to settings
// that no owner has set.
func (c *Club) Configure(config Config) {
	c.Settings.configure(config)
	c.Audit.tell()
}

// Watch makes the club call f after each change, until stop is called. f runs on the
// goroutine that made the change, and must not change the club.
func (c *Club) Watch(f func()) (stop func()) { return c.Audit.watch(f) }

// Role returns the role of an account.
func (c *Club) Role(id player.ID) Role { return c.Roles.of(id) }

// Member reports whether an account is a member, moderator or owner.
func (c *Club) Member(id player.ID) bool { return c.Role(id) >= Member }

// Moderator reports whether an account is a moderator or owner.
func (c *Club) Moderator(id player.ID) bool { return c.Role(id) >= Moderator }

// MutedUntil reports whether an account is muted, and if so, until when. For a permanent mute,
// `until` is the zero time. Otherwise it is in the time zone of the club.
func (c *Club) MutedUntil(id player.ID) (until time.Time, muted bool) {
	until, muted = c.Mutes.Until(id)
	if !until.IsZero() {
		until = until.In(c.Settings.Zone())
	}
	return until, muted
}

// MayRate reports whether the club lets a person play rated games. For the server's bots, it
// always returns true; the caller must also check RatesBots.
func (c *Club) MayRate(id player.ID) bool {
	return id.Bot() || !id.Guest() && (c.Settings.Entry() == OpenToAll || c.Member(id))
}

// RatesBotAccounts reports whether bot accounts may play rated games. The answer applies to
// tables that are opened from now on.
func (c *Club) RatesBotAccounts() bool { return c.Settings.configured().RatesBotAccounts }

// RatesBots reports whether the server's bots may play rated games. The answer applies to
// tables that are opened from now on.
func (c *Club) RatesBots() bool { return c.Settings.configured().RatesBots }

// BotAccount reports whether an account is a bot account; see [BotAccounts].
func (c *Club) BotAccount(id player.ID) bool { return c.BotAccounts.Marked(id) }

// MarkBotAccount records that a program plays for an account; see [BotAccounts.Mark].
func (c *Club) MarkBotAccount(ctx context.Context, id player.ID) error {
	return c.BotAccounts.Mark(ctx, id)
}

// Admit returns an error if a person may not connect. key is empty if the person has no key.
func (c *Club) Admit(id player.ID, key player.Fingerprint, from netip.Addr) error {
	role := c.Role(id)
	if b, banned := c.Bans.against(role, id, key, from); banned {
		return &BanError{b}
	}
	if role < Member && c.Settings.Entry() == MembersOnly {
		return MembersAlone.Refuse()
	}
	return nil
}
