package table

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/internal/player"
)

// CommandKind is the kind of a command.
type CommandKind uint8

// The kinds of commands. The comment on a kind names the fields of [Command] that it uses.
// [Commands] lists who may give each command, and when.
const (
	Sit     CommandKind = iota + 1 // take the seat `Seat`, or the first open seat if `Seat` is NoSeat
	Stand                          // before the start, give up the seat `Seat` or, if it is NoSeat, all seats of the player `By`
	Ready                          // mark all seats of the player `By` as ready
	Unready                        // mark all seats of the player `By` as not ready
	Play                           // play the action in the field `Action`: a board action, a resignation or a draw claim
	OfferDraw
	AcceptDraw
	DeclineDraw // decline a draw offer, or withdraw one's own
	Lift        // at a touch-move table, touch the piece on the square `Square`
	Abort       // end the game without a result; possible until every seat has moved
	PlayOn      // reject a teammate's proposal to resign, or withdraw one's own

	AcceptChat  // before the start, consent to chat during the game, if the game requires the consent of all players
	DeclineChat // withdraw the consent given by AcceptChat

	// Chat sends the message Text. Before and after the game everyone can read it. During
	// the game the message of a spectator is visible to spectators only, and players may
	// send messages only if chat is open.
	Chat
	// TeamChat sends the message Text to the team of Seat or, if the sender does not have
	// that seat, to the team of the sender's first seat. Only the team's players can ever
	// read it.
	TeamChat
	Mute   // mute the person Target
	Unmute // unmute the person Target

	Premove       // play `Action` when the turn of `Seat` comes; replaces an earlier premove
	CancelPremove // cancel the premove of `Seat` or, if it is NoSeat, all premoves of the player `By`

	OfferTakeback // offer to take back one's last action and all later actions
	AcceptTakeback
	DeclineTakeback // decline a takeback offer, or withdraw one's own

	Vote   // vote for `Choice`, which says how to continue while players are away; each person has one vote
	Unvote // withdraw one's vote

	Unseat // remove the player on `Seat`, unless they are ready and connected; a bot can always be removed; `Text` is the reason

	// AddBot seats a bot of the given Level on Seat, or on the first open seat if Seat is
	// NoSeat. Before the start only the host may add a bot. During the game any player still
	// in the game may add a bot to a seat that was opened by vote.
	AddBot

	OfferRematch   // offer a rematch, with rotated seats if Rotate is set; if an offer with the same Rotate is open, accept that offer
	DeclineRematch // decline a rematch, or withdraw one's own offer
)

// CommandRow describes one kind of command. Package decide uses the fields In and By to
// check whether a person may give the command now. All front ends offer the command by the
// other fields: they have no list of commands of their own.
type CommandRow struct {
	Kind CommandKind
	// People type one of the Names in plain mode, in the move line of a screen and after
	// "ssh HOST at N". Help shows the first one.
	Names []string
	Args  []Arg
	In    Phases
	By    Who
	Help  string // what the command does, in the imperative
	// JSON is the name of the command in the JSON API; empty if the API lacks the command.
	// An answer to an offer names the kind of offer, as in "accept draw".
	JSON string
	Done string // what people read after a command whose effect they do not see; empty if they see it
	Key  string // the key of a screen that gives the command; empty if there is none
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

func words(list ...string) []string { return list }

// Lists of arguments.
var (
	anySeat = []Arg{{Name: "seat", Type: SeatArg, Optional: true}}
	oneSeat = []Arg{{Name: "seat", Type: SeatArg}}
	text    = []Arg{{Name: "text", Type: TextArg}}
	person  = []Arg{{Name: "name", Type: PersonArg}}
	move    = []Arg{{Name: "action", Type: ActionArg}}
	premove = []Arg{{Name: "move", Type: ActionArg}}
	square  = []Arg{{Name: "square", Type: SquareArg}}
	choice  = []Arg{{Name: "choice", Type: ChoiceArg, Words: choiceWords()}}
	rotate  = []Arg{{Name: "rotate", Type: RotateArg, Optional: true, Words: []string{"rotate"}}}

	seatAndLevel = []Arg{{Name: "seat", Type: SeatArg, Optional: true}, {Name: "level", Type: LevelArg, Optional: true}}
)

// The texts with which people read about rematches: what the command does, and its argument.
const (
	RematchHelp = "offer or accept a rematch"
	RotateHelp  = "the seats or the first move pass to the next player"
)

// Commands contains a row for each kind of command.
var Commands = []CommandRow{
	{Sit, words("sit"), anySeat, InWaiting | InPlaying, ByAnyone, "take a seat", "sit", "", ""},
	{Stand, words("stand"), anySeat, InWaiting, BySeated, "leave your seat", "leave", "", ""},
	{Ready, words("ready"), nil, InWaiting, BySeated, "mark yourself ready; the game starts when everyone is ready", "ready", "", ""},
	{Unready, words("unready"), nil, InWaiting, BySeated, "mark yourself not ready", "ready", "", ""},
	{
		Play, words("move"), move, InPlaying, BySeated, "make a move, in plain notation or in the notation of the game",
		"move", "", "",
	},
	{
		Abort, words("abort"), nil, InPlaying, ByPlaying, "abort the game; possible until every seat has moved",
		"abort", "", "",
	},
	{PlayOn, words("play on"), nil, InPlaying, BySeated, "decline your team's resignation", "decline resignation", "", ""},
	{OfferDraw, words("draw"), nil, InPlaying, ByPlaying, "offer a draw", "offer draw", "", "="},
	{AcceptDraw, words("accept"), nil, InPlaying, ByPlaying, "accept the draw offer", "accept draw", "", ""},
	{DeclineDraw, words("decline"), nil, InPlaying, ByPlaying, "decline the draw offer, or withdraw yours", "decline draw", "", ""},
	{
		Lift, words("lift"), square, InPlaying, BySeated,
		"lift a piece at a touch-move table; you must then move it", "", "", "",
	},
	{
		Premove, words("premove", "later"), premove, InPlaying, BySeated,
		"enter a move to play as soon as your turn comes", "", "", "",
	},
	{CancelPremove, words("cancel premove"), nil, InPlaying, BySeated, "cancel your premove", "", "Premove cancelled", ""},
	{
		OfferTakeback, words("takeback", "undo"), nil, InPlaying, ByPlaying, "offer to take back your last move",
		"offer takeback", "", "ctrl+z",
	},
	{AcceptTakeback, words("accept takeback"), nil, InPlaying, ByPlaying, "accept the takeback", "accept takeback", "", ""},
	{
		DeclineTakeback, words("decline takeback"), nil, InPlaying, ByPlaying, "decline the takeback, or withdraw yours",
		"decline takeback", "", "",
	},
	{
		Vote, words("vote"), choice, InPlaying, ByPlaying,
		"vote on how to continue without a player who is away", "vote", "", "",
	},
	{Unvote, words("unvote"), nil, InPlaying, ByPlaying, "withdraw your vote", "vote", "", ""},
	{
		Chat, words("chat", "say"), text, Always, ByAnyone, "chat with everyone or, as a spectator, with spectators",
		"chat", "Sent", "'",
	},
	{
		TeamChat, words("team chat", "team"), text, InPlaying, BySeated, "chat with your partner; nobody else can read it",
		"team-chat", "Sent", "",
	},
	{
		AcceptChat, words("accept chat"), nil, InWaiting, BySeated, "agree before the game that the players can chat during it",
		"offer chat", "", "",
	},
	{DeclineChat, words("decline chat"), nil, InWaiting, BySeated, "withdraw your agreement to chat", "decline chat", "", ""},
	{Mute, words("mute"), person, Always, ByHost, "mute a person at your table", "", "", ""},
	{Unmute, words("unmute"), person, Always, ByHost, "let a muted person chat again at your table", "", "", ""},
	{Unseat, words("unseat"), oneSeat, InWaiting, ByHost, "remove a player who is not ready, or not present", "", "", ""},
	{
		AddBot, words("add bot", "bot"), seatAndLevel, InWaiting | InPlaying, ByHostOrPlaying,
		"add a bot; its level is 1 (weakest) to " + strconv.Itoa(player.MaxBotLevel), "add-bot", "", "",
	},
	{
		OfferRematch, words("rematch"), rotate, InFinished, BySeated,
		RematchHelp + `; with "rotate", ` + RotateHelp, "offer rematch", "", "r",
	},
	{
		DeclineRematch, words("decline rematch"), nil, InFinished, BySeated, "decline a rematch, or withdraw your offer",
		"decline rematch", "", "",
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

// Key returns the key of a screen that gives the command, or "" if there is none.
func (k CommandKind) Key() string {
	row, _ := k.Row()
	return row.Key
}

// Word returns the name under which help shows a command.
func (k CommandKind) Word() string {
	row, _ := k.Row()
	return row.Names[0]
}

// Called returns the row of the command that a typed line begins with, and the text after the
// name. It looks for a name of two words first. It returns nil if there is no such command.
func Called(line string) (row *CommandRow, rest string) {
	for n := 2; n > 0; n-- {
		name, rest := CutWords(line, n)
		if k := Named(name); k != 0 {
			row, _ := k.Row()
			return row, rest
		}
	}
	return nil, ""
}

// CutWords returns the first n words of a line in lower case, and the rest.
func CutWords(line string, n int) (words, rest string) {
	list := make([]string, n)
	for i := range list {
		list[i], line, _ = strings.Cut(strings.TrimSpace(line), " ")
	}
	return strings.ToLower(strings.Join(list, " ")), strings.TrimSpace(line)
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
