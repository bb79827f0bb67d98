package tui

// The deeds of the screens of the house besides tables.
const (
	openStart deed = 200 + iota
	filterGames
	showRecord
	copyRecord
	nextFormat
	pageUp
	pageDown
	goToDue
	firstGame
	searchText
	searchAgain
	nextPart
	openEvening
	openLadder
	otherForm
	showAll
	myPage
	openDesk
	nextList
	listBefore
	listNumber
	giveRole
	takeAway
	muteHere
	unmarkHere
	renameHere
	takeKey
	adjudicate
	unseat
	voidGame
	countGame
	banNew
	inviteNew
	setHere
	nextRound
	openLocked
)

// houseKeys are those of the lobby that lead on from it.
var houseKeys = []binding{
	{goToDue, []string{"w"}, "w", "goes there", "go to the table where something waits for you"},
	{openLadder, []string{"l"}, "l", "ladder", "who plays how well, and everybody's page"},
	{openLocked, []string{"p"}, "p", "private table", "go to a private table, by its number and its password"},
	{openEvening, []string{"e"}, "e", "the evening", "the evening that is on: who sits where in this round, and the standings"},
}

// eveningKeys are those of an evening.
var eveningKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "to your table", ""},
	{cursorUp, []string{"up", "k"}, "up down", "scroll", ""},
	{cursorDown, []string{"down", "j"}, "", "", ""},
	{pageUp, []string{"pgup", "b"}, "", "", ""},
	{pageDown, []string{"pgdown"}, "", "", ""},
	{nextRound, []string{"n"}, "n", "next round", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// ladderKeys are those of the ladder.
var ladderKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "his page", "on the ladder: somebody's ratings, record and latest games"},
	{cursorRight, []string{"right"}, "left right", "game", "on the ladder: the other games that anybody has a rating in"},
	{cursorLeft, []string{"left"}, "", "", ""},
	{otherForm, []string{"tab", "shift+tab"}, "tab", "form", "on the ladder: with partners, or without"},
	{showAll, []string{"a"}, "a", "all", "on the ladder: those too who have not played for 90 days"},
	{searchText, []string{"/"}, "/", "look for", "on the ladder: somebody's page by his name"},
	{myPage, []string{"m"}, "m", "you", "on the ladder: your own page"},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// pageKeys are those of somebody's page.
var pageKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "open", ""},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// settingsKeys are those of the settings.
var settingsKeys = []binding{
	{cursorUp, []string{"up"}, "up down", "choose", ""},
	{cursorDown, []string{"down"}, "", "", ""},
	{cursorRight, []string{"right", "enter", "space"}, "left right", "change", ""},
	{cursorLeft, []string{"left"}, "", "", ""},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// firstLookKeys are those of the question of the first visit.
var firstLookKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "they do", ""},
	{goBack, []string{"esc", "q"}, "", "", ""},
	{nextMen, []string{"1", "2", "3"}, "1 2 3", "these men", ""},
	{cursorRight, []string{"right"}, "left right", "colours", ""},
	{cursorLeft, []string{"left"}, "", "", ""},
	{readGames, []string{"f"}, "f", "a first game", ""},
}

// shelfKeys are those of the games that are there to be looked at.
var shelfKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "open", "open a game, as it stood at its end"},
	{openStart, []string{"b"}, "b", "from its beginning", "open a game at its beginning"},
	{filterGames, []string{"/"}, "/", "look for", "look for games by player, game, result or date: inky drawn 2026-11"},
	{showRecord, []string{"r"}, "r", "record", "the game as text, in each format that it can be written in"},
	{openHelp, []string{"?"}, "?", "help", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// readerKeys are those of a text to scroll through.
var readerKeys = []binding{
	{cursorUp, []string{"up", "k"}, "up down pgup pgdn", "scroll", ""},
	{cursorDown, []string{"down", "j"}, "", "", ""},
	{pageUp, []string{"pgup", "b"}, "", "", ""},
	{pageDown, []string{"pgdown", "space"}, "", "", ""},
	{lookStart, []string{"home"}, "", "", ""},
	{lookEnd, []string{"end"}, "", "", ""},
	{nextPart, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "1-9", "parts", ""},
	{searchText, []string{"/"}, "/", "look for", ""},
	{searchAgain, []string{"n"}, "n", "next", ""},
	{firstGame, []string{"f"}, "f", "a first game", ""},
	{goBack, []string{"esc", "q", "?", "\"", "enter"}, "esc", "back", ""},
}

// recordKeys are those of a game as text.
var recordKeys = []binding{
	{cursorUp, []string{"up", "k"}, "up down", "scroll", ""},
	{cursorDown, []string{"down", "j"}, "", "", ""},
	{pageUp, []string{"pgup", "b"}, "", "", ""},
	{pageDown, []string{"pgdown", "space"}, "", "", ""},
	{nextFormat, []string{"tab", "right"}, "tab", "other format", ""},
	{copyRecord, []string{"c"}, "c", "copy", ""},
	{goBack, []string{"esc", "q", "enter"}, "esc", "back", ""},
}
