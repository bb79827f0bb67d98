package admin

import (
	"slices"

	"quadrille/internal/ui/kit"
)

// deskKeys are those of each list there.
var deskKeys = [...][]kit.Binding{
	MembersTab: {
		kit.Bind(kit.SetRole, "r", "role", "make somebody guest, member, moderator or owner", "r"),
		kit.Bind(kit.RemoveEntry, "x", "remove", "remove a member, take an invitation back, end a ban, close a table, or let the configuration decide on a setting again", "x", "delete"),
		kit.Bind(kit.ToggleMute, "m", "mute", "let nobody hear somebody, or let him be heard again", "m"),
		kit.Bind(kit.Rename, "n", "name", "give somebody another name", "n"),
		kit.Bind(kit.RemoveKey, "k", "key", "take a key off somebody's account, and end what it has open", "k"),
		kit.Bind(kit.AddBan, "b", "ban", "keep somebody out, or a key, or a range of addresses", "b"),
		kit.Bind(kit.SearchText, "/", "find", "somebody who has no role, by his name", "/"),
		kit.Bind(kit.UnmarkBot, "p", "person", "an account is no machine's after all: its owner tried the door for programs by mistake", "p"),
	},
	passesTab: {
		kit.Bind(kit.AddInvitation, "i", "invite", "make an invitation; its code is shown once", "i"),
		kit.Bind(kit.RemoveEntry, "x", "revoke", "", "x", "delete"),
	},
	bansTab: {
		kit.Bind(kit.AddBan, "b", "ban", "", "b"),
		kit.Bind(kit.RemoveEntry, "x", "unban", "", "x", "delete"),
	},
	auditTab: {},
	settingsTab: {
		kit.Bind(kit.ChangeSetting, "enter", "set", "say something about the house: owners may", "enter", "s"),
		kit.Bind(kit.RemoveEntry, "x", "unset", "", "x", "delete"),
	},
	tablesTab: {
		kit.Bind(kit.RemoveEntry, "x", "close", "", "x", "delete"),
		kit.Bind(kit.Adjudicate, "j", "adjudicate", "end a game: a draw, void, or the seats that have it", "j"),
		kit.Bind(kit.Unseat, "u", "unseat", "make somebody stand up before a game begins", "u"),
		kit.Bind(kit.VoidGame, "v", "void", "have a game that is over count for nothing in the ratings", "v"),
		kit.Bind(kit.RestoreGame, "c", "count", "have it count again", "c"),
	},
}

// deskListKeys are the same on all of them.
var deskListKeys = []kit.Binding{
	kit.Bind(kit.NextList, "tab", "lists", "from list to list; their numbers go there too", "tab", "right"),
	kit.Also(kit.PreviousList, "shift+tab", "left"),
	kit.Also(kit.ListByNumber, "1", "2", "3", "4", "5", "6"),
	kit.Bind(kit.OpenHelp, "?", "help", "", "?"),
	kit.Bind(kit.GoBack, "esc", "back", "", "esc", "q"),
}

// KeyHelp is what the keys do, for who looks after the house.
func KeyHelp(e *kit.Env) [][2]string {
	if !kit.CanAdminister(e) {
		return nil
	}
	all := slices.Concat(kit.AdminKeys, deskListKeys)
	for _, list := range deskKeys {
		all = append(all, list...)
	}
	return kit.HelpOf(all)
}
