package table

import (
	"slices"
	"strings"
)

// CommandRow describes one kind of command. Package decide checks phase and person by
// it; help, documentation and the JSON API read the rest.
type CommandRow struct {
	Kind CommandKind
	// Names are the words of the command in plain mode, the one that help shows first.
	Names []string
	Args  []Arg
	In    Phases
	By    Who
	Help  string // what it does, as an order
	// JSON is the command of the JSON API, for offers with what is offered: "accept
	// draw". Empty: the API has none.
	JSON string
}

// Arg is an argument of a command.
type Arg struct {
	Name     string
	Type     ArgType
	Optional bool
	Words    []string // that it can be; nil: any
}

// ArgType is what an argument is.
type ArgType uint8

// The types of arguments, by the field of Command that they fill.
const (
	SeatArg ArgType = iota
	ActionArg
	SquareArg
	ChoiceArg
	LevelArg
	TextArg
	PersonArg
	RotateArg
)

// Who may give a command.
type Who uint8

// The people at a table.
const (
	ByAnyone        Who = iota
	BySeated            // holds a seat, or held one when the game ended
	ByPlaying           // holds a seat that is not out of the game
	ByHost              // the host
	ByHostOrPlaying     // the host before the game, then who is ByPlaying
)

var whoWords = [...]string{ByAnyone: "anybody", BySeated: "who has a seat", ByPlaying: "who still plays", ByHost: "the host", ByHostOrPlaying: "the host, later who still plays"}

// String returns the people in words.
func (w Who) String() string { return whoWords[w] }

// Phases is a set of phases.
type Phases uint8

// The sets that commands and events use.
const (
	InWaiting  Phases = 1 << Waiting
	InPlaying  Phases = 1 << Playing
	InFinished Phases = 1 << Finished
	Always            = InWaiting | InPlaying | InFinished
)

// Has reports whether a phase is in the set.
func (p Phases) Has(one Phase) bool { return p>>one&1 == 1 }

// String returns the phases in words.
func (p Phases) String() string {
	if p == Always {
		return "always"
	}
	var list []string
	for phase, word := range [...]string{Waiting: "before the game", Playing: "in the game", Finished: "after the game"} {
		if p.Has(Phase(phase)) {
			list = append(list, word)
		}
	}
	return strings.Join(list, ", ")
}

// Arguments that several commands have.
var (
	anySeat = []Arg{{Name: "seat", Type: SeatArg, Optional: true}}
	oneSeat = []Arg{{Name: "seat", Type: SeatArg}}
	text    = []Arg{{Name: "text", Type: TextArg}}
	person  = []Arg{{Name: "name", Type: PersonArg}}
	move    = []Arg{{Name: "action", Type: ActionArg}}
)

// Commands has a row for each kind of command.
var Commands = []CommandRow{
	{Sit, []string{"sit"}, anySeat, InWaiting | InPlaying, ByAnyone, "sit down here", "sit"},
	{Stand, []string{"stand"}, anySeat, InWaiting, BySeated, "stand up", "leave"},
	{Ready, []string{"ready"}, nil, InWaiting, BySeated, "say that you are ready; when everybody is, the game begins", "ready"},
	{Unready, []string{"unready"}, nil, InWaiting, BySeated, "say that you are not ready", "ready"},
	{Play, []string{"move"}, move, InPlaying, BySeated, "play an action, in plain notation or the game's own", "move"},
	{PlayOn, []string{"play on"}, nil, InPlaying, BySeated, "decline that your team resigns", "decline resignation"},
	{OfferDraw, []string{"draw"}, nil, InPlaying, ByPlaying, "offer a draw", "offer draw"},
	{AcceptDraw, []string{"accept"}, nil, InPlaying, ByPlaying, "accept the draw that is offered", "accept draw"},
	{DeclineDraw, []string{"decline"}, nil, InPlaying, ByPlaying, "decline the draw that is offered, or take your offer back", "decline draw"},
	{Lift, []string{"lift"}, []Arg{{Name: "square", Type: SquareArg}}, InPlaying, BySeated, "lift a piece, where touch and move holds: then it must move", ""},
	{Premove, []string{"later", "premove"}, []Arg{{Name: "move", Type: ActionArg}}, InPlaying, BySeated, "enter a move that is played when your turn comes", ""},
	{CancelPremove, []string{"recall"}, nil, InPlaying, BySeated, "cancel your premove", ""},
	{OfferTakeback, []string{"undo", "takeback"}, nil, InPlaying, ByPlaying, "ask to take your last move back", "offer takeback"},
	{AcceptTakeback, []string{"agree"}, nil, InPlaying, ByPlaying, "agree to take a move back", "accept takeback"},
	{DeclineTakeback, []string{"refuse"}, nil, InPlaying, ByPlaying, "decline to take a move back, or stop asking", "decline takeback"},
	{Vote, []string{"vote"}, []Arg{{Name: "choice", Type: ChoiceArg, Words: choiceWords()}}, InPlaying, ByPlaying, "vote how to continue without a player who has left", "vote"},
	{Unvote, []string{"unvote"}, nil, InPlaying, ByPlaying, "take your vote back", "vote"},
	{Chat, []string{"say"}, text, Always, ByAnyone, "chat with everybody, or as a spectator with spectators", "chat"},
	{AcceptChat, []string{"consent"}, nil, InWaiting, BySeated, "agree that the players may chat in the game", "offer chat"},
	{DeclineChat, []string{"dissent"}, nil, InWaiting, BySeated, "take your consent to chat back", "decline chat"},
	{Mute, []string{"mute"}, person, Always, ByHost, "mute somebody at your table", ""},
	{Unmute, []string{"unmute"}, person, Always, ByHost, "let somebody chat again at your table", ""},
	{Unseat, []string{"unseat"}, oneSeat, InWaiting, ByHost, "ask a player who is not ready to leave a seat at your table", ""},
	{AddBot, []string{"bot"}, []Arg{{Name: "seat", Type: SeatArg, Optional: true}, {Name: "level", Type: LevelArg, Optional: true}}, InWaiting | InPlaying, ByHostOrPlaying, "let a bot sit down; its level is from 1 to 6", "add-bot"},
	{OfferRematch, []string{"rematch"}, []Arg{{Name: "onward", Type: RotateArg, Optional: true, Words: []string{"onward"}}}, InFinished, BySeated, "ask to play again; onward: with the seats or the first move moved on by one", "offer rematch"},
	{DeclineRematch, []string{"enough"}, nil, InFinished, BySeated, "do not play again", "decline rematch"},
}

// Choices are what can be voted for.
var Choices = []Choice{Wait, Adjourn, OpenSeat, EndSeat, Resume}

func choiceWords() (list []string) {
	for _, c := range Choices {
		list = append(list, string(c))
	}
	return list
}

// Row returns the row of a kind; false if there is no such command.
func (k CommandKind) Row() (*CommandRow, bool) {
	i := slices.IndexFunc(Commands, func(r CommandRow) bool { return r.Kind == k })
	if i < 0 {
		return nil, false
	}
	return &Commands[i], true
}

// Help returns what a command does, as an order.
func (k CommandKind) Help() string {
	row, _ := k.Row()
	return row.Help
}

// Word returns the word of a command.
func (k CommandKind) Word() string {
	row, _ := k.Row()
	return row.Names[0]
}

// Named returns the command that a word means, 0 if it is none.
func Named(word string) CommandKind {
	for i := range Commands {
		if slices.Contains(Commands[i].Names, word) {
			return Commands[i].Kind
		}
	}
	return 0
}

// Usage returns the arguments as help shows them: SEAT, [SEAT], wait|adjourn.
func (r *CommandRow) Usage() string {
	var words []string
	for _, a := range r.Args {
		word := strings.ToUpper(a.Name)
		if len(a.Words) > 0 {
			word = strings.Join(a.Words, "|")
		}
		if a.Optional {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
