package table

import (
	"errors"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// Reason is a reason for which a table refuses a command. A move that breaks the rules of
// the game is refused with a [*rules.Refusal] instead.
type Reason = refusal.Reason

// Refusal is the error for a command that the table did not carry out.
type Refusal = refusal.Error

// The reasons for which a table refuses a command. The comment after a reason explains the
// arguments of its text: %[1]s is the Subject of the refusal, and %[2]s is the Hint.
var (
	UnknownCommand = &Reason{Code: "unknown-command", Text: "a table has no such command; run one of its commands"}
	// %[1]s is the action
	ServerAction = &Reason{Code: "server-action", Text: "only the server declares %[1]s; move, resign, or offer or claim a draw"}
	NoName       = &Reason{Code: "no-name", Text: "you have no name yet; choose one first"}
	LongKey      = &Reason{
		Code: "long-key",
		Text: "the ID of a command (--id) is too long; use at most " + strconv.Itoa(MaxCommandID) + " bytes",
	}
	NotSeated = &Reason{Code: "not-seated", Text: "you have no seat at this table"}
	// %[1]s is the player; %[2]s says which seats are open
	SeatTaken = &Reason{Code: "seat-taken", Text: "%[1]s has that seat; %[2]s"}
	// %[1]s is the seat; %[2]s lists the seats of this game
	NoSuchSeat   = &Reason{Code: "no-such-seat", Text: "there is no seat %[1]s in this game; its seats: %[2]s"}
	Full         = &Reason{Code: "full", Text: "every seat is taken; you can watch"}
	AccountsOnly = &Reason{Code: "accounts-only", Text: "rated games need an account (a key and a name); watch, or use rated=off"}
	TooFast      = &Reason{Code: "too-fast", Text: "too many commands at once; try again in %[1]s"} // %[1]s is the time to wait
	// %[1]s is the seat; %[2]s lists the player's seats
	NotYourSeat      = &Reason{Code: "not-your-seat", Text: "%[1]s is not your seat; yours: %[2]s"}
	AlreadyStarted   = &Reason{Code: "already-started", Text: "the game has started; that command works only before the start"}
	NotStarted       = &Reason{Code: "not-started", Text: "the game starts when every seat is taken and every player is ready"}
	GameOver         = &Reason{Code: "game-over", Text: "the game is over"}
	Stale            = &Reason{Code: "stale", Text: "the position has changed; the last move is %[1]s"} // %[1]s is the last move
	YouAreEliminated = &Reason{Code: "eliminated", Text: "you are eliminated; only players still in the game can do that"}
	NoDrawOffer      = &Reason{Code: "no-draw-offer", Text: "there is no draw offer; you can make one"}
	NoProposal       = &Reason{Code: "no-proposal", Text: "nobody in your team has proposed to resign; continue the game"}
	AllHaveMoved     = &Reason{Code: "all-have-moved", Text: "every seat has moved, so the game cannot be aborted; you can resign"}
	CannotAbort      = &Reason{Code: "cannot-abort", Text: "this game began under an older release that had no abort; you can resign"}
	NoTouch          = &Reason{Code: "no-touch", Text: "touch-move is off at this table; move without lifting"}
	CannotLift       = &Reason{Code: "cannot-lift", Text: "you have no piece there that can move; lift another"}
	// %[1]s is the piece, such as "the knight on b1"
	MustMoveLifted = &Reason{Code: "must-move-lifted", Text: "you touched %[1]s, so it must move"}
	InUse          = &Reason{Code: "in-use", Text: "the table stays open while a player is connected to it"}
	CannotRead     = &Reason{Code: "cannot-read", Text: "the server could not read that; try again in a moment"}
	CannotStore    = &Reason{Code: "cannot-store", Text: "the server could not store that; try again in a moment"}
	InDoubt        = &Reason{Code: "in-doubt", Text: "not stored yet; it is not known whether it will be; try again in a moment"}
	DiskFull       = &Reason{Code: "disk-full", Text: "the server's disk is full; tell its operator, then try again"}
	TableFailed    = &Reason{Code: "table-failed", Text: "the table stopped after an internal error; the moves so far are stored"}
	ServerStopping = &Reason{Code: "server-stopping", Text: "the server is stopping; everything is stored, so connect again in a minute"}
	HostOnly       = &Reason{Code: "host-only", Text: "only the host of this table can do that"}
	ChatClosed     = &Reason{Code: "chat-closed", Text: "chat is off during this game; you can chat after the game"}
	NoTeamChat     = &Reason{Code: "no-team-chat", Text: "this game has no team chat; partners have one only if the rules allow it"}
	NoChatOffer    = &Reason{Code: "no-chat-offer", Text: "at this table, players cannot turn chat on or off"}
	MutedByHost    = &Reason{Code: "muted", Text: "the host of this table has muted you; you can still watch and play"}
	ChatTooFast    = &Reason{Code: "chat-too-fast", Text: "too many chat lines; wait a few seconds"}
	// %[1]s is the limit, such as "2 seats"
	TooManySeats = &Reason{Code: "too-many-seats", Text: "you can have at most %[1]s at this table; leave a seat first"}
	// %[1]s is the player
	PlayerReady = &Reason{Code: "player-ready", Text: "%[1]s is present and ready; only an absent or unready player can be removed"}
	// %[1]s is the time to wait
	RemovedFromSeat = &Reason{Code: "removed-from-seat", Text: "you were removed from your seat; you can sit again in %[1]s"}
	// %[1]s is the number of games, %[2]s the time to wait
	PairingPaused = &Reason{
		Code: "pairing-paused",
		Text: "you left %[1]s games today; join others in %[2]s, or play bots now",
	}
	// %[1]s is the seat
	YourTurn    = &Reason{Code: "your-turn", Text: "it is %[1]s's turn; make a move, not a premove"}
	PremovesOff = &Reason{Code: "premoves-off", Text: "premoves are off with touch-move; wait for your turn"}
	// %[1]s is the square
	NotYourPiece = &Reason{Code: "premove-not-your-piece", Text: "you have no piece on %[1]s; choose one of yours"}
	NoPremove    = &Reason{Code: "no-premove", Text: "you have no premove to cancel"}
	// %[1]s is the kind of game, such as "in a rated game"
	NoTakeback        = &Reason{Code: "no-takeback", Text: "there are no takebacks %[1]s; play on"}
	NothingToTakeBack = &Reason{Code: "nothing-to-take-back", Text: "you have no move to take back"}
	// %[1]s is the player
	TakebackOpen        = &Reason{Code: "takeback-open", Text: "%[1]s has offered a takeback; accept or decline it first"}
	TakebackWasDeclined = &Reason{Code: "takeback-declined", Text: "that takeback was declined; move before you offer another"}
	NoTakebackOffer     = &Reason{Code: "no-takeback-offer", Text: "there is no takeback offer; you can make one"}
	IsAdjourned         = &Reason{Code: "adjourned", Text: "the game is adjourned until all are back, or enough players vote to resume"}
	NotAdjourned        = &Reason{Code: "not-adjourned", Text: "the game is not adjourned; play on"}
	NobodyAway          = &Reason{Code: "nobody-away", Text: "no player is away; you can only vote to adjourn, and all must agree"}
	// %[1]s is the time to wait
	NotAwayLong = &Reason{Code: "not-away-long", Text: "in %[1]s, you can vote to open or resign the seat; until then, wait or adjourn"}
	// %[1]s lists the choices
	NoSuchChoice   = &Reason{Code: "no-such-choice", Text: "there is no such choice; vote for one of: %[1]s"}
	NoVote         = &Reason{Code: "no-vote", Text: "you have not voted"}
	AlreadyPlaying = &Reason{Code: "already-playing", Text: "you already have a seat in this game; the open seat is for another player"}
	NotOver        = &Reason{Code: "not-over", Text: "the game is not over; offer a rematch after the end"}
	DidNotPlay     = &Reason{Code: "did-not-play", Text: "only the players of this game can have a rematch; open a table of your own"}
	HasRematch     = &Reason{Code: "has-rematch", Text: "the rematch is at table %[1]s"} // %[1]s is the number of the table
	PeopleOnly     = &Reason{Code: "people-only", Text: "this rated table is for people only; play at a table with rated=off"}
	// %[1]s is the player
	SeatReserved = &Reason{Code: "seat-reserved", Text: "that seat is reserved for %[1]s, for this evening; you can watch"}
	NoBots       = &Reason{Code: "no-bots", Text: "this server has no bots"}
	// %[1]s is the level
	NoSuchLevel = &Reason{
		Code: "no-such-level",
		Text: "there is no level %[1]s; use 1 (weakest) to " + strconv.Itoa(player.MaxBotLevel) + " (strongest)",
	}
	// %[1]s is the limit
	TooManyAdmitted = &Reason{Code: "too-many-admitted", Text: "a private table admits at most %[1]s people"}
	// %[1]s says when the mute ends
	MutedInClub      = &Reason{Code: "muted-in-club", Text: "you are muted in this club %[1]s; you can watch and play"}
	RatedMembersOnly = &Reason{
		Code: "rated-members-only",
		Text: "rated games here are for members; watch, or open a table with rated=off",
	}
	// %[1]s lists the remaining seats
	AlreadyEliminated = &Reason{Code: "already-eliminated", Text: "an eliminated player cannot win; still in the game: %[1]s"}
	NoSuchPlayer      = &Reason{Code: "no-such-player", Text: "no player of that name has a seat at this table"}
	BadDays           = &Reason{
		Code: "bad-days",
		Text: "clock=%[1]s: the days for each move must be from 1d to " + strconv.Itoa(maxDays) + "d",
	}
	BadClock = &Reason{
		Code: "bad-clock",
		Text: "clock=%[1]s: write none, 5+10 or 5d10 (1 to " + strconv.Itoa(
			maxMinutes,
		) + " min, 0 to " + strconv.Itoa(
			maxSeconds,
		) + " s) or 3d (days)",
	}
	NoSuchTable = &Reason{Code: "no-such-table", Text: "there is no such table; run \"tables\" for a list"}
	GamesPaused = &Reason{Code: "games-paused", Text: "no new games start before the server restarts; running games continue"}
)

// NotStored returns the refusal of a command whose events could not be stored: [InDoubt] if the
// events may have been stored, or else the refusal that err wraps, or else [CannotStore], with err as
// the cause.
func NotStored(err error) *Refusal {
	var r *Refusal
	switch {
	case errors.Is(err, ErrUnsure):
		return &Refusal{Reason: InDoubt, Cause: err}
	case errors.As(err, &r):
		return r
	}
	return &Refusal{Reason: CannotStore, Cause: err}
}

// Refuse returns a refusal without a subject, which is shared: do not change it.
func Refuse(r *Reason) *Refusal { return r.Refuse() }

func RefuseAbout(r *Reason, subject string) *Refusal { return &Refusal{Reason: r, Subject: subject} }
