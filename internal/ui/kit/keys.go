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
	Select // lift, drop, choose, open
	NextCandidate
	PreviousCandidate
	GoBack
	OpenHelp

	WriteChat
	ReadChat
	Accept
	Decline
	OfferTakeback
	OfferDraw
	Resign
	TableMenu
	AnalysisBoard

	PreviousMove
	NextMove
	PreviousRound
	NextRound
	GoToStart
	GoToEnd

	RotateBoard
	LargerSquares
	SmallerSquares
	NextPieceSet

	NextTable
	PreviousTable
	Television

	OfferRematch
	OfferRotatedRematch
	InviteSamePlayers
	GoToRematch
	ShowAnalysis
	NextMistake

	NextTheme
	ToggleBell
	Redraw
	QuitProgram
	OpenSettings
	AcceptInvitation
	DeclineInvitation
	MuteInviter

	NewTable
	OpenArchive
	SwitchList
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
	Bind(AcceptInvitation, "ctrl+e", "go there", "go where you are invited to", "ctrl+e"),
	Bind(DeclineInvitation, "ctrl+x", "no", "decline an invitation; who sent it cannot send another for a while. Without one: close the notice at the top", "ctrl+x"),
	Bind(MuteInviter, "ctrl+k", "mute", "hear no more invitations of who sent this one", "ctrl+k"),
	Bind(NextTheme, "ctrl+t", "", "colours", "ctrl+t"),
	Bind(ToggleBell, "ctrl+g", "", "bell off and on: it rings once when your turn comes, when somebody asks you something, and when something is refused", "ctrl+g"),
	Bind(OpenSettings, "ctrl+s", "settings", "settings: colours, pieces, squares, bell; kept with your key", "ctrl+s"),
	Bind(Redraw, "ctrl+l", "", "draw the screen anew", "ctrl+l"),
	Bind(QuitProgram, "ctrl+c", "leave", "end; asks first if you play. Your seat stays yours in any case", "ctrl+c"),
}

// TableKeys are those of a table. Letters and digits begin the move line while a
// game is on, so everything else has other keys.
var TableKeys = []Binding{
	Bind(CursorUp, "arrows", "", "move the cursor", "up"),
	Also(CursorDown, "down"),
	Also(CursorLeft, "left"),
	Also(CursorRight, "right"),
	Bind(Select, "enter, space", "play", "lift a man, and drop him; take a man off, or choose an army, where that is the turn. While others are to move: what shall be played when your turn comes", "enter", "space"),
	Bind(NoAction, "mouse", "", "click a man and where he goes, or drag him; click a move in the list to look at it; the wheel looks back"),
	Bind(NoAction, "letters, digits", "", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, "+table.OfferDraw.Word()+", "+table.OfferTakeback.Word()+", help, quit"),
	Bind(NextCandidate, "tab, shift+tab", "next", "next man that can move; next square for a lifted man; what typed letters could mean", "tab"),
	Also(PreviousCandidate, "shift+tab"),
	Bind(GoBack, "esc", "back", "empties the line, lets go of the man, ends looking back, takes back what would be played when your turn comes, then goes to the lobby", "esc"),
	Bind(OpenHelp, "?", "help", "this", "?"),

	Bind(Accept, "ctrl+y", "yes", "yes to what the line above the last asks you; a draw and resigning are asked once more", "ctrl+y"),
	Bind(Decline, "ctrl+n", "no", "no to it", "ctrl+n"),
	Bind(WriteChat, "'", "talk", table.Chat.Help()+"; players do not see what spectators say", "'"),
	Bind(ReadChat, "\"", "", "all that was said", "\""),
	Bind(OfferTakeback, "ctrl+z", "undo", table.OfferTakeback.Help()+", or stop asking; on a board of your own it is done at once", "ctrl+z"),
	Bind(OfferDraw, "=", "draw", table.OfferDraw.Help()+", answer an offer, or claim a draw", "="),
	Bind(Resign, "!", "resign", "resign; answer a partner who wants your team to resign", "!"),
	Bind(TableMenu, "ctrl+o", "table", "what can be done about the table: vote when somebody is gone, or to adjourn; take a free seat; the host's muting", "ctrl+o"),
	Bind(AnalysisBoard, "ctrl+a", "", "analyse: a board of your own from here, with all seats yours; not while you play", "ctrl+a"),

	Bind(PreviousMove, "[ ]  pgup pgdn", "look back", "look back one move, and forth", "[", "pgup"),
	Also(NextMove, "]", "pgdown"),
	Bind(PreviousRound, "< >", "", "look back one round, and forth", "<"),
	Also(NextRound, ">"),
	Bind(GoToStart, "home, end", "", "the start of the game; the game as it stands", "home"),
	Also(GoToEnd, "end"),

	Bind(RotateBoard, "/", "turn the board", "turn the board; it stays so. With several seats it lies before your first one", "/"),
	Bind(LargerSquares, "+ -", "size", "larger and smaller squares", "+"),
	Also(SmallerSquares, "-"),
	Bind(NextPieceSet, "ctrl+p", "", "how men are drawn: letters, figures, pictures", "ctrl+p"),

	Bind(NextTable, ". ,", "next table", "for who looks on: the next table that is being played at, and the one before, the liveliest first", "."),
	Also(PreviousTable, ","),
	Bind(Television, "*", "television", "for who looks on: follow the liveliest table, wherever that is, and stop that", "*"),
}

// FinishedKeys are those of a table when the game is over and nothing is typed.
var FinishedKeys = []Binding{
	Bind(OfferRematch, "r", "rematch", "play again with everybody on the same seat, when all who played want it; they are invited. Once more: you do not want it", "r"),
	Bind(OfferRotatedRematch, "s", "seats on", "play again with the seats, or the first move, moved on by one", "s"),
	Bind(InviteSamePlayers, "i", "new, same people", "open a new table like this one and invite those who played and are here", "i"),
	Bind(GoToRematch, "g", "to the rematch", "go to the rematch, when there is one", "g"),
	Bind(ShowAnalysis, "a", "analysis", "what the strongest bot would have played, move by move, and what each move gave away: ? for a pawn, ?? for three; once more: no analysis", "a"),
	Bind(NextMistake, "n", "", "the next move that gave something away", "n"),
	Bind(GoBack, "q", "leave", "back to the lobby", "q"),
}

// AnnotatedKeys are those of a game with notes, besides those of a table, as long as one
// looks back in it.
var AnnotatedKeys = []Binding{
	Bind(ShowAnalysis, "a", "analysis", "the same of a game with notes, while you look back in it", "a"),
	Also(NextMistake, "n"),
}

// WaitingKeys are those of a table before the game, besides those that go
// through its menu.
var WaitingKeys = []Binding{
	Bind(Select, "enter", "choose", "", "enter", "space"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LobbyKeys are those of the lobby.
var LobbyKeys = []Binding{
	Bind(Select, "enter", "open", "open a table; ask somebody who is here to one", "enter", "space"),
	Bind(SwitchList, "tab", "people", "from the tables to those who are here, and back", "tab", "shift+tab"),
	Bind(NewTable, "n", "new table", "open a new table", "n"),
	Bind(OpenArchive, "g", "games, lessons", "games to look at: first lessons, games with notes, and all that were played here", "g"),
	Bind(Television, "t", "television", "watch the liveliest table, wherever that is", "*", "t"),
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
