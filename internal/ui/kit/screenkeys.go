package kit

// AdminKeys leads to where one looks after the house. Who does not, never sees it.
var AdminKeys = []Binding{
	Bind(OpenAdmin, "a", "admin", "look after the house: members, invitations, bans, what was done, settings", "a"),
}

// The actions of screens besides tables.
const (
	OpenAtStart Action = 200 + iota
	FilterGames
	ShowRecord
	CopyRecord
	NextFormat
	PageUp
	PageDown
	GoToDue
	firstGame
	SearchText
	searchAgain
	nextPart
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
	OpenPrivateTable
)

// LobbyPlaceKeys are those of the lobby that lead on from it.
var LobbyPlaceKeys = []Binding{
	Bind(GoToDue, "w", "goes there", "go to the table where something waits for you", "w"),
	Bind(OpenLadder, "l", "ladder", "who plays how well, and everybody's page", "l"),
	Bind(OpenPrivateTable, "p", "private table", "go to a private table, by its number and its password", "p"),
	Bind(OpenEvening, "e", "the evening", "the evening that is on: who sits where in this round, and the standings", "e"),
}

// EveningKeys are those of an evening.
var EveningKeys = []Binding{
	Bind(Select, "enter", "to your table", "", "enter", "space"),
	Bind(CursorUp, "up down", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown"),
	Bind(StartNextRound, "n", "next round", "", "n"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LadderKeys are those of the ladder.
var LadderKeys = []Binding{
	Bind(Select, "enter", "his page", "on the ladder: somebody's ratings, record and latest games", "enter", "space"),
	Bind(CursorRight, "left right", "game", "on the ladder: the other games that anybody has a rating in", "right"),
	Also(CursorLeft, "left"),
	Bind(SwitchForm, "tab", "form", "on the ladder: with partners, or without", "tab", "shift+tab"),
	Bind(ToggleInactive, "a", "all", "on the ladder: those too who have not played for 90 days", "a"),
	Bind(SearchText, "/", "look for", "on the ladder: somebody's page by his name", "/"),
	Bind(OwnProfile, "m", "you", "on the ladder: your own page", "m"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// ProfileKeys are those of somebody's page.
var ProfileKeys = []Binding{
	Bind(Select, "enter", "open", "", "enter", "space"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// SettingsKeys are those of the settings.
var SettingsKeys = []Binding{
	Bind(CursorUp, "up down", "choose", "", "up"),
	Also(CursorDown, "down"),
	Bind(CursorRight, "left right", "change", "", "right", "enter", "space"),
	Also(CursorLeft, "left"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// FirstLookKeys are those of the question of the first visit.
var FirstLookKeys = []Binding{
	Bind(Select, "enter", "they do", "", "enter", "space"),
	Also(GoBack, "esc", "q"),
	Bind(NextPieceSet, "1 2 3", "these men", "", "1", "2", "3"),
	Bind(CursorRight, "left right", "colours", "", "right"),
	Also(CursorLeft, "left"),
	Bind(OpenArchive, "f", "a first game", "", "f"),
}

// ArchiveKeys are those of the games that are there to be looked at.
var ArchiveKeys = []Binding{
	Bind(Select, "enter", "open", "open a game, as it stood at its end", "enter", "space"),
	Bind(OpenAtStart, "b", "from its beginning", "open a game at its beginning", "b"),
	Bind(FilterGames, "/", "look for", "look for games by player, game, result or date: inky drawn 2026-11", "/"),
	Bind(ShowRecord, "r", "record", "the game as text, in each format that it can be written in", "r"),
	Bind(OpenHelp, "?", "help", "", "?"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// readerKeys are those of a text to scroll through.
var readerKeys = []Binding{
	Bind(CursorUp, "up down pgup pgdn", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown", "space"),
	Also(GoToStart, "home"),
	Also(GoToEnd, "end"),
	Bind(nextPart, "1-9", "parts", "", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	Bind(SearchText, "/", "look for", "", "/"),
	Bind(searchAgain, "n", "next", "", "n"),
	Bind(firstGame, "f", "a first game", "", "f"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "?", "\"", "enter"),
}

// RecordKeys are those of a game as text.
var RecordKeys = []Binding{
	Bind(CursorUp, "up down", "scroll", "", "up", "k"),
	Also(CursorDown, "down", "j"),
	Also(PageUp, "pgup", "b"),
	Also(PageDown, "pgdown", "space"),
	Bind(NextFormat, "tab", "other format", "", "tab", "right"),
	Bind(CopyRecord, "c", "copy", "", "c"),
	Bind(GoBack, "esc", "back", "", "esc", "q", "enter"),
}
