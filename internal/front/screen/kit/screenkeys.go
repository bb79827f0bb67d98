package kit

import "quadrille/internal/service/messages"

// AdminKeys open the admin screen. They are shown only to moderators and owners.
var AdminKeys = []Binding{
	Bind(OpenAdmin, "A", "admin", "for moderators: members, invitations, bans, tables, audit log, settings", "A").Runs("admin"),
}

// The actions on screens other than tables and the lobby.
const (
	OpenAtStart Action = 200 + iota
	FilterGames
	ShowRecord
	CopyText
	NextFormat
	PageUp
	GoToDue
	openLesson
	SearchText
	findNext
	goToPart
	OpenEvening
	OpenLadder
	SwitchForm
	ToggleInactive
	OwnProfile
	OpenAdmin
	NextList
	PreviousList
	ListByNumber
	SetRole
	RemoveEntry
	ToggleMute
	UnmarkBot
	EndPause
	Rename
	RemoveKey
	Adjudicate
	Unseat
	VoidGame
	RestoreGame
	AddBan
	AddInvitation
	ChangeSetting
	StartNextRound
	JoinOrLeave
	OpenPrivateTable
	WriteMessage
	OpenProfile
	WriteInLobby
	ReadLobbyChat
	ToggleFollow
	ToggleBlock
	TakeVacation
)

// LobbyPlaceKeys are the keys that open other screens from the lobby.
var LobbyPlaceKeys = []Binding{
	Bind(GoToDue, "w", "open it", "open the table that waits for you", "w").Runs("waiting"),
	Bind(OpenLadder, "l", "ladder", "ratings, and everybody's profile", "l").Runs("ladder"),
	Bind(OpenMessages, "m", "messages", messagesHelp, "m").Runs("messages"),
	Bind(WriteInLobby, "'", "chat", messages.WriteInLobby, "'"),
	Bind(ReadLobbyChat, "\"", "", "read the lobby chat", "\""),
	Bind(OpenPrivateTable, "o", "private table", "open a private table by its number and password", "o"),
	Bind(OpenEvening, "e", "evening", "the current evening: boards of this round, and standings", "e").Runs("evening"),
}

// EveningKeys work on the screen of an evening.
var EveningKeys = []Binding{
	Bind(Select, "enter", "open", "", "enter", "space"),
	Bind(SwitchList, "tab", "panel", "", "tab", "shift+tab"),
	Bind(JoinOrLeave, "a", "join or leave", "join or leave a tournament", "a"),
	Bind(StartNextRound, "n", "next round", "for moderators: start the next round", "n"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LadderKeys work on the ladder.
var LadderKeys = []Binding{
	Bind(Select, "enter", "profile", "view a player's ratings, record and latest games", "enter", "space"),
	Bind(CursorRight, "left right", "game", "show the ladder of another game", "right"),
	Also(CursorLeft, "left"),
	Bind(SwitchForm, "tab", "teams", "switch between teams and free-for-all", "tab", "shift+tab"),
	Bind(ToggleInactive, "a", "all", "show or hide players who have been inactive for 90 days", "a"),
	Bind(SearchText, "/", "find", "find a player by name", "/"),
	Bind(OwnProfile, "m", "you", "view your own profile", "m"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// ProfileKeys work on a profile.
var ProfileKeys = []Binding{
	Bind(Select, "enter", "open", "", "enter", "space"),
	Bind(SwitchList, "tab", "panel", "", "tab", "shift+tab"),
	Bind(WriteMessage, "m", "message", "write a direct message", "m"),
	Bind(
		ToggleFollow,
		"f",
		"follow",
		"follow the player, or stop following. A notice tells you when they connect, seek a game or play",
		"f",
	),
	Bind(
		ToggleBlock,
		"b",
		"block",
		"block the player, or stop blocking. You get no messages or invitations from them and do not see their chat",
		"b",
	),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// MessagesKeys work on the screen of messages.
var MessagesKeys = []Binding{
	Bind(WriteMessage, "enter", "write", "write a message to the selected player, or a line of lobby chat", "enter", "space", "'"),
	Bind(CursorUp, "up down", "choose", ""),
	Bind(PageUp, "pgup pgdn", "scroll", "", "pgup", "pgdown", "ctrl+u", "ctrl+d"),
	Bind(SearchText, "/", "filter", ""),
	Bind(OpenProfile, "p", "profile", "view the profile of the selected player", "p"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// SettingsKeys work on the settings screen.
var SettingsKeys = []Binding{
	Bind(CursorUp, "up down", "choose", ""),
	Bind(CursorRight, "left right", "change", "change the selected setting", "enter", "space"),
	Bind(TakeVacation, "v", "vacation", "", "v").Runs("vacation"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// FirstLookKeys work on the screen of the first visit.
var FirstLookKeys = []Binding{
	Bind(Select, "enter", "continue", "", "enter", "space"),
	Also(GoBack, "esc", "q"),
	Bind(NextPieceSet, "1 2 3 4", "pieces", "", "1", "2", "3", "4"),
	Bind(CursorRight, "left right", "colours", "", "right"),
	Also(CursorLeft, "left"),
	Bind(OpenArchive, "f", "first lesson", "", "f"),
}

// ArchiveKeys work in the list of lessons and games.
var ArchiveKeys = []Binding{
	Bind(Select, "enter", "open", "open a game at its last position", "enter", "space"),
	Bind(NextList, "tab", "next tab", "next tab: lessons, annotated games, finished games; a digit opens a tab by its number", "tab"),
	Also(PreviousList, "shift+tab"),
	Also(ListByNumber, "1", "2", "3"),
	Bind(OpenAtStart, "b", "from the start", "open a game at its first position", "b"),
	Bind(FilterGames, "/", "find", "find games by player, game, result or date, for example: inky drawn 2026-11", "/"),
	Bind(ShowRecord, "r", "record", "show the game as text, in several formats", "r"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// readerKeys work in a [Reader].
var readerKeys = []Binding{
	Bind(CursorUp, "up down pgup pgdn", "scroll", ""),
	Bind(goToPart, "1-9", "parts", "go to a part of the text", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	Bind(SearchText, "/", "find", "find a word; in the help, list only what contains the words", "/"),
	Bind(findNext, "n", "next", "find the word again", "n"),
	Bind(CopyText, "c", "copy", "copy the link or the command", "c"),
	Bind(openLesson, "f", "first lesson", "", "f"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "?", "\"", "enter"),
}

// RecordKeys work on the screen that shows a game as text.
var RecordKeys = []Binding{
	Bind(CursorUp, "up down", "scroll", ""),
	Bind(NextFormat, "tab", "next format", "show the game in the next format", "tab", "right"),
	Bind(CopyText, "c", "copy", "copy the text", "c"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "enter"),
}
