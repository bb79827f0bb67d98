package table

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
)

// CommandRow describes one kind of command. Package decide uses the fields In and By to
// check whether a person may give the command now. Help, documentation and the JSON API
// use the other fields.
type CommandRow struct {
	Kind CommandKind
	// Names are the names of the command in plain mode. Help shows the first one.
	Names []string
	Args  []Arg
	In    Phases
	By    Who
	Help  string // what the command does, in the imperative
	// JSON is the name of the command in the JSON API; empty if the API lacks the command.
	// An answer to an offer names the kind of offer, as in "accept draw".
	JSON string
}

// Arg is an argument of a command.
type Arg struct {
	Name     string
	Type     ArgType
	Optional bool
	Words    []string // allowed values; nil means any value
}

// ArgType is the type of an argument.
type ArgType uint8

// The types of arguments. Each type fills one field of [Command].
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

// A Who is a group of people who may give a command.
type Who uint8

// The groups of people who may give commands.
const (
	ByAnyone        Who = iota
	BySeated            // players with a seat; after the game, players who had a seat when the game ended
	ByPlaying           // players who have a seat that is still in the game
	ByHost              // the host
	ByHostOrPlaying     // before the game: the host; during the game: any player still in it
)

var whoWords = [...]string{
	ByAnyone: "anyone", BySeated: "a player", ByPlaying: "a player still in the game", ByHost: "the host",
	ByHostOrPlaying: "the host or, during the game, any player still in it",
}

// String describes the group, as in "a player still in the game".
func (w Who) String() string { return whoWords[w] }

// Phases is a set of phases.
type Phases uint8

// The sets of phases in which commands and events can occur.
const (
	InWaiting  Phases = 1 << Waiting
	InPlaying  Phases = 1 << Playing
	InFinished Phases = 1 << Finished
	Always            = InWaiting | InPlaying | InFinished
)

// Has reports whether a phase is in the set.
func (p Phases) Has(one Phase) bool { return p>>one&1 == 1 }

// String describes the phases in words.
func (p Phases) String() string {
	if p == Always {
		return "always"
	}
	var list []string
	for phase, word := range [...]string{Waiting: "before the game", Playing: "during the game", Finished: "after the game"} {
		if p.Has(Phase(phase)) {
			list = append(list, word)
		}
	}
	return strings.Join(list, ", ")
}

// Lists of arguments that several commands share.
var (
	anySeat = []Arg{{Name: "seat", Type: SeatArg, Optional: true}}
	oneSeat = []Arg{{Name: "seat", Type: SeatArg}}
	text    = []Arg{{Name: "text", Type: TextArg}}
	person  = []Arg{{Name: "name", Type: PersonArg}}
	move    = []Arg{{Name: "action", Type: ActionArg}}
)

// Commands contains a row for each kind of command.
var Commands = []CommandRow{
	{Sit, []string{"sit"}, anySeat, InWaiting | InPlaying, ByAnyone, "take a seat", "sit"},
	{Stand, []string{"stand"}, anySeat, InWaiting, BySeated, "leave your seat", "leave"},
	{Ready, []string{"ready"}, nil, InWaiting, BySeated, "mark yourself ready; the game starts when everyone is ready", "ready"},
	{Unready, []string{"unready"}, nil, InWaiting, BySeated, "mark yourself not ready", "ready"},
	{Play, []string{"move"}, move, InPlaying, BySeated, "make a move, in plain notation or in the notation of the game", "move"},
	{Abort, []string{"abort"}, nil, InPlaying, ByPlaying, "abort the game; possible until every seat has moved", "abort"},
	{PlayOn, []string{"play on"}, nil, InPlaying, BySeated, "decline your team's resignation", "decline resignation"},
	{OfferDraw, []string{"draw"}, nil, InPlaying, ByPlaying, "offer a draw", "offer draw"},
	{AcceptDraw, []string{"accept"}, nil, InPlaying, ByPlaying, "accept the draw offer", "accept draw"},
	{DeclineDraw, []string{"decline"}, nil, InPlaying, ByPlaying, "decline the draw offer, or withdraw yours", "decline draw"},
	{
		Lift,
		[]string{"lift"},
		[]Arg{{Name: "square", Type: SquareArg}},
		InPlaying,
		BySeated,
		"lift a piece at a touch-move table; you must then move it",
		"",
	},
	{
		Premove,
		[]string{"premove", "later"},
		[]Arg{{Name: "move", Type: ActionArg}},
		InPlaying,
		BySeated,
		"enter a move to play as soon as your turn comes",
		"",
	},
	{CancelPremove, []string{"cancel premove"}, nil, InPlaying, BySeated, "cancel your premove", ""},
	{OfferTakeback, []string{"takeback", "undo"}, nil, InPlaying, ByPlaying, "offer to take back your last move", "offer takeback"},
	{AcceptTakeback, []string{"accept takeback"}, nil, InPlaying, ByPlaying, "accept the takeback", "accept takeback"},
	{
		DeclineTakeback,
		[]string{"decline takeback"},
		nil,
		InPlaying,
		ByPlaying,
		"decline the takeback, or withdraw yours",
		"decline takeback",
	},
	{
		Vote,
		[]string{"vote"},
		[]Arg{{Name: "choice", Type: ChoiceArg, Words: choiceWords()}},
		InPlaying,
		ByPlaying,
		"vote on how to continue without a player who is away",
		"vote",
	},
	{Unvote, []string{"unvote"}, nil, InPlaying, ByPlaying, "withdraw your vote", "vote"},
	{Chat, []string{"chat", "say"}, text, Always, ByAnyone, "chat with everyone or, as a spectator, with spectators", "chat"},
	{TeamChat, []string{"team chat", "team"}, text, InPlaying, BySeated, "chat with your partner; nobody else can read it", "team-chat"},
	{
		AcceptChat,
		[]string{"accept chat"},
		nil,
		InWaiting,
		BySeated,
		"agree before the game that the players can chat during it",
		"offer chat",
	},
	{DeclineChat, []string{"decline chat"}, nil, InWaiting, BySeated, "withdraw your agreement to chat", "decline chat"},
	{Mute, []string{"mute"}, person, Always, ByHost, "mute a person at your table", ""},
	{Unmute, []string{"unmute"}, person, Always, ByHost, "let a muted person chat again at your table", ""},
	{Unseat, []string{"unseat"}, oneSeat, InWaiting, ByHost, "remove a player who is not ready, or not present", ""},
	{
		AddBot,
		[]string{"add bot", "bot"},
		[]Arg{{Name: "seat", Type: SeatArg, Optional: true}, {Name: "level", Type: LevelArg, Optional: true}},
		InWaiting | InPlaying,
		ByHostOrPlaying,
		"add a bot; its level is 1 (weakest) to " + strconv.Itoa(player.MaxBotLevel),
		"add-bot",
	},
	{
		OfferRematch,
		[]string{"rematch"},
		[]Arg{{Name: "rotate", Type: RotateArg, Optional: true, Words: []string{"rotate"}}},
		InFinished,
		BySeated,
		`offer a rematch; add "rotate" to pass seats or the first move to the next player`,
		"offer rematch",
	},
	{
		DeclineRematch,
		[]string{"decline rematch"},
		nil,
		InFinished,
		BySeated,
		"decline a rematch, or withdraw your offer",
		"decline rematch",
	},
}

// Choices lists all choices that people can vote for.
var Choices = []Choice{Wait, Adjourn, OpenSeat, EndSeat, Resume}

func choiceWords() (list []string) {
	for _, c := range Choices {
		list = append(list, string(c))
	}
	return list
}

// Row returns the row of a kind of command in [Commands], and whether there is one.
func (k CommandKind) Row() (*CommandRow, bool) {
	for i := range Commands {
		if Commands[i].Kind == k {
			return &Commands[i], true
		}
	}
	return nil, false
}

// Help returns what a command does, in the imperative.
func (k CommandKind) Help() string {
	row, _ := k.Row()
	return row.Help
}

// Word returns the name under which help shows a command.
func (k CommandKind) Word() string {
	row, _ := k.Row()
	return row.Names[0]
}

// Named returns the kind of command with the given name, or 0 if there is none.
func Named(word string) CommandKind {
	for i := range Commands {
		if slices.Contains(Commands[i].Names, word) {
			return Commands[i].Kind
		}
	}
	return 0
}

// Usage returns the arguments in the form that help shows, such as "SEAT", "[SEAT]" or
// "wait|adjourn".
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
