package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/table"
)

// Action is something that keys do.
type Action uint8

// The actions. What a key does on a screen is written once, in the lists of bindings:
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

// Binding is the keys of an action: as they arrive, and in its Help by what name and
// for what a screen's last line tells of them.
type Binding struct {
	Action Action
	key.Binding
	Long string // what they do, in the help
}

// Bind returns a binding. Without keys it only tells of something; without a name
// another line tells of it.
func Bind(a Action, name, hint, long string, keys ...string) Binding {
	return Binding{a, key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, hint)), long}
}

// Also returns a binding of which another line tells.
func Also(a Action, keys ...string) Binding { return Bind(a, "", "", "", keys...) }

// CommonKeys mean the same on every screen.
var CommonKeys = []Binding{
	Bind(CallGo, "ctrl+e", "go there", "go where you are invited to", "ctrl+e"),
	Bind(CallNo, "ctrl+x", "no", "decline an invitation; who sent it cannot send another for a while. Without one: close the notice at the top", "ctrl+x"),
	Bind(CallMute, "ctrl+k", "mute", "hear no more invitations of who sent this one", "ctrl+k"),
	Bind(NextColours, "ctrl+t", "", "colours", "ctrl+t"),
	Bind(BellSwitch, "ctrl+g", "", "bell off and on: it rings once when your turn comes, when somebody asks you something, and when something is refused", "ctrl+g"),
	Bind(Settle, "ctrl+s", "settings", "settings: colours, men, squares, bell; kept with your key", "ctrl+s"),
	Bind(DrawAnew, "ctrl+l", "", "draw the screen anew", "ctrl+l"),
	Bind(EndProgram, "ctrl+c", "leave", "end; asks first if you play. Your seat stays yours in any case", "ctrl+c"),
}

// TableKeys are those of a table. Letters and digits begin the move line while a
// game is on, so everything else has other keys.
var TableKeys = []Binding{
	Bind(CursorUp, "arrows", "", "move the cursor", "up"),
	Also(CursorDown, "down"),
	Also(CursorLeft, "left"),
	Also(CursorRight, "right"),
	Bind(DoHere, "enter, space", "play", "lift a man, and drop him; take a man off, or choose an army, where that is the turn. While others are to move: what shall be played when your turn comes", "enter", "space"),
	Bind(NoAction, "mouse", "", "click a man and where he goes, or drag him; click a move in the list to look at it; the wheel looks back"),
	Bind(NoAction, "letters, digits", "", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, "+table.Offer.Word()+", "+table.AskTakeback.Word()+", help, quit"),
	Bind(GuessNext, "tab, shift+tab", "next", "next man that can move; next square for a lifted man; what typed letters could mean", "tab"),
	Also(GuessBack, "shift+tab"),
	Bind(GoBack, "esc", "back", "empties the line, lets go of the man, ends looking back, takes back what would be played when your turn comes, then goes to the lobby", "esc"),
	Bind(OpenHelp, "?", "help", "this", "?"),

	Bind(SayYes, "ctrl+y", "yes", "yes to what the line above the last asks you; a draw and resigning are asked once more", "ctrl+y"),
	Bind(SayNo, "ctrl+n", "no", "no to it", "ctrl+n"),
	Bind(TalkLine, "'", "talk", table.Say.Help()+"; players do not see what spectators say", "'"),
	Bind(TalkScreen, "\"", "", "all that was said", "\""),
	Bind(AskUndo, "ctrl+z", "undo", table.AskTakeback.Help()+", or stop asking; on a board of your own it is done at once", "ctrl+z"),
	Bind(AboutDraw, "=", "draw", table.Offer.Help()+", answer an offer, or claim a draw", "="),
	Bind(AboutResigning, "!", "resign", "resign; answer a partner who wants your team to resign", "!"),
	Bind(TableMenu, "ctrl+o", "table", "what can be done about the table: vote when somebody is gone, or to adjourn; take a free seat; the host's muting", "ctrl+o"),
	Bind(Analyse, "ctrl+a", "", "analyse: a board of your own from here, with all seats yours; not while you play", "ctrl+a"),

	Bind(LookBack, "[ ]  pgup pgdn", "look back", "look back one move, and forth", "[", "pgup"),
	Also(LookOn, "]", "pgdown"),
	Bind(LookRoundBack, "< >", "", "look back one round, and forth", "<"),
	Also(LookRoundOn, ">"),
	Bind(LookStart, "home, end", "", "the start of the game; the game as it stands", "home"),
	Also(LookEnd, "end"),

	Bind(TurnBoard, "/", "turn the board", "turn the board; it stays so. With several seats it lies before your first one", "/"),
	Bind(LargerSquares, "+ -", "size", "larger and smaller squares", "+"),
	Also(SmallerSquares, "-"),
	Bind(NextMen, "ctrl+p", "", "how men are drawn: letters, figures, pictures", "ctrl+p"),

	Bind(TableNext, ". ,", "next table", "for who looks on: the next table that is being played at, and the one before, the liveliest first", "."),
	Also(TableBefore, ","),
	Bind(FollowLiveliest, "*", "television", "for who looks on: follow the liveliest table, wherever that is, and stop that", "*"),
}

// AfterKeys are those of a table when the game is over and nothing is typed.
var AfterKeys = []Binding{
	Bind(PlayAgain, "r", "rematch", "play again with everybody on the same seat, when all who played want it; they are invited. Once more: you do not want it", "r"),
	Bind(PlayOnward, "s", "seats on", "play again with the seats, or the first move, moved on by one", "s"),
	Bind(InviteAgain, "i", "new, same people", "open a new table like this one and invite those who played and are here", "i"),
	Bind(GoToRematch, "g", "to the rematch", "go to the rematch, when there is one", "g"),
	Bind(JudgeGame, "a", "analysis", "what the strongest bot would have played, move by move, and what each move gave away: ? for a pawn, ?? for three; once more: no analysis", "a"),
	Bind(NextSlip, "n", "", "the next move that gave something away", "n"),
	Bind(GoBack, "q", "leave", "back to the lobby", "q"),
}

// NotesKeys are those of a game with notes, besides those of a table, as long as one
// looks back in it.
var NotesKeys = []Binding{
	Bind(JudgeGame, "a", "analysis", "the same of a game with notes, while you look back in it", "a"),
	Also(NextSlip, "n"),
}

// WaitingKeys are those of a table before the game, besides those that go
// through its menu.
var WaitingKeys = []Binding{
	Bind(DoHere, "enter", "choose", "", "enter", "space"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LobbyKeys are those of the lobby.
var LobbyKeys = []Binding{
	Bind(DoHere, "enter", "open", "open a table; ask somebody who is here to one", "enter", "space"),
	Bind(OtherList, "tab", "people", "from the tables to those who are here, and back", "tab", "shift+tab"),
	Bind(NewTable, "n", "new table", "open a new table", "n"),
	Bind(ReadGames, "g", "games, lessons", "games to look at: first lessons, games with notes, and all that were played here", "g"),
	Bind(FollowLiveliest, "t", "television", "watch the liveliest table, wherever that is", "*", "t"),
	Bind(OpenHelp, "?", "help", "this", "?"),
	Bind(GoBack, "q", "leave", "leave", "q"),
}

// ActionOf returns what a key does by the first of the lists that knows it.
func ActionOf(name string, lists ...[]Binding) Action {
	for _, list := range lists {
		for i := range list {
			if slices.Contains(list[i].Keys(), name) {
				return list[i].Action
			}
		}
	}
	return NoAction
}

// bindingOf returns the keys of an action.
func bindingOf(list []Binding, a Action) key.Binding {
	for i := range list {
		if list[i].Action == a {
			return list[i].Binding
		}
	}
	return key.NewBinding()
}

// HintOf returns an action's first key and what it does, for a screen's last line.
func HintOf(list []Binding, a Action) key.Help {
	for i := range list {
		if h := list[i].Help(); list[i].Action == a && h.Key != "" {
			h.Key, _, _ = strings.Cut(strings.ReplaceAll(h.Key, "  ", ", "), ", ")
			return h
		}
	}
	return key.Help{}
}

// HintsOf returns the hints of several actions of a list.
func HintsOf(list []Binding, actions ...Action) []key.Help {
	hints := make([]key.Help, len(actions))
	for i, a := range actions {
		hints[i] = HintOf(list, a)
	}
	return hints
}

// Hint returns a key and what it does.
func Hint(name, does string) key.Help { return key.Help{Key: name, Desc: does} }

// KeyName returns the first of the keys of an action, for sentences.
func KeyName(list []Binding, a Action) string {
	name, _, _ := strings.Cut(HintOf(list, a).Key, " ")
	return name
}

// HelpOf returns the keys of a list and what they do, for the help.
func HelpOf(list []Binding) [][2]string {
	var lines [][2]string
	for i := range list {
		if b := &list[i]; b.Long != "" {
			lines = append(lines, [2]string{b.Help().Key, b.Long})
		}
	}
	return lines
}
