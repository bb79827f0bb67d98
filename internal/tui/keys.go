package tui

import (
	"slices"
	"strings"
)

// deed is something that keys do.
type deed uint8

// The deeds. What a key does on a screen is said once, in the lists of bindings:
// the screens look there what to do, help and hints what to tell.
const (
	none deed = iota

	cursorUp
	cursorDown
	cursorLeft
	cursorRight
	doHere // lift, drop, choose, open
	guessNext
	guessBack
	goBack
	openHelp

	talkLine
	talkScreen
	sayYes
	sayNo
	askUndo
	aboutDraw
	aboutResigning
	tableMenu
	analyse

	lookBack
	lookOn
	lookRoundBack
	lookRoundOn
	lookStart
	lookEnd

	turnBoard
	largerSquares
	smallerSquares
	nextMen

	tableNext
	tableBefore
	followLiveliest

	playAgain
	playOnward
	inviteAgain
	goToRematch
	judgeGame
	nextSlip

	nextColours
	bellSwitch
	drawAnew
	endProgram
	settle
	callGo
	callNo
	callMute

	newTable
	readGames
	otherList
)

// binding is the keys of one deed.
type binding struct {
	deed deed
	keys []string // as they arrive
	name string   // as people call them; empty where another line names them too
	hint string   // what they do, in a word or two, for a screen's last line
	help string   // what they do
}

// commonKeys mean the same on every screen.
var commonKeys = []binding{
	{callGo, []string{"ctrl+e"}, "ctrl+e", "go there", "go where you are invited to"},
	{callNo, []string{"ctrl+x"}, "ctrl+x", "no", "decline an invitation; who sent it cannot send another for a while. Without one: close the notice at the top"},
	{callMute, []string{"ctrl+k"}, "ctrl+k", "mute", "hear no more invitations of who sent this one"},
	{nextColours, []string{"ctrl+t"}, "ctrl+t", "", "colours"},
	{bellSwitch, []string{"ctrl+g"}, "ctrl+g", "", "bell off and on: it rings once when your turn comes, when somebody asks you something, and when something is refused"},
	{settle, []string{"ctrl+s"}, "ctrl+s", "settings", "settings: colours, men, squares, bell; kept with your key"},
	{drawAnew, []string{"ctrl+l"}, "ctrl+l", "", "draw the screen anew"},
	{endProgram, []string{"ctrl+c"}, "ctrl+c", "leave", "end; asks first if you play. Your seat stays yours in any case"},
}

// tableKeys are those of a table. Letters and digits begin the move line while a
// game is on, so everything else has other keys.
var tableKeys = []binding{
	{cursorUp, []string{"up"}, "arrows", "", "move the cursor"},
	{cursorDown, []string{"down"}, "", "", ""},
	{cursorLeft, []string{"left"}, "", "", ""},
	{cursorRight, []string{"right"}, "", "", ""},
	{doHere, []string{"enter", "space"}, "enter, space", "play", "lift a man, and drop him; take a man off, or choose an army, where that is the turn. While others are to move: what shall be played when your turn comes"},
	{none, nil, "mouse", "", "click a man and where he goes, or drag him; click a move in the list to look at it; the wheel looks back"},
	{none, nil, "letters, digits", "", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, draw, undo, help, quit"},
	{guessNext, []string{"tab"}, "tab, shift+tab", "next", "next man that can move; next square for a lifted man; what typed letters could mean"},
	{guessBack, []string{"shift+tab"}, "", "", ""},
	{goBack, []string{"esc"}, "esc", "back", "empties the line, lets go of the man, ends looking back, takes back what would be played when your turn comes, then goes to the lobby"},
	{openHelp, []string{"?"}, "?", "help", "this"},

	{sayYes, []string{"ctrl+y"}, "ctrl+y", "yes", "yes to what the line above the last asks you; a draw and resigning are asked once more"},
	{sayNo, []string{"ctrl+n"}, "ctrl+n", "no", "no to it"},
	{talkLine, []string{"'"}, "'", "talk", "say something; who looks on is heard by those who look on, never by those who play"},
	{talkScreen, []string{"\""}, "\"", "", "all that was said"},
	{askUndo, []string{"ctrl+z"}, "ctrl+z", "undo", "ask to take your last move back, or take that question back; on a board of your own it just does it"},
	{aboutDraw, []string{"="}, "=", "draw", "offer, answer or claim a draw"},
	{aboutResigning, []string{"!"}, "!", "resign", "resign; answer a partner who wants your team to resign"},
	{tableMenu, []string{"ctrl+o"}, "ctrl+o", "table", "what can be done about the table: vote when somebody is gone, or to adjourn; take a free seat; the host's muting"},
	{analyse, []string{"ctrl+a"}, "ctrl+a", "", "analyse: a board of your own from here, with all seats yours; not while you play"},

	{lookBack, []string{"[", "pgup"}, "[ ]  pgup pgdn", "look back", "look back one move, and forth"},
	{lookOn, []string{"]", "pgdown"}, "", "", ""},
	{lookRoundBack, []string{"<"}, "< >", "", "look back one round, and forth"},
	{lookRoundOn, []string{">"}, "", "", ""},
	{lookStart, []string{"home"}, "home, end", "", "the start of the game; the game as it stands"},
	{lookEnd, []string{"end"}, "", "", ""},

	{turnBoard, []string{"/"}, "/", "turn the board", "turn the board; it stays so. With several seats it lies before your first one"},
	{largerSquares, []string{"+"}, "+ -", "size", "larger and smaller squares"},
	{smallerSquares, []string{"-"}, "", "", ""},
	{nextMen, []string{"ctrl+p"}, "ctrl+p", "", "how men are drawn: letters, figures, pictures"},

	{tableNext, []string{"."}, ". ,", "next table", "for who looks on: the next table that is being played at, and the one before, the liveliest first"},
	{tableBefore, []string{","}, "", "", ""},
	{followLiveliest, []string{"*"}, "*", "television", "for who looks on: follow the liveliest table, wherever that is, and stop that"},
}

// afterKeys are those of a table when the game is over and nothing is typed.
var afterKeys = []binding{
	{playAgain, []string{"r"}, "r", "rematch", "play again with everybody on the same seat, when all who played want it; they are invited. Once more: you do not want it"},
	{playOnward, []string{"s"}, "s", "seats on", "play again with the seats, or the first move, moved on by one"},
	{inviteAgain, []string{"i"}, "i", "new, same people", "open a new table like this one and invite those who played and are here"},
	{goToRematch, []string{"g"}, "g", "to the rematch", "go to the rematch, when there is one"},
	{judgeGame, []string{"a"}, "a", "analysis", "what the strongest bot would have played, move by move, and what each move gave away: ? for a pawn, ?? for three; once more: no analysis"},
	{nextSlip, []string{"n"}, "n", "", "the next move that gave something away"},
	{goBack, []string{"q"}, "q", "leave", "back to the lobby"},
}

// notesKeys are those of a game with notes, besides those of a table, as long as one
// looks back in it.
var notesKeys = []binding{
	{judgeGame, []string{"a"}, "a", "analysis", "the same of a game with notes, while you look back in it"},
	{nextSlip, []string{"n"}, "", "", ""},
}

// waitingKeys are those of a table before the game, besides those that go
// through its menu.
var waitingKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "choose", ""},
	{goBack, []string{"esc", "q"}, "esc", "back", ""},
}

// lobbyKeys are those of the lobby.
var lobbyKeys = []binding{
	{doHere, []string{"enter", "space"}, "enter", "open", "open a table; ask somebody who is here to one"},
	{otherList, []string{"tab", "shift+tab"}, "tab", "people", "from the tables to those who are here, and back"},
	{newTable, []string{"n"}, "n", "new table", "open a new table"},
	{readGames, []string{"g"}, "g", "games, lessons", "games to look at: first lessons, games with notes, and all that were played here"},
	{followLiveliest, []string{"*", "t"}, "t", "television", "watch the liveliest table, wherever that is"},
	{openHelp, []string{"?"}, "?", "help", "this"},
	{goBack, []string{"q"}, "q", "leave", "leave"},
}

// deedOf is what a key does by the first of the lists that knows it.
func deedOf(key string, lists ...[]binding) deed {
	for _, list := range lists {
		for i := range list {
			if slices.Contains(list[i].keys, key) {
				return list[i].deed
			}
		}
	}
	return none
}

// hintOf is a deed's first key and what it does, for a screen's last line.
func hintOf(list []binding, d deed) [2]string {
	for i := range list {
		if b := &list[i]; b.deed == d && b.name != "" {
			name, _, _ := strings.Cut(strings.ReplaceAll(b.name, "  ", ", "), ", ")
			return [2]string{name, b.hint}
		}
	}
	return [2]string{}
}

// hintsOf is the hints of several deeds of a list.
func hintsOf(list []binding, deeds ...deed) [][2]string {
	hints := make([][2]string, len(deeds))
	for i, d := range deeds {
		hints[i] = hintOf(list, d)
	}
	return hints
}

// keyName is the first of the keys of a deed, for sentences.
func keyName(list []binding, d deed) string {
	name, _, _ := strings.Cut(hintOf(list, d)[0], " ")
	return name
}

// helpOf is the keys of a list and what they do.
func helpOf(list []binding) [][2]string {
	var lines [][2]string
	for i := range list {
		if b := &list[i]; b.help != "" {
			lines = append(lines, [2]string{b.name, b.help})
		}
	}
	return lines
}
