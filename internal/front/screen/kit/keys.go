package kit

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/table"
)

// Action is the effect of a key, such as opening the help.
type Action uint8

// The actions at tables and in the lobby. Keys are assigned only in the lists of bindings
// below; screens, help and hints read these lists.
const (
	NoAction Action = iota

	CursorUp
	CursorDown
	CursorLeft
	CursorRight
	Select // lift, put down, choose or open, depending on the screen
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
	ShareGame
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
	InviteByName
	CopyInvitation
	GoToRematch
	ShowAnalysis
	NextMistake
	PreviousMistake
	Autoplay

	NextTheme
	ToggleBell
	Redraw
	QuitProgram
	OpenSettings
	AcceptInvitation
	DeclineInvitation
	MuteInviter
	OpenMessages
	OpenPalette

	PlayNow
	PlayBots
	NewTable
	OpenArchive
	SwitchList
	FilterByGame
	FilterByPhase
)

// Binding assigns keys to an action. Its Help contains the name of the keys and a hint for
// the last line of the screen.
type Binding struct {
	Action Action
	key.Binding
	Long    string // description in the help; empty if Command has it
	Command string // the command of `ssh HOST COMMAND` that does the same; empty if there is none
}

// Runs names the command of `ssh HOST COMMAND` that does the same as the keys.
func (b Binding) Runs(command string) Binding {
	b.Command = command
	return b
}

// gives returns the binding of the key that gives a command at a table. The row of the command
// has the key and, for the help, what the command does; `more` is added to that.
func gives(a Action, kind table.CommandKind, hint, more string) Binding {
	return Bind(a, kind.Key(), hint, kind.Help()+more, kind.Key())
}

// Bind returns a binding. If there are no keys, the binding only adds a line to the help. If
// the name is empty, the help omits the binding.
func Bind(a Action, name, hint, long string, keys ...string) Binding {
	return Binding{Action: a, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, hint)), Long: long}
}

// Also returns a binding of keys that have no line of their own in the help, because the
// line of another binding describes them.
func Also(a Action, keys ...string) Binding { return Bind(a, "", "", "", keys...) }

// What keys do that several lists have.
const (
	helpHelp     = "keys, signs and the rules of the games"
	messagesHelp = "read and write direct messages"
)

// CommonKeys have the same meaning on every screen.
var CommonKeys = []Binding{
	Bind(
		OpenPalette,
		":, ctrl+p",
		"commands",
		"find any command of this screen or of the server by a few letters of its name; while you type text, only ctrl+p",
		"ctrl+p",
	),
	Bind(AcceptInvitation, "ctrl+e", "join", "accept an invitation and open its table", "ctrl+e"),
	Bind(
		DeclineInvitation,
		"ctrl+x",
		"decline",
		"decline an invitation; its sender cannot invite you again for a while. Without an invitation: dismiss the notice at the "+
			"top, or the line about a seek",
		"ctrl+x",
	),
	Bind(MuteInviter, "ctrl+k", "mute", "mute all invitations from this sender", "ctrl+k"),
	Bind(OpenMessages, "ctrl+r", "messages", messagesHelp, "ctrl+r").Runs("messages"),
	Bind(NextTheme, "ctrl+t", "theme", "next colour theme", "ctrl+t"),
	Bind(ToggleBell, "ctrl+g", "bell", "turn the bell on or off; it rings on your turn, on offers and on errors", "ctrl+g"),
	Bind(OpenSettings, "ctrl+s", "settings", "settings: theme, pieces, size of squares, bell; saved with your SSH key", "ctrl+s").
		Runs("settings"),
	Bind(Redraw, "ctrl+l", "redraw", "redraw the screen", "ctrl+l"),
	Bind(QuitProgram, "ctrl+c", "quit", "quit; during a game you must confirm, and you keep your seat", "ctrl+c"),
}

// TableKeys work at a table. During a game, letters and digits start the move line, so the
// actions use other keys.
var TableKeys = []Binding{
	Bind(CursorUp, "arrows", "", "move the cursor", "up"),
	Also(CursorDown, "down"),
	Also(CursorLeft, "left"),
	Also(CursorRight, "right"),
	Bind(
		Select,
		"enter, space",
		"play",
		"pick up or drop a piece; remove a piece or choose an army when the game asks for it. When it is not your turn: enter a premove",
		"enter",
		"space",
	),
	Bind(NoAction, "mouse", "", "click a piece and its target, or drag it; click a move in the list to view it; scroll to look back"),
	Bind(NoAction, "letters, digits", "", "type a move: k7 or m7-k7, then enter. Words: resign, help, quit, "+
		"and the commands of plain mode, such as "+table.OfferDraw.Word()+" and "+table.OfferTakeback.Word()),
	Bind(
		NextCandidate,
		"tab, shift+tab",
		"next",
		"next piece that can move; next target of the lifted piece; next completion of typed letters",
		"tab",
	),
	Also(PreviousCandidate, "shift+tab"),
	Bind(
		GoBack,
		"esc",
		"back",
		"clear the line, put the piece back, return to the current position or cancel the premove; otherwise go to the lobby",
		"esc",
	),
	Bind(OpenHelp, "?", "help", helpHelp, "?"),

	Bind(
		Accept,
		"ctrl+y",
		"accept",
		"accept the offer shown above the last line; you are asked to confirm a draw or a resignation",
		"ctrl+y",
	),
	Bind(Decline, "ctrl+n", "decline", "decline it", "ctrl+n"),
	gives(
		WriteChat, table.Chat, "chat",
		"; players do not see spectator chat. If your team has a chat, you write to your partner; Tab switches to all",
	),
	Bind(ReadChat, "\"", "", "read all chat", "\""),
	gives(
		OfferTakeback, table.OfferTakeback, "takeback", ", or withdraw the offer; on an analysis board it takes effect at once",
	),
	gives(OfferDraw, table.OfferDraw, "draw", ", answer an offer, or claim a draw"),
	Bind(Resign, "!", "resign", "resign, or abort a game that has just started; answer a partner who wants your team to resign", "!"),
	Bind(
		TableMenu,
		"ctrl+o",
		"table",
		"table menu: vote to adjourn, vote on an absent player, take an open seat, mute players (host)",
		"ctrl+o",
	),
	Bind(
		ShareGame,
		"@",
		"share",
		"show the web page of this game, and the commands that export it as a picture, a recording or text",
		"@",
	),
	Bind(AnalysisBoard, "ctrl+a", "", "open an analysis board from this position; not while you play", "ctrl+a"),

	Bind(PreviousMove, "[ ]  pgup pgdn", "look back", "previous move, next move", "[", "pgup"),
	Also(NextMove, "]", "pgdown"),
	Bind(PreviousRound, "< >", "", "previous round, next round", "<"),
	Also(NextRound, ">"),
	Bind(GoToStart, "home, end", "", "first position, current position", "home"),
	Also(GoToEnd, "end"),

	Bind(
		RotateBoard,
		"/",
		"rotate",
		"rotate the board. It starts with your seat at the bottom, or with your first seat if you have several",
		"/",
	),
	Bind(LargerSquares, "+ -", "size", "larger squares, smaller squares", "+"),
	Also(SmallerSquares, "-"),
	Bind(NextPieceSet, "P", "pieces", "next piece set", "P"),

	Bind(NextTable, ". ,", "next table", "as a spectator: go to the next or previous game in progress, most active first", "."),
	Also(PreviousTable, ","),
	Bind(Television, "*", "TV", "as a spectator: follow the most active game, or stop following", "*"),
}

// FinishedKeys work at a table whose game is over, while the move line is empty.
var FinishedKeys = []Binding{
	Bind(
		OfferRematch,
		table.OfferRematch.Key(),
		"rematch",
		table.RematchHelp+" with the same seats; this invites all other players. Press again to withdraw your offer or acceptance",
		table.OfferRematch.Key(),
	),
	Bind(OfferRotatedRematch, "s", "rotate seats", table.RematchHelp+"; "+table.RotateHelp, "s"),
	Bind(InviteSamePlayers, "i", "invite again", "open a new table with the same settings and invite the same players", "i"),
	Bind(NewTable, "o", "another game", "seek another game with the same options; bots fill empty seats after a while", "o"),
	Bind(GoToRematch, "g", "open rematch", "open the table of the rematch", "g"),
	Bind(
		ShowAnalysis,
		"a",
		"analysis",
		"best moves of the strongest bot, and moves that lowered the expected score: ?! inaccuracy, ? mistake, ?? blunder. Press "+
			"again to hide them",
		"a",
	),
	Bind(NextMistake, "n, N", "", "next mistake in the analysis, previous mistake", "n"),
	Also(PreviousMistake, "N"),
	Bind(Autoplay, "space", "autoplay", "play the game on the board, from the position shown; any key stops it", "space"),
	Bind(GoBack, "q", "leave", "back to the lobby", "q"),
}

// AnnotatedKeys work in an annotated game, in addition to TableKeys, while the viewer looks
// at an earlier position.
var AnnotatedKeys = []Binding{
	Bind(ShowAnalysis, "a", "analysis", "show or hide the analysis while you look back in an annotated game", "a"),
	Also(NextMistake, "n"),
	Also(PreviousMistake, "N"),
	Also(Autoplay, "space"),
}

// WaitingKeys work in the menu of a table whose game has not started.
var WaitingKeys = []Binding{
	Bind(Select, "enter", "choose", "", "enter", "space"),
	Bind(InviteByName, "i", "invite", "invite a connected player by name", "i"),
	Bind(CopyInvitation, "y", "copy", "copy the command that opens this table, to send it to somebody", "y"),
	Bind(GoBack, "esc", "back", "", "esc", "q"),
}

// LobbyKeys work in the lobby.
var LobbyKeys = []Binding{
	Bind(Select, "enter", "open", "open a table; in the list of players: invite, view the profile, mute, report", "enter", "space"),
	Bind(SwitchList, "tab", "panel", "next panel: games to start, tables, people, chat", "tab", "shift+tab"),
	Bind(SearchText, "/", "filter", "list only what contains the words that you type: a name, a game, a number", "/"),
	Bind(NoAction, "< >", "", "sort a list by another column"),
	Bind(NoAction, "j k g G", "", "in every list: next, previous, first, last; ctrl+d and ctrl+u: half a page down or up"),
	Bind(FilterByGame, "f", "one game", "list only the tables of one game; press again for the next game", "f"),
	Bind(FilterByPhase, "s", "state", "list only waiting, running or finished tables; press again for the next group", "s"),
	Bind(PlayNow, "p", "play now", "find players for a game now; bots fill empty seats after a while", "p").Runs("seek"),
	Bind(PlayBots, "b", "play bots", "start a game against bots", "b"),
	Bind(NewTable, "n", "new table", "open a new table", "n").Runs("new"),
	Bind(OpenArchive, "a", "learn", "lessons, annotated games and finished games", "a").Runs("games"),
	Bind(Television, "t", "TV", "watch the most active game, and switch when another game is more active", "*", "t"),
	Bind(OpenHelp, "?", "help", helpHelp, "?"),
	Bind(GoBack, "q", "quit", "leave Quadrille; your games go on", "q"),
}

// ActionOf returns the action of a key, from the first of the lists that contains the key.
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

// HintOf returns the first key of an action and the hint for that key.
func HintOf(list []Binding, a Action) key.Help {
	for i := range list {
		if h := list[i].Help(); list[i].Action == a && h.Key != "" {
			h.Key, _, _ = strings.Cut(strings.ReplaceAll(h.Key, "  ", ", "), ", ")
			return h
		}
	}
	return key.Help{}
}

// HintsOf returns the hints of several actions.
func HintsOf(list []Binding, actions ...Action) []key.Help {
	hints := make([]key.Help, len(actions))
	for i, a := range actions {
		hints[i] = HintOf(list, a)
	}
	return hints
}

// Hint returns a hint that says what a key does. It is for keys without a [Binding].
func Hint(name, does string) key.Help { return key.Help{Key: name, Desc: does} }

// KeyName returns the name of an action's first key, for use in a sentence.
func KeyName(list []Binding, a Action) string {
	name, _, _ := strings.Cut(HintOf(list, a).Key, " ")
	return name
}

// HelpOf returns the keys and descriptions of a list of bindings.
func (e *Env) HelpOf(list []Binding) [][2]string {
	var lines [][2]string
	for i := range list {
		if text := e.does(&list[i]); text != "" {
			lines = append(lines, [2]string{list[i].Help().Key, text})
		}
	}
	return lines
}

// does returns what the keys of a binding do: its description or, if it has none, that of its
// command.
func (e *Env) does(b *Binding) string {
	if b.Long == "" && b.Command != "" && e.Cfg.Commands.Short != nil {
		return e.Cfg.Commands.Short(b.Command)
	}
	return b.Long
}
