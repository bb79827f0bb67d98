package kit

// AdminEntry leads to where one looks after the house. Who does not, never sees it.
var AdminEntry = []Binding{
	{OpenDesk, []string{"a"}, "a", "admin", "look after the house: members, invitations, bans, what was done, settings"},
}

// The deeds of the screens of the house besides tables.
const (
	OpenStart Action = 200 + iota
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
	OtherForm
	ShowAll
	MyPage
	OpenDesk
	NextList
	ListBefore
	ListNumber
	GiveRole
	TakeAway
	MuteHere
	UnmarkHere
	RenameHere
	TakeKey
	Adjudicate
	Unseat
	VoidGame
	CountGame
	BanNew
	InviteNew
	SetHere
	NextRound
	OpenLocked
)

// HouseKeys are those of the lobby that lead on from it.
var HouseKeys = []Binding{
	{GoToDue, []string{"w"}, "w", "goes there", "go to the table where something waits for you"},
	{OpenLadder, []string{"l"}, "l", "ladder", "who plays how well, and everybody's page"},
	{OpenLocked, []string{"p"}, "p", "private table", "go to a private table, by its number and its password"},
	{OpenEvening, []string{"e"}, "e", "the evening", "the evening that is on: who sits where in this round, and the standings"},
}

// EveningKeys are those of an evening.
var EveningKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "to your table", ""},
	{CursorUp, []string{"up", "k"}, "up down", "scroll", ""},
	{CursorDown, []string{"down", "j"}, "", "", ""},
	{PageUp, []string{"pgup", "b"}, "", "", ""},
	{PageDown, []string{"pgdown"}, "", "", ""},
	{NextRound, []string{"n"}, "n", "next round", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// LadderKeys are those of the ladder.
var LadderKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "his page", "on the ladder: somebody's ratings, record and latest games"},
	{CursorRight, []string{"right"}, "left right", "game", "on the ladder: the other games that anybody has a rating in"},
	{CursorLeft, []string{"left"}, "", "", ""},
	{OtherForm, []string{"tab", "shift+tab"}, "tab", "form", "on the ladder: with partners, or without"},
	{ShowAll, []string{"a"}, "a", "all", "on the ladder: those too who have not played for 90 days"},
	{SearchText, []string{"/"}, "/", "look for", "on the ladder: somebody's page by his name"},
	{MyPage, []string{"m"}, "m", "you", "on the ladder: your own page"},
	{OpenHelp, []string{"?"}, "?", "help", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// PageKeys are those of somebody's page.
var PageKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "open", ""},
	{OpenHelp, []string{"?"}, "?", "help", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// SettingsKeys are those of the settings.
var SettingsKeys = []Binding{
	{CursorUp, []string{"up"}, "up down", "choose", ""},
	{CursorDown, []string{"down"}, "", "", ""},
	{CursorRight, []string{"right", "enter", "space"}, "left right", "change", ""},
	{CursorLeft, []string{"left"}, "", "", ""},
	{OpenHelp, []string{"?"}, "?", "help", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// FirstLookKeys are those of the question of the first visit.
var FirstLookKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "they do", ""},
	{GoBack, []string{"esc", "q"}, "", "", ""},
	{NextMen, []string{"1", "2", "3"}, "1 2 3", "these men", ""},
	{CursorRight, []string{"right"}, "left right", "colours", ""},
	{CursorLeft, []string{"left"}, "", "", ""},
	{ReadGames, []string{"f"}, "f", "a first game", ""},
}

// ShelfKeys are those of the games that are there to be looked at.
var ShelfKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "open", "open a game, as it stood at its end"},
	{OpenStart, []string{"b"}, "b", "from its beginning", "open a game at its beginning"},
	{FilterGames, []string{"/"}, "/", "look for", "look for games by player, game, result or date: inky drawn 2026-11"},
	{ShowRecord, []string{"r"}, "r", "record", "the game as text, in each format that it can be written in"},
	{OpenHelp, []string{"?"}, "?", "help", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// readerKeys are those of a text to scroll through.
var readerKeys = []Binding{
	{CursorUp, []string{"up", "k"}, "up down pgup pgdn", "scroll", ""},
	{CursorDown, []string{"down", "j"}, "", "", ""},
	{PageUp, []string{"pgup", "b"}, "", "", ""},
	{PageDown, []string{"pgdown", "space"}, "", "", ""},
	{LookStart, []string{"home"}, "", "", ""},
	{LookEnd, []string{"end"}, "", "", ""},
	{nextPart, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "1-9", "parts", ""},
	{SearchText, []string{"/"}, "/", "look for", ""},
	{searchAgain, []string{"n"}, "n", "next", ""},
	{firstGame, []string{"f"}, "f", "a first game", ""},
	{GoBack, []string{"esc", "q", "?", "\"", "enter"}, "esc", "back", ""},
}

// RecordKeys are those of a game as text.
var RecordKeys = []Binding{
	{CursorUp, []string{"up", "k"}, "up down", "scroll", ""},
	{CursorDown, []string{"down", "j"}, "", "", ""},
	{PageUp, []string{"pgup", "b"}, "", "", ""},
	{PageDown, []string{"pgdown", "space"}, "", "", ""},
	{NextFormat, []string{"tab", "right"}, "tab", "other format", ""},
	{CopyRecord, []string{"c"}, "c", "copy", ""},
	{GoBack, []string{"esc", "q", "enter"}, "esc", "back", ""},
}
