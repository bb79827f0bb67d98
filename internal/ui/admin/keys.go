package admin

import (
	"slices"

	"quadrille/internal/ui/kit"
)

// deskKeys are those of each list there.
var deskKeys = [...][]kit.Binding{
	MembersTab: {
		{Deed: kit.GiveRole, Keys: []string{"r"}, Name: "r", Hint: "role", Help: "make somebody guest, member, moderator or owner"},
		{Deed: kit.TakeAway, Keys: []string{"x", "delete"}, Name: "x", Hint: "remove", Help: "remove a member, take an invitation back, end a ban, close a table, or let the configuration decide on a setting again"},
		{Deed: kit.MuteHere, Keys: []string{"m"}, Name: "m", Hint: "mute", Help: "let nobody hear somebody, or let him be heard again"},
		{Deed: kit.RenameHere, Keys: []string{"n"}, Name: "n", Hint: "name", Help: "give somebody another name"},
		{Deed: kit.TakeKey, Keys: []string{"k"}, Name: "k", Hint: "key", Help: "take a key off somebody's account, and end what it has open"},
		{Deed: kit.BanNew, Keys: []string{"b"}, Name: "b", Hint: "ban", Help: "keep somebody out, or a key, or a range of addresses"},
		{Deed: kit.SearchText, Keys: []string{"/"}, Name: "/", Hint: "find", Help: "somebody who has no role, by his name"},
		{Deed: kit.UnmarkHere, Keys: []string{"p"}, Name: "p", Hint: "person", Help: "an account is no machine's after all: its owner tried the door for programs by mistake"},
	},
	passesTab: {
		{Deed: kit.InviteNew, Keys: []string{"i"}, Name: "i", Hint: "invite", Help: "make an invitation; its code is shown once"},
		{Deed: kit.TakeAway, Keys: []string{"x", "delete"}, Name: "x", Hint: "revoke", Help: ""},
	},
	bansTab: {
		{Deed: kit.BanNew, Keys: []string{"b"}, Name: "b", Hint: "ban", Help: ""},
		{Deed: kit.TakeAway, Keys: []string{"x", "delete"}, Name: "x", Hint: "unban", Help: ""},
	},
	auditTab: {},
	settingsTab: {
		{Deed: kit.SetHere, Keys: []string{"enter", "s"}, Name: "enter", Hint: "set", Help: "say something about the house: owners may"},
		{Deed: kit.TakeAway, Keys: []string{"x", "delete"}, Name: "x", Hint: "unset", Help: ""},
	},
	tablesTab: {
		{Deed: kit.TakeAway, Keys: []string{"x", "delete"}, Name: "x", Hint: "close", Help: ""},
		{Deed: kit.Adjudicate, Keys: []string{"j"}, Name: "j", Hint: "adjudicate", Help: "end a game: a draw, void, or the seats that have it"},
		{Deed: kit.Unseat, Keys: []string{"u"}, Name: "u", Hint: "unseat", Help: "make somebody stand up before a game begins"},
		{Deed: kit.VoidGame, Keys: []string{"v"}, Name: "v", Hint: "void", Help: "have a game that is over count for nothing in the ratings"},
		{Deed: kit.CountGame, Keys: []string{"c"}, Name: "c", Hint: "count", Help: "have it count again"},
	},
}

// deskListKeys are the same on all of them.
var deskListKeys = []kit.Binding{
	{Deed: kit.NextList, Keys: []string{"tab", "right"}, Name: "tab", Hint: "lists", Help: "from list to list; their numbers go there too"},
	{Deed: kit.ListBefore, Keys: []string{"shift+tab", "left"}, Name: "", Hint: "", Help: ""},
	{Deed: kit.ListNumber, Keys: []string{"1", "2", "3", "4", "5", "6"}, Name: "", Hint: "", Help: ""},
	{Deed: kit.OpenHelp, Keys: []string{"?"}, Name: "?", Hint: "help", Help: ""},
	{Deed: kit.GoBack, Keys: []string{"esc", "q"}, Name: "esc", Hint: "back", Help: ""},
}

// KeyHelp is what the keys do, for who looks after the house.
func KeyHelp(e *kit.Env) [][2]string {
	if !kit.MayAdminister(e) {
		return nil
	}
	all := slices.Concat(kit.AdminEntry, deskListKeys)
	for _, list := range deskKeys {
		all = append(all, list...)
	}
	return kit.HelpOf(all)
}
