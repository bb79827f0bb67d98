package kit

// AdminKeys open the admin screen. They are shown only to moderators and owners.
var AdminKeys = []Binding{
	Bind(OpenAdmin, "A", "admin", "for moderators: members, invitations, bans, tables, audit log, settings", "A"),
}

// The actions on screens other than tables and the lobby.
const (
	OpenAtStart Action = 200 + iota
	FilterGames
	ShowRecord
	CopyRecord
	NextFormat
	PageUp
	PageDown
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
	Bind(GoToDue, "w", "opens it", "open the table that waits for you", "w"),
	Bind(OpenLadder, "l", "ladder", "ratings, and everybody's profile", "l"),
	Bind(OpenMessages, "m", "messages", "read and write direct messages", "m"),
	Bind(WriteInLobby, "'", "chat", "write in the lobby chat", "'"),
	Bind(ReadLobbyChat, "\"", "", "read the lobby chat", "\""),
	Bind(OpenPrivateTable, "o", "private table", "open a private table by its number and password", "o"),
	Bind(OpenEvening, "e", "evening", "the current evening: boards of this round, and standings", "e"),
}

// EveningKeys work on the screen of an evening.
var EveningKeys = []Binding{
	Bind(Select, "enter", "your table", "", "enter", "space"),
	Bind(CursorUp, "up down", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown"),
	Bind(JoinOrLeave, "a", "join or leave", "join or leave a tournament", "a"),
	Bind(StartNextRound, "n", "next round", "", "n"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LadderKeys work on the ladder.
var LadderKeys = []Binding{
	Bind(Select, "enter", "profile", "on the ladder: view a player's ratings, record and latest games", "enter", "space"),
	Bind(CursorRight, "left right", "game", "on the ladder: show the ladder of another game", "right"),
	Also(CursorLeft, "left"),
	Bind(SwitchForm, "tab", "teams", "on the ladder: switch between teams and free-for-all", "tab", "shift+tab"),
	Bind(ToggleInactive, "a", "all", "on the ladder: show or hide players who have been inactive for 90 days", "a"),
	Bind(SearchText, "/", "find", "on the ladder: find a player by name", "/"),
	Bind(OwnProfile, "m", "you", "on the ladder: view your own profile", "m"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// ProfileKeys work on a profile.
var ProfileKeys = []Binding{
	Bind(Select, "enter", "open", "", "enter", "space"),
	Bind(WriteMessage, "m", "message", "on a profile: write a direct message", "m"),
	Bind(
		ToggleFollow,
		"f",
		"follow",
		"on a profile: follow the player, or stop following. A notice tells you when they connect or play",
		"f",
	),
	Bind(
		ToggleBlock,
		"b",
		"block",
		"on a profile: block the player, or stop blocking. You get no messages or invitations from them and do not see their chat",
		"b",
	),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// MessagesKeys work on the screen of messages.
var MessagesKeys = []Binding{
	Bind(WriteMessage, "enter", "write", "", "enter", "space", "'"),
	Bind(CursorUp, "up down", "choose", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Bind(PageUp, "pgup pgdn", "scroll", "", "pgup"),
	Also(PageDown, "pgdown"),
	Bind(OpenProfile, "p", "profile", "", "p"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// SettingsKeys work on the settings screen.
var SettingsKeys = []Binding{
	Bind(CursorUp, "up down", "choose", "", "up"),
	Also(CursorDown, "down"),
	Bind(CursorRight, "left right", "change", "", "right", "enter", "space"),
	Also(CursorLeft, "left"),
	Bind(TakeVacation, "v", "vacation", "", "v"),
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
	Bind(OpenAtStart, "b", "from the start", "open a game at its first position", "b"),
	Bind(FilterGames, "/", "find", "find games by player, game, result or date, for example: inky drawn 2026-11", "/"),
	Bind(ShowRecord, "r", "record", "show the game as text, in several formats", "r"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// readerKeys work in a [Reader].
var readerKeys = []Binding{
	Bind(CursorUp, "up down pgup pgdn", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown", "space"),
	Also(GoToStart, "home"),
	Also(GoToEnd, "end"),
	Bind(goToPart, "1-9", "parts", "", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	Bind(SearchText, "/", "find", "", "/"),
	Bind(findNext, "n", "next", "", "n"),
	Bind(openLesson, "f", "first lesson", "", "f"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "?", "\"", "enter"),
}

// RecordKeys work on the screen that shows a game as text.
var RecordKeys = []Binding{
	Bind(CursorUp, "up down", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown", "space"),
	Bind(NextFormat, "tab", "next format", "", "tab", "right"),
	Bind(CopyRecord, "c", "copy", "", "c"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "enter"),
}
