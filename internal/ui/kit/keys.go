package kit

import (
	"slices"
	"strings"
)

// Action is something that keys do.
type Action uint8

// The deeds. What a key does on a screen is said once, in the lists of bindings:
// the screens look there what to do, help and hints what to tell.
const (
	NoAction Action = iota

	CursorUp
	CursorDown
	CursorLeft
	CursorRight
	DoHere // lift, drop, choose, open
	GuessNext
	GuessBack
	GoBack
	OpenHelp

	TalkLine
	TalkScreen
	SayYes
	SayNo
	AskUndo
	AboutDraw
	AboutResigning
	TableMenu
	Analyse

	LookBack
	LookOn
	LookRoundBack
	LookRoundOn
	LookStart
	LookEnd

	TurnBoard
	LargerSquares
	SmallerSquares
	NextMen

	TableNext
	TableBefore
	FollowLiveliest

	PlayAgain
	PlayOnward
	InviteAgain
	GoToRematch
	JudgeGame
	NextSlip

	NextColours
	BellSwitch
	DrawAnew
	EndProgram
	Settle
	CallGo
	CallNo
	CallMute

	NewTable
	ReadGames
	OtherList
)

// Binding is the keys of one deed.
type Binding struct {
	Deed Action
	Keys []string // as they arrive
	Name string   // as people call them; empty where another line names them too
	Hint string   // what they do, in a word or two, for a screen's last line
	Help string   // what they do
}

// CommonKeys mean the same on every screen.
var CommonKeys = []Binding{
	{CallGo, []string{"ctrl+e"}, "ctrl+e", "go there", "go where you are invited to"},
	{CallNo, []string{"ctrl+x"}, "ctrl+x", "no", "decline an invitation; who sent it cannot send another for a while. Without one: close the notice at the top"},
	{CallMute, []string{"ctrl+k"}, "ctrl+k", "mute", "hear no more invitations of who sent this one"},
	{NextColours, []string{"ctrl+t"}, "ctrl+t", "", "colours"},
	{BellSwitch, []string{"ctrl+g"}, "ctrl+g", "", "bell off and on: it rings once when your turn comes, when somebody asks you something, and when something is refused"},
	{Settle, []string{"ctrl+s"}, "ctrl+s", "settings", "settings: colours, men, squares, bell; kept with your key"},
	{DrawAnew, []string{"ctrl+l"}, "ctrl+l", "", "draw the screen anew"},
	{EndProgram, []string{"ctrl+c"}, "ctrl+c", "leave", "end; asks first if you play. Your seat stays yours in any case"},
}

// TableKeys are those of a table. Letters and digits begin the move line while a
// game is on, so everything else has other keys.
var TableKeys = []Binding{
	{CursorUp, []string{"up"}, "arrows", "", "move the cursor"},
	{CursorDown, []string{"down"}, "", "", ""},
	{CursorLeft, []string{"left"}, "", "", ""},
	{CursorRight, []string{"right"}, "", "", ""},
	{DoHere, []string{"enter", "space"}, "enter, space", "play", "lift a man, and drop him; take a man off, or choose an army, where that is the turn. While others are to move: what shall be played when your turn comes"},
	{NoAction, nil, "mouse", "", "click a man and where he goes, or drag him; click a move in the list to look at it; the wheel looks back"},
	{NoAction, nil, "letters, digits", "", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, draw, undo, help, quit"},
	{GuessNext, []string{"tab"}, "tab, shift+tab", "next", "next man that can move; next square for a lifted man; what typed letters could mean"},
	{GuessBack, []string{"shift+tab"}, "", "", ""},
	{GoBack, []string{"esc"}, "esc", "back", "empties the line, lets go of the man, ends looking back, takes back what would be played when your turn comes, then goes to the lobby"},
	{OpenHelp, []string{"?"}, "?", "help", "this"},

	{SayYes, []string{"ctrl+y"}, "ctrl+y", "yes", "yes to what the line above the last asks you; a draw and resigning are asked once more"},
	{SayNo, []string{"ctrl+n"}, "ctrl+n", "no", "no to it"},
	{TalkLine, []string{"'"}, "'", "talk", "say something; who looks on is heard by those who look on, never by those who play"},
	{TalkScreen, []string{"\""}, "\"", "", "all that was said"},
	{AskUndo, []string{"ctrl+z"}, "ctrl+z", "undo", "ask to take your last move back, or take that question back; on a board of your own it just does it"},
	{AboutDraw, []string{"="}, "=", "draw", "offer, answer or claim a draw"},
	{AboutResigning, []string{"!"}, "!", "resign", "resign; answer a partner who wants your team to resign"},
	{TableMenu, []string{"ctrl+o"}, "ctrl+o", "table", "what can be done about the table: vote when somebody is gone, or to adjourn; take a free seat; the host's muting"},
	{Analyse, []string{"ctrl+a"}, "ctrl+a", "", "analyse: a board of your own from here, with all seats yours; not while you play"},

	{LookBack, []string{"[", "pgup"}, "[ ]  pgup pgdn", "look back", "look back one move, and forth"},
	{LookOn, []string{"]", "pgdown"}, "", "", ""},
	{LookRoundBack, []string{"<"}, "< >", "", "look back one round, and forth"},
	{LookRoundOn, []string{">"}, "", "", ""},
	{LookStart, []string{"home"}, "home, end", "", "the start of the game; the game as it stands"},
	{LookEnd, []string{"end"}, "", "", ""},

	{TurnBoard, []string{"/"}, "/", "turn the board", "turn the board; it stays so. With several seats it lies before your first one"},
	{LargerSquares, []string{"+"}, "+ -", "size", "larger and smaller squares"},
	{SmallerSquares, []string{"-"}, "", "", ""},
	{NextMen, []string{"ctrl+p"}, "ctrl+p", "", "how men are drawn: letters, figures, pictures"},

	{TableNext, []string{"."}, ". ,", "next table", "for who looks on: the next table that is being played at, and the one before, the liveliest first"},
	{TableBefore, []string{","}, "", "", ""},
	{FollowLiveliest, []string{"*"}, "*", "television", "for who looks on: follow the liveliest table, wherever that is, and stop that"},
}

// AfterKeys are those of a table when the game is over and nothing is typed.
var AfterKeys = []Binding{
	{PlayAgain, []string{"r"}, "r", "rematch", "play again with everybody on the same seat, when all who played want it; they are invited. Once more: you do not want it"},
	{PlayOnward, []string{"s"}, "s", "seats on", "play again with the seats, or the first move, moved on by one"},
	{InviteAgain, []string{"i"}, "i", "new, same people", "open a new table like this one and invite those who played and are here"},
	{GoToRematch, []string{"g"}, "g", "to the rematch", "go to the rematch, when there is one"},
	{JudgeGame, []string{"a"}, "a", "analysis", "what the strongest bot would have played, move by move, and what each move gave away: ? for a pawn, ?? for three; once more: no analysis"},
	{NextSlip, []string{"n"}, "n", "", "the next move that gave something away"},
	{GoBack, []string{"q"}, "q", "leave", "back to the lobby"},
}

// NotesKeys are those of a game with notes, besides those of a table, as long as one
// looks back in it.
var NotesKeys = []Binding{
	{JudgeGame, []string{"a"}, "a", "analysis", "the same of a game with notes, while you look back in it"},
	{NextSlip, []string{"n"}, "", "", ""},
}

// WaitingKeys are those of a table before the game, besides those that go
// through its menu.
var WaitingKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "choose", ""},
	{GoBack, []string{"esc", "q"}, "esc", "back", ""},
}

// LobbyKeys are those of the lobby.
var LobbyKeys = []Binding{
	{DoHere, []string{"enter", "space"}, "enter", "open", "open a table; ask somebody who is here to one"},
	{OtherList, []string{"tab", "shift+tab"}, "tab", "people", "from the tables to those who are here, and back"},
	{NewTable, []string{"n"}, "n", "new table", "open a new table"},
	{ReadGames, []string{"g"}, "g", "games, lessons", "games to look at: first lessons, games with notes, and all that were played here"},
	{FollowLiveliest, []string{"*", "t"}, "t", "television", "watch the liveliest table, wherever that is"},
	{OpenHelp, []string{"?"}, "?", "help", "this"},
	{GoBack, []string{"q"}, "q", "leave", "leave"},
}

// ActionOf is what a key does by the first of the lists that knows it.
func ActionOf(key string, lists ...[]Binding) Action {
	for _, list := range lists {
		for i := range list {
			if slices.Contains(list[i].Keys, key) {
				return list[i].Deed
			}
		}
	}
	return NoAction
}

// HintOf is a deed's first key and what it does, for a screen's last line.
func HintOf(list []Binding, d Action) [2]string {
	for i := range list {
		if b := &list[i]; b.Deed == d && b.Name != "" {
			name, _, _ := strings.Cut(strings.ReplaceAll(b.Name, "  ", ", "), ", ")
			return [2]string{name, b.Hint}
		}
	}
	return [2]string{}
}

// HintsOf is the hints of several deeds of a list.
func HintsOf(list []Binding, deeds ...Action) [][2]string {
	hints := make([][2]string, len(deeds))
	for i, d := range deeds {
		hints[i] = HintOf(list, d)
	}
	return hints
}

// KeyName is the first of the keys of a deed, for sentences.
func KeyName(list []Binding, d Action) string {
	name, _, _ := strings.Cut(HintOf(list, d)[0], " ")
	return name
}

// HelpOf is the keys of a list and what they do.
func HelpOf(list []Binding) [][2]string {
	var lines [][2]string
	for i := range list {
		if b := &list[i]; b.Help != "" {
			lines = append(lines, [2]string{b.Name, b.Help})
		}
	}
	return lines
}
