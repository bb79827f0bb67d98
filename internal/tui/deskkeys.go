package tui

import "slices"

// deskEntry leads to where one looks after the house. Who does not, never sees it.
var deskEntry = []binding{
	{openDesk, []string{"a"}, "a", "admin", "look after the house: members, invitations, bans, what was done, settings"},
}

// deskKeys are those of each list there.
var deskKeys = [...][]binding{
	membersTab: {
		{giveRole, []string{"r"}, "r", "role", "make somebody guest, member, moderator or owner"},
		{takeAway, []string{"x", "delete"}, "x", "remove", "remove a member, take an invitation back, end a ban, close a table, or let the configuration decide on a setting again"},
		{muteHere, []string{"m"}, "m", "mute", "let nobody hear somebody, or let him be heard again"},
		{renameHere, []string{"n"}, "n", "name", "give somebody another name"},
		{takeKey, []string{"k"}, "k", "key", "take a key off somebody's account, and end what it has open"},
		{banNew, []string{"b"}, "b", "ban", "keep somebody out, or a key, or a range of addresses"},
		{searchText, []string{"/"}, "/", "find", "somebody who has no role, by his name"},
		{unmarkHere, []string{"p"}, "p", "person", "an account is no machine's after all: its owner tried the door for programs by mistake"},
	},
	passesTab: {
		{inviteNew, []string{"i"}, "i", "invite", "make an invitation; its code is shown once"},
		{takeAway, []string{"x", "delete"}, "x", "revoke", ""},
	},
	bansTab: {
		{banNew, []string{"b"}, "b", "ban", ""},
		{takeAway, []string{"x", "delete"}, "x", "unban", ""},
	},
	auditTab: {},
	settingsTab: {
		{setHere, []string{"enter", "s"}, "enter", "set", "say something about the house: owners may"},
		{takeAway, []string{"x", "delete"}, "x", "unset", ""},
	},
	tablesTab: {
		{takeAway, []string{"x", "delete"}, "x", "close", ""},
		{adjudicate, []string{"j"}, "j", "adjudicate", "end a game: a draw, void, or the seats that have it"},
		{unseat, []string{"u"}, "u", "unseat", "make somebody stand up before a game begins"},
		{voidGame, []string{"v"}, "v", "void", "have a game that is over count for nothing in the ratings"},
		{countGame, []string{"c"}, "c", "count", "have it count again"},
	},
}

// deskListKeys are the same on all of them.
var deskListKeys = []binding{
	{nextList, []string{"tab", "right"}, "tab", "lists", "from list to list; their numbers go there too"},
	{listBefore, []string{"shift+tab", "left"}, "", "", ""},
	{listNumber, []string{"1", "2", "3", "4", "5", "6"}, "", "", ""},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// deskHelp is what the keys do, for who looks after the house.
func deskHelp(e *env) [][2]string {
	if !mayLookAfter(e) {
		return nil
	}
	all := slices.Concat(deskEntry, deskListKeys)
	for _, list := range deskKeys {
		all = append(all, list...)
	}
	return helpOf(all)
}
