package admin

import (
	"slices"

	"quadrille/internal/front/screen/kit"
)

// tabKeys contains the keys of each tab.
var tabKeys = [...][]kit.Binding{
	membersTab: {
		kit.Bind(kit.SetRole, "r", "role", "", "r").Runs("admin role"),
		kit.Bind(
			kit.RemoveEntry,
			"x",
			"remove",
			"remove a member, revoke an invitation, lift a ban, close a table, or reset a setting to its value in the configuration file",
			"x",
			"delete",
		),
		muteKey,
		kit.Bind(kit.Rename, "n", "rename", "", "n").Runs("admin rename"),
		kit.Bind(kit.RemoveKey, "K", "remove key", "", "K").Runs("admin key remove"),
		kit.Bind(kit.AddBan, "b", "ban", "", "b").Runs("admin ban"),
		kit.Bind(kit.SearchText, "f", "find", "find an account by name, even one without a role", "f"),
		kit.Bind(kit.UnmarkBot, "p", "unmark bot", "", "p").Runs("admin unmark"),
		kit.Bind(kit.EndPause, "u", "unpause", "", "u").Runs("admin unpause"),
	},
	invitationsTab: {
		kit.Bind(kit.AddInvitation, "i", "invite", "create an invitation to the club; its code is shown once", "i"),
		kit.Bind(kit.RemoveEntry, "x", "revoke", "", "x", "delete"),
	},
	bansTab: {
		kit.Bind(kit.AddBan, "b", "ban", "", "b"),
		kit.Bind(kit.RemoveEntry, "x", "unban", "", "x", "delete"),
	},
	auditTab: {},
	settingsTab: {
		kit.Bind(kit.ChangeSetting, "enter", "set", "change a setting of the club (owners only)", "enter", "s"),
		kit.Bind(kit.RemoveEntry, "x", "unset", "", "x", "delete"),
	},
	tablesTab: {
		kit.Bind(kit.RemoveEntry, "x", "close", "", "x", "delete"),
		kit.Bind(kit.Adjudicate, "J", "adjudicate", "", "J").Runs("admin adjudicate"),
		kit.Bind(kit.Unseat, "u", "unseat", "", "u").Runs("admin unseat"),
		kit.Bind(kit.VoidGame, "v", "void", "", "v").Runs("admin void"),
		kit.Bind(kit.RestoreGame, "c", "restore", "", "c").Runs("admin restore"),
	},
}

var (
	muteKey   = kit.Bind(kit.ToggleMute, "m", "mute", "mute or unmute a player's chat", "m")
	unmuteKey = kit.Bind(kit.ToggleMute, "m", "unmute", "", "m")
)

// keys returns the keys of the open tab that apply to the selected row.
func (d *Screen) keys() (keys []kit.Binding) {
	row := d.chosen()
	for _, b := range tabKeys[d.tab] {
		switch {
		case !d.applies(b.Action, row):
		case b.Action == kit.ToggleMute && row.muted:
			keys = append(keys, unmuteKey)
		default:
			keys = append(keys, b)
		}
	}
	return keys
}

// applies reports whether an action can be done in the open tab while a row is selected.
func (d *Screen) applies(what kit.Action, row listRow) bool {
	switch {
	case what == kit.SearchText, what == kit.AddInvitation, d.tab == tablesTab, d.tab == bansTab && what == kit.AddBan:
		return true
	}
	return row.key != "" && !slices.Contains(row.never, what)
}

// commonKeys contains the keys that work in every tab.
var commonKeys = []kit.Binding{
	kit.Bind(kit.NextList, "tab", "next tab", "next list; a digit opens a list by its number", "tab", "right"),
	kit.Also(kit.PreviousList, "shift+tab", "left"),
	kit.Also(kit.ListByNumber, "1", "2", "3", "4", "5", "6"),
	kit.Bind(kit.OpenHelp, "?", "help", "", "?"),
	kit.Bind(kit.GoBack, "esc", "back", "", "esc", "q"),
}

// where heads the admin keys in the help.
const where = "for moderators and owners"

// AllKeys returns all admin keys. The group is empty if the player has no role.
func AllKeys(e *kit.Env) kit.KeyGroup {
	if !kit.CanAdminister(e) {
		return kit.KeyGroup{Where: where}
	}
	all := slices.Concat(kit.AdminKeys, commonKeys)
	for _, list := range tabKeys {
		all = append(all, list...)
	}
	return kit.KeyGroup{Where: where, Keys: all}
}

// KeyGroups returns the keys of the open tab, and those of all tabs.
func (d *Screen) KeyGroups() []kit.KeyGroup {
	return []kit.KeyGroup{{Where: where, Keys: slices.Concat(tabKeys[d.tab], commonKeys)}}
}

// Typing reports whether the player is typing in a form or a filter.
func (d *Screen) Typing() bool { return d.form != nil || d.list.Typing() }
