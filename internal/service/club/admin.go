package club

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// Admin carries out the actions of one moderator. Commands and screens pass it the words
// that the moderator typed, and display the sentences and lists that it returns. Each call
// checks the moderator's rights again.
type Admin struct {
	Club      *Club
	By        player.ID
	From      netip.Addr // the moderator's network address
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Ladder    Ladder
	// ParseKey returns the fingerprint of a public key in the format of ssh-keygen.
	ParseKey func(line string) (player.Fingerprint, error)
	// KeyRemoved closes the sessions that logged in with the key.
	KeyRemoved func(player.Fingerprint)
	// Present returns the people who are connected. It may be nil.
	Present func() []Visitor
	// Pauses returns the players who are paused from pairing now. It may be nil.
	Pauses func() map[player.ID]Pause
}

// May reports whether the person is now a moderator or an owner.
func (d *Admin) May() bool { return d.Club.Role(d.By) >= Moderator }

// Check returns why the moderator cannot act on an account now, or nil. It leaves out the reason,
// which is asked for later.
func (d *Admin) Check(target player.ID) error { return d.Club.Roles.may(d.By, Moderator, target) }

// Whose returns the person with the given name. Names are compared in the form that
// [player.Fold] returns. A person with a role is also found by account ID. A guest is found
// only while they are connected.
func (d *Admin) Whose(ctx context.Context, name string) (player.Player, error) {
	for _, p := range d.Club.Roles.People() {
		if string(p.ID) == name {
			return player.Player{ID: p.ID, Name: d.Called(ctx, p.ID)}, nil
		}
	}
	if guests := d.guests(name); len(guests) > 0 {
		return player.Player{ID: guests[0].ID, Name: player.GuestName(guests[0].ID)}, nil
	}
	p, ok, err := d.Ladder.Called(ctx, name)
	if err == nil && (!ok || p.ID.Bot()) {
		err = fmt.Errorf("no player is called %q; quote a name that contains spaces", player.Shown(name, player.MaxNameCells))
	}
	return p, err
}

// Called returns the name of an account for display in lists.
func (d *Admin) Called(ctx context.Context, id player.ID) string {
	switch p, ok, err := d.Directory.Lookup(ctx, id); {
	case id == "":
		return "the administrator"
	case err == nil && ok:
		return player.ShownName(p.Name, player.MaxNameCells)
	case id.Guest():
		return player.GuestName(id)
	}
	return string(id)
}

// Give gives an account a role. The role "guest" removes the current role.
func (d *Admin) Give(ctx context.Context, target player.Player, word, reason string) (done string, err error) {
	role, err := ParseRole(word)
	if err != nil {
		return "", err
	}
	if role == Guest {
		err = d.Club.Roles.Remove(ctx, d.By, target.ID, reason)
	} else {
		err = d.Club.Roles.Appoint(ctx, d.By, target.ID, role, reason)
	}
	return fmt.Sprintf("%s is now %v", target.Name, role), err
}

// Remove makes a member a guest.
func (d *Admin) Remove(ctx context.Context, target player.Player, reason string) (done string, err error) {
	return target.Name + " is now a guest", d.Club.Roles.Remove(ctx, d.By, target.ID, reason)
}

// Unmark turns a bot account into an ordinary account.
func (d *Admin) Unmark(ctx context.Context, target player.Player, reason string) (done string, err error) {
	return target.Name + " is no longer a bot account", d.Club.BotAccounts.Unmark(ctx, d.By, target.ID, reason)
}

// Mute mutes a player, or unmutes them if `mute` is false. The parameter `lasts` is the duration
// of the mute; if it is empty, the mute is permanent.
func (d *Admin) Mute(ctx context.Context, target player.Player, mute bool, lasts, reason string) (done string, err error) {
	until, err := d.end(lasts)
	if err != nil {
		return "", err
	}
	done = target.Name + " is muted permanently"
	if !until.IsZero() {
		done = target.Name + " is muted " + Until(until, d.Club.Settings.Zone())
	}
	if !mute {
		done = target.Name + " is no longer muted"
	}
	return done, d.Club.Mutes.Set(ctx, d.By, target.ID, mute, until, reason)
}

// Unpause ends a player's pause from pairing.
func (d *Admin) Unpause(ctx context.Context, target player.Player, reason string) (done string, err error) {
	return target.Name + " is no longer paused", d.Club.Pauses.Lift(ctx, d.By, target.ID, d.pauses()[target.ID], reason)
}

// Rename changes a player's name. The player cannot change it again for a while; see
// [Names].
func (d *Admin) Rename(ctx context.Context, target player.Player, name, reason string) (done string, err error) {
	if err := d.Club.Roles.MayActOn(d.By, target.ID, reason); err != nil {
		return "", err
	}
	if err := checkLikeness(ctx, d.Club, d.Directory, target.ID, name); err != nil {
		return "", err
	}
	ctx = player.WithoutAddress(ctx) // the moderator does not use up names of the player or of an address
	renamed, err := d.Directory.Claim(ctx, target.ID, name)
	if err != nil {
		return "", err
	}
	err = d.Club.Audit.Note(
		ctx,
		AuditEntry{By: d.By, Action: Renamed, Target: target.ID, Former: target.Name, Value: renamed.Name, Reason: reason},
	)
	if err == nil { // set the name again: the player could change it until the audit entry was stored
		_, err = d.Directory.Claim(ctx, target.ID, name)
	}
	return target.Name + " is now called " + renamed.Name, err
}

// RemoveKey removes a key from an account and closes the sessions that logged in with the
// key.
func (d *Admin) RemoveKey(ctx context.Context, target player.Player, key, reason string) (done string, err error) {
	if err := d.Club.Roles.MayActOn(d.By, target.ID, reason); err != nil {
		return "", err
	}
	fingerprint := player.FingerprintOf(key)
	err = d.Keyring.Remove(ctx, target.ID, fingerprint)
	if refusal.Of(err) == player.NoSuchKey {
		return "", fmt.Errorf("%s has no such key; to list the keys, run: admin member %s", target.Name, strconv.Quote(target.Name))
	}
	if err != nil {
		return "", err
	}
	d.KeyRemoved(fingerprint)
	return fmt.Sprintf("%s is no longer a key of %s", fingerprint, target.Name),
		d.Club.Audit.Note(ctx, AuditEntry{By: d.By, Action: KeyRemoved, Target: target.ID, Key: string(fingerprint), Reason: reason})
}

// Ban adds bans, except those that exist already. The parameter `lasts` is their duration; if
// it is empty, the bans are permanent. If a banned range of addresses would include the
// moderator, or a connected moderator or owner, Ban adds no ban and returns a [Caught] error,
// unless `force` is set.
func (d *Admin) Ban(ctx context.Context, bans []Ban, lasts, reason string, force bool) (done string, err error) {
	added := slices.DeleteFunc(slices.Clone(bans), func(b Ban) bool { _, found := d.Club.Bans.find(b); return found })
	if len(added) > 0 { // otherwise, adding the first ban returns an error that names the existing ban
		bans = added
	}
	for _, b := range bans {
		holder, err := d.holder(ctx, b.Key)
		if err == nil {
			err = d.Club.Bans.mayAdd(d.By, cmp.Or(holder, b.Account), b.Range)
		}
		if err == nil && !force {
			err = d.catches(b)
		}
		if err != nil {
			return "", err
		}
	}
	until, err := d.end(lasts)
	if err != nil {
		return "", err
	}
	var list []string
	for _, b := range bans {
		b.Until, b.Reason = until, reason
		if b, err = d.Club.Bans.Add(ctx, d.By, b); err != nil {
			return "", err
		}
		list = append(list, fmt.Sprintf("ban %d applies %s", b.Number, Until(b.Until, d.Club.Settings.Zone())))
	}
	return strings.Join(list, "; "), nil
}

// holder returns the member to whom a key belongs, or "" if it belongs to no member.
// Banning a key needs the same rights as banning that member.
func (d *Admin) holder(ctx context.Context, key player.Fingerprint) (player.ID, error) {
	if key == "" {
		return "", nil
	}
	for _, p := range d.Club.Roles.People() {
		keys, err := d.Keyring.Keys(ctx, p.ID)
		if err != nil {
			return "", err
		}
		// an account without a stored key has one key, whose fingerprint is the account's ID
		unstored := len(keys) == 0 && p.ID == player.ID(key)
		if unstored || slices.ContainsFunc(keys, func(k player.Key) bool { return k.Fingerprint == key }) {
			return p.ID, nil
		}
	}
	return "", nil
}

// end returns the time at which a ban or mute that starts now will end. The parameter
// `lasts` is the duration of the ban or mute; if it is empty, end returns the zero time.
func (d *Admin) end(lasts string) (time.Time, error) {
	if lasts == "" {
		return time.Time{}, nil
	}
	open, err := ParseLasting(lasts)
	return d.Club.Audit.now().Add(open).UTC(), err
}

// BansOf returns the bans to impose for a word, which is a key fingerprint, an address, a range
// of addresses, or a name. For the name of a guest it returns a ban of each address from which
// the guest is connected.
func (d *Admin) BansOf(ctx context.Context, word string) (bans []Ban, err error) {
	if strings.HasPrefix(word, "SHA256:") {
		sum, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(word, "SHA256:"))
		if err != nil || len(sum) != sha256.Size {
			return nil, fmt.Errorf("%q is not a key fingerprint; to list the keys, run: admin member NAME", player.Shown(word, 60))
		}
		return []Ban{{Key: player.Fingerprint(word)}}, nil
	}
	for _, guest := range d.guests(word) {
		if b := (Ban{Range: player.Network(guest.From)}); !slices.ContainsFunc(bans, b.same) {
			bans = append(bans, b)
		}
	}
	if len(bans) > 0 {
		return bans, nil
	}
	if strings.ContainsAny(word, "/:") || strings.Count(word, ".") == 3 {
		p, err := ParseRange(word)
		return []Ban{{Range: p}}, err
	}
	p, err := d.Whose(ctx, word)
	return []Ban{{Account: p.ID}}, err
}

// Unban ends a ban.
func (d *Admin) Unban(ctx context.Context, number int64, reason string) (done string, err error) {
	return fmt.Sprintf("ban %d is lifted", number), d.Club.Bans.Lift(ctx, d.By, number, reason)
}

// Invite creates an invitation to a role. It returns the invitation's code and a sentence
// that describes the invitation.
func (d *Admin) Invite(ctx context.Context, role string, uses int, lasts, reason string) (code, done string, err error) {
	code, pass, err := d.Issue(ctx, role, uses, lasts, "", reason)
	return code, pass.Promise(d.Club.Settings.Zone()), err
}

// Issue creates an invitation to a role. If `name` is not empty, the invited person also gets
// that name.
func (d *Admin) Issue(ctx context.Context, role string, uses int, lasts, name, reason string) (code string, p Invitation, err error) {
	as, err := ParseRole(role)
	if err != nil {
		return "", Invitation{}, fmt.Errorf(
			"there is no role %q: use member, moderator or owner",
			player.Shown(role, player.MaxNameCells),
		)
	}
	open, err := ParseLasting(lasts)
	if err != nil {
		return "", Invitation{}, err
	}
	if name != "" {
		who, found, err := d.Ladder.Called(ctx, name)
		if err != nil {
			return "", Invitation{}, err
		}
		if has := d.Club.Role(who.ID); found && as != Guest && has >= as {
			return "", Invitation{}, fmt.Errorf("%s already has the role %v and needs no invitation", who.Name, has)
		}
	}
	return d.Club.Invitations.Add(ctx, d.By, as, uses, open, name, reason)
}

// Promise describes a new invitation: the role that it gives, the number of times that it
// can be used, and when it expires, in the time zone `zone`.
func (p Invitation) Promise(zone *time.Location) string {
	often := "once"
	if p.Uses > 1 {
		often = fmt.Sprintf("%d times", p.Uses)
	}
	if p.For != "" {
		return fmt.Sprintf("invitation %d: role %v for %s, works once, %s; the code is not shown again", p.Number, p.Role, p.For,
			Until(p.Until, zone))
	}
	return fmt.Sprintf("invitation %d: role %v, works %s, %s; the code is not shown again", p.Number, p.Role, often, Until(p.Until, zone))
}

// Revoke revokes an invitation.
func (d *Admin) Revoke(ctx context.Context, number int64, reason string) (done string, err error) {
	return fmt.Sprintf("invitation %d is revoked", number), d.Club.Invitations.Revoke(ctx, d.By, number, reason)
}

// Set changes a setting of the club.
func (d *Admin) Set(ctx context.Context, name, value, reason string) (done string, err error) {
	err = d.Club.Settings.Set(ctx, d.By, name, value, reason)
	return d.holds(name), err
}

// Unset resets a setting to its value in the configuration file.
func (d *Admin) Unset(ctx context.Context, name, reason string) (done string, err error) {
	err = d.Club.Settings.Unset(ctx, d.By, name, reason)
	return d.holds(name), err
}

func (d *Admin) holds(name string) string {
	value, _ := d.Club.Settings.Get(Setting(name))
	return fmt.Sprintf("%s is now %q", name, value)
}

// ParseLasting parses a duration such as 90m, 12h, 7d or 2w.
func ParseLasting(text string) (time.Duration, error) {
	days := map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if n := len(text); n > 1 {
		if unit, ok := days[text[n-1]]; ok {
			if count, err := strconv.Atoi(text[:n-1]); err == nil && count > 0 && count < 10000 {
				return time.Duration(count) * unit, nil
			}
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is not a duration: write one like 90m, 12h, 7d or 2w", text)
	}
	return d, nil
}

// Day formats a date for lists. It returns "-" for the zero time.
func Day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// Until describes when a ban, mute, invitation or announcement ends, in the time zone `zone`.
func Until(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "permanently"
	}
	return "until " + clock.Minute(t, zone)
}
