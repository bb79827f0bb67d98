package club

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
)

// MemberLine describes a member in lists.
type MemberLine struct {
	Name  string    `json:"name"`
	ID    player.ID `json:"account"`
	Role  string    `json:"role"`
	Since time.Time `json:"since,omitzero"`
	Used  time.Time `json:"key_used,omitzero"` // last day on which one of the member's keys was used
	MuteState
	PausedUntil time.Time `json:"paused_until,omitzero"` // end of the pause from pairing
	// whether a program has played for the account
	BotAccount bool      `json:"bot"`
	Keys       []KeyLine `json:"keys,omitempty"`
}

// MuteState describes in lists whether a member is muted. A mute whose MutedUntil is the
// zero time is permanent.
type MuteState struct {
	Muted      bool      `json:"muted"`
	MutedUntil time.Time `json:"muted_until,omitzero"`
}

// MuteState reports whether an account is muted, and if so, until when.
func (d *Admin) MuteState(id player.ID) MuteState {
	until, muted := d.Club.Mutes.Until(id)
	if !muted {
		return MuteState{}
	}
	return MuteState{true, until}
}

// KeyLine describes a key in lists.
type KeyLine struct {
	Fingerprint player.Fingerprint `json:"fingerprint"`
	Added       time.Time          `json:"added"`
	Used        time.Time          `json:"used"`
}

// Members returns all accounts with a role.
func (d *Admin) Members(ctx context.Context) (list []MemberLine, err error) {
	paused := d.pauses()
	for _, p := range d.Club.Roles.People() {
		m, err := d.member(ctx, p, paused)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// Member describes the account with the given name, even if the account has no role.
func (d *Admin) Member(ctx context.Context, name string) (MemberLine, error) {
	p, err := d.Whose(ctx, name)
	if err != nil {
		return MemberLine{}, err
	}
	return d.Person(ctx, p.ID)
}

// Person returns an account, with or without a role.
func (d *Admin) Person(ctx context.Context, id player.ID) (MemberLine, error) {
	person := Person{ID: id}
	for _, other := range d.Club.Roles.People() {
		if other.ID == id {
			person = other
		}
	}
	return d.member(ctx, person, d.pauses())
}

func (d *Admin) member(ctx context.Context, p Person, paused map[player.ID]Pause) (MemberLine, error) {
	m := MemberLine{
		Name:        d.Called(ctx, p.ID),
		ID:          p.ID,
		Role:        p.Role.String(),
		Since:       p.Since,
		MuteState:   d.MuteState(p.ID),
		PausedUntil: paused[p.ID].Until,
		BotAccount:  d.Club.BotAccount(p.ID),
	}
	keys, err := d.Keyring.Keys(ctx, p.ID)
	for _, k := range keys {
		m.Keys = append(m.Keys, KeyLine{k.Fingerprint, k.Added, k.Used})
		if k.Used.After(m.Used) {
			m.Used = k.Used
		}
	}
	return m, err
}

// PauseLine describes a player in the list of those who are paused from pairing.
type PauseLine struct {
	Name  string    `json:"name"`
	ID    player.ID `json:"account"`
	Left  int       `json:"left"` // number of games that the player left
	Until time.Time `json:"until"`
}

// PausedUntil returns the end of a player's pause from pairing, or the zero time if there is none now.
func (d *Admin) PausedUntil(id player.ID) time.Time { return d.pauses()[id].Until }

// Paused returns the players who are paused from pairing, those whose pause ends first in front.
func (d *Admin) Paused(ctx context.Context) (list []PauseLine) {
	for id, p := range d.pauses() {
		list = append(list, PauseLine{d.Called(ctx, id), id, p.Left, p.Until})
	}
	slices.SortFunc(list, func(a, b PauseLine) int { return cmp.Or(a.Until.Compare(b.Until), cmp.Compare(a.ID, b.ID)) })
	return list
}

func (d *Admin) pauses() map[player.ID]Pause {
	if d.Pauses == nil {
		return nil
	}
	return d.Pauses()
}

// BanLine describes a ban in lists.
type BanLine struct {
	Number int64     `json:"number"`
	Name   string    `json:"name,omitempty"`
	Key    string    `json:"key,omitempty"`
	Range  string    `json:"range,omitempty"`
	Until  time.Time `json:"until,omitzero"`
	By     string    `json:"by"`
	Reason string    `json:"reason"`
}

// Bans returns the current bans.
func (d *Admin) Bans(ctx context.Context) (list []BanLine) {
	for _, b := range d.Club.Bans.All() {
		one := BanLine{Number: b.Number, Key: string(b.Key), Until: b.Until, By: d.Called(ctx, b.By), Reason: b.Reason}
		if b.Account != "" {
			one.Name = d.Called(ctx, b.Account)
		}
		if b.Range.IsValid() {
			one.Range = b.Range.String()
		}
		list = append(list, one)
	}
	return list
}

// InvitationLine describes an invitation in lists, without its code.
type InvitationLine struct {
	Number int64     `json:"number"`
	Role   string    `json:"role"`
	Uses   int       `json:"uses"`
	Used   int       `json:"used"`
	For    string    `json:"for,omitempty"`
	Until  time.Time `json:"until"`
	By     string    `json:"by"`
}

// Invitations returns the invitations that can still be used.
func (d *Admin) Invitations(ctx context.Context) (list []InvitationLine) {
	for _, p := range d.Club.Invitations.Open() {
		list = append(list, InvitationLine{p.Number, p.Role.String(), p.Uses, p.Used, p.For, p.Until, d.Called(ctx, p.By)})
	}
	return list
}

// SettingLine describes a setting of the club in lists.
type SettingLine struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Set   bool   `json:"set"` // whether an owner has set the value; if not, it comes configuration file
}

// By says who set the value: an owner or the configuration file.
func (s SettingLine) By() string {
	if s.Set {
		return "by an owner"
	}
	return "configuration file"
}

// Settings returns all settings.
func (d *Admin) Settings() (list []SettingLine) {
	for _, s := range AllSettings {
		value, said := d.Club.Settings.Get(s)
		list = append(list, SettingLine{string(s), value, said})
	}
	return list
}

// AuditLine is a line of the audit log.
type AuditLine struct {
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	By     string    `json:"by"`
	Verb   Action    `json:"action"`
	Object string    `json:"object,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

// Audit returns the newest entries of the audit log for which `fits` returns true, oldest
// first. It returns at most `last` entries.
func (d *Admin) Audit(ctx context.Context, last int, fits func(AuditEntry) bool) (list []AuditLine, err error) {
	entries, err := d.Club.Audit.Since(ctx, 0)
	if err != nil {
		return nil, err
	}
	var wanted []AuditEntry
	for _, entry := range entries {
		if fits(entry) {
			wanted = append(wanted, entry)
		}
	}
	for _, entry := range wanted[max(0, len(wanted)-last):] {
		list = append(list, d.Line(ctx, entry))
	}
	return list, nil
}

// Line formats an audit entry as a line of the audit log.
func (d *Admin) Line(ctx context.Context, entry AuditEntry) AuditLine {
	return AuditLine{entry.Number, entry.At, d.Called(ctx, entry.By), entry.Action, d.object(ctx, entry), entry.Reason}
}

// object describes in a few words what an audit entry is about: a person, a ban, an
// invitation or something else.
func (d *Admin) object(ctx context.Context, entry AuditEntry) string {
	switch {
	case entry.Former != "":
		return d.newName(ctx, entry)
	case entry.Action == BotMarked && entry.Target == "":
		return d.marked(ctx, entry)
	}
	words := ""
	add := func(format string, args ...any) {
		if words != "" {
			words += " "
		}
		words += fmt.Sprintf(format, args...)
	}
	if entry.Target != "" {
		add("%s", d.Called(ctx, entry.Target))
	}
	if entry.Key+entry.Range != "" {
		add("%s", entry.Key+entry.Range)
	}
	if entry.Table != 0 {
		add("table %d", entry.Table)
	}
	if entry.Ref != 0 {
		add("number %d", entry.Ref)
	}
	if entry.Role != Guest {
		add("as %v", entry.Role)
	}
	if entry.Setting+entry.Value != "" {
		add("%s", player.Shown(entry.Setting+" "+entry.Value, 60))
	}
	return words
}

// markedShown is the maximum number of names in an audit line about bot accounts.
const markedShown = 5

// marked describes an audit entry about the accounts that became bot accounts on one day. It
// returns the number of these accounts and some of their names.
func (d *Admin) marked(ctx context.Context, entry AuditEntry) string {
	ids := d.Club.BotAccounts.of(entry.Value)
	slices.Sort(ids)
	if len(ids) == 0 {
		return "deleted account"
	}
	var names []string
	for _, id := range ids[:min(len(ids), markedShown)] {
		names = append(names, d.Called(ctx, id))
	}
	if more := len(ids) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	accounts := "accounts"
	if len(ids) == 1 {
		accounts = "account"
	}
	return fmt.Sprintf("%d %s: %s", len(ids), accounts, strings.Join(names, ", "))
}

// About reports whether an audit entry is about the given account.
func (d *Admin) About(entry AuditEntry, id player.ID) bool {
	if entry.Action == BotMarked && entry.Target == "" {
		return slices.Contains(d.Club.BotAccounts.of(entry.Value), id)
	}
	return entry.Target == id
}

// newName describes the renaming of a player: the former name and the new name. If the
// player has been renamed again, it adds the current name.
func (d *Admin) newName(ctx context.Context, entry AuditEntry) string {
	words := player.Shown(entry.Former, player.MaxNameCells) + " to " + player.Shown(entry.Value, player.MaxNameCells)
	if now := d.Called(ctx, entry.Target); now != entry.Value {
		words += ", now " + now
	}
	return words
}
