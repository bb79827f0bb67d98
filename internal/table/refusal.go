package table

import (
	"errors"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// Reason is one way in which a table refuses a command. What the game's law
// refuses comes as a [*rules.Refusal] instead.
type Reason = refusal.Reason

// Refusal is why a command did not happen. Nothing has changed.
type Refusal = refusal.Error

// The reasons. What subject and hint hold is said behind each.
var (
	UnknownCommand      = &Reason{Code: "unasked", Text: "a table cannot do that; sit, stand, be ready, play, or offer a draw"}          // no such thing can be done
	ServerAction        = &Reason{Code: "tables-own", Text: "%[1]s is for the table to declare; move, resign, or offer or claim a draw"} // the action, which only the table declares
	NoName              = &Reason{Code: "nameless", Text: "choose a name first, then sit down"}                                          // who has no name cannot sit
	LongKey             = &Reason{Code: "long-key", Text: "the name of an act (its key, or --id) has at most " + strconv.Itoa(MaxCommandID) + " bytes"}
	NotSeated           = &Reason{Code: "not-seated", Text: "you have no seat at this table"}
	SeatTaken           = &Reason{Code: "seat-taken", Text: "%[1]s sits there; %[2]s"}                                                                          // who sits there; the seats that are open
	NoSuchSeat          = &Reason{Code: "no-such-seat", Text: "there is no seat %[1]s in this game; its seats are %[2]s"}                                       // the seat; the seats of this game
	Full                = &Reason{Code: "full", Text: "every seat is taken; you can watch"}                                                                     // no seat is open
	AccountsOnly        = &Reason{Code: "known-only", Text: "this table is rated, for people with a key and a name; you can watch, or open one with rated=off"} // a rated table, where guests and the nameless do not sit
	TooFast             = &Reason{Code: "too-fast", Text: "that is a lot at once; go on in %[1]s"}                                                              // how long to wait
	NotYourSeat         = &Reason{Code: "not-your-seat", Text: "%[1]s is not your seat; yours: %[2]s"}                                                          // the seat; the seats that are
	AlreadyStarted      = &Reason{Code: "already-began", Text: "the game has begun; who sits, sits until it ends"}
	NotStarted          = &Reason{Code: "not-begun", Text: "the game has not begun; it does when every seat is taken and everybody is ready"}
	GameOver            = &Reason{Code: "game-over", Text: "the game is over"}
	Stale               = &Reason{Code: "stale", Text: "the game went on meanwhile; the last action is %[1]s, so look again"} // the last action
	YouAreEliminated    = &Reason{Code: "out-of-game", Text: "you are out of the game; those who still play decide"}          // all seats of the player are out
	NoDrawOffer         = &Reason{Code: "no-offer", Text: "no draw is offered now; you can offer one"}
	NoProposal          = &Reason{Code: "no-proposal", Text: "nobody of your team wants to resign now; play on"}                                            // nobody of the team wants it to resign
	NoTouch             = &Reason{Code: "no-touch", Text: "touch and move is off at this table, so no man is lifted; just move"}                            // men are not lifted at this table
	CannotLift          = &Reason{Code: "unlifted", Text: "no man that you can move stands there; lift one that has a legal move"}                          // no man that can move stands there
	MustMoveLifted      = &Reason{Code: "touched", Text: "you have lifted %[1]s, so that is the one to move"}                                               // the man that was lifted, "the knight on b1"
	InUse               = &Reason{Code: "in-use", Text: "somebody is at the table"}                                                                         // somebody is there, so the table is not abandoned
	CannotStore         = &Reason{Code: "cannot-store", Text: "that could not be stored, so it did not happen; try again in a moment"}                      // nothing happened; the next try may succeed
	DiskFull            = &Reason{Code: "disk-full", Text: "the server's disk is full, so nothing was stored; tell the host of the server, then try again"} // nothing happened
	TableFailed         = &Reason{Code: "set-aside", Text: "this table was set aside after a fault; what was played is kept"}                               // a fault; the log is intact
	ServerStopping      = &Reason{Code: "stopped", Text: "the server is going down; the table waits for you to come back"}                                  // the server goes down
	HostOnly            = &Reason{Code: "host-only", Text: "only the host of this table can do that"}                                                       // only the host can do that
	ChatClosed          = &Reason{Code: "silent", Text: "talk is off while this game is on; it opens when it is over"}                                      // talk is off while the game is on
	NoChatOffer         = &Reason{Code: "silent-table", Text: "nobody is asked for consent to talk at this table"}                                          // at this table talk is off in any case, so there is nothing to consent to
	MutedByHost         = &Reason{Code: "muted", Text: "the host of this table has muted you; you can watch and play"}                                      // the host lets him say nothing
	ChatTooFast         = &Reason{Code: "talks-too-much", Text: "that is more than others can read; wait some seconds"}                                     // more lines than others can read
	TooManySeats        = &Reason{Code: "too-many-seats", Text: "one person has at most %[1]s here; stand up from one first"}                               // how many one person may have
	PlayerReady         = &Reason{Code: "not-idle", Text: "%[1]s is here and ready; only who is not can be asked to leave"}                                 // who sits there: is ready and present, or the host himself
	RemovedFromSeat     = &Reason{Code: "sent-away", Text: "you were asked to leave your seat; you can sit down again in %[1]s"}                            // how long he has to wait
	YourTurn            = &Reason{Code: "your-turn", Text: "it is %[1]s's turn, so just move"}                                                              // the seat: it moves at once, so nothing is kept for later
	PremovesOff         = &Reason{Code: "no-premove", Text: "with touch and move nothing is moved ahead of one's turn; wait for it"}                        // not with touch and move
	NotYourPiece        = &Reason{Code: "not-your-man", Text: "no man that you move stands on %[1]s; choose one of yours"}                                  // the square: no man of the seat's stands there
	NoPremove           = &Reason{Code: "nothing-kept", Text: "no move of yours is kept for later; you can set one"}                                        // no premove to take back
	NoTakeback          = &Reason{Code: "no-undo", Text: "nothing is taken back %[1]s; play on"}                                                            // why this table takes nothing back
	NothingToTakeBack   = &Reason{Code: "nothing-to-undo", Text: "you have made no move that could be taken back now"}                                      // no action of his since the last that stays
	TakebackOpen        = &Reason{Code: "undo-asked", Text: "%[1]s asks for that already; agree or refuse first"}                                           // who asks already
	TakebackWasDeclined = &Reason{Code: "undo-refused", Text: "that was refused; move again before you ask again"}                                          // that was refused already
	NoTakebackOffer     = &Reason{Code: "no-undo-asked", Text: "nobody asks to take a move back now; you can"}
	IsAdjourned         = &Reason{Code: "adjourned", Text: "the game is adjourned; it goes on when all are back, or when enough vote for it"} // the game is
	NotAdjourned        = &Reason{Code: "not-adjourned", Text: "the game is not adjourned; play on"}
	NobodyAway          = &Reason{Code: "nobody-gone", Text: "nobody is gone; without that, the only vote is to adjourn, which all have to want"}                          // so there is nothing to vote about
	NotAwayLong         = &Reason{Code: "not-gone-long", Text: "nobody is gone for long enough; vote for that in %[1]s, or to adjourn"}                                    // how long it takes yet
	NoSuchChoice        = &Reason{Code: "no-such-choice", Text: "vote for one of these: %[1]s"}                                                                            // the choices that there are
	NoVote              = &Reason{Code: "no-vote", Text: "you have not voted; you can"}                                                                                    // none to take back
	AlreadyPlaying      = &Reason{Code: "you-play", Text: "you play here already; the seat is for somebody else"}                                                          // who plays here takes no seat of another
	NotOver             = &Reason{Code: "not-over", Text: "the game is not over; ask for a rematch when it is"}                                                            // no rematch before the end
	DidNotPlay          = &Reason{Code: "did-not-play", Text: "the rematch is for those who played here; open a table of your own"}                                        // the rematch is for those who played
	HasRematch          = &Reason{Code: "has-rematch", Text: "the rematch is at table %[1]s"}                                                                              // the table's number
	PeopleOnly          = &Reason{Code: "people-only", Text: "this table is rated, for people; programs play where rated is off, or where the house rates them"}           // a rated table, where no such program sits
	SeatReserved        = &Reason{Code: "kept-seat", Text: "that seat is kept for %[1]s, who plays there at this evening; you can watch"}                                  // for whom, at an evening
	NoBots              = &Reason{Code: "no-bots", Text: "no bots play in this house"}                                                                                     // none play in this house
	NoSuchLevel         = &Reason{Code: "no-such-level", Text: "there is no level %[1]s; bots play from 1, whom a beginner beats, to " + strconv.Itoa(player.MaxBotLevel)} // the number that was asked for
	TooManyAdmitted     = &Reason{Code: "many-admitted", Text: "a private table is opened to %[1]s people at most"}                                                        // how many a private table is opened to at most
	MutedInClub         = &Reason{Code: "muted-in-house", Text: "you are muted in this house %[1]s; you can watch and play"}                                               // until when
	RatedMembersOnly    = &Reason{Code: "members-rate", Text: "games of members alone are rated in this house; you can watch, or open one with rated=off"}                 // the house counts games of members alone
	AlreadyEliminated   = &Reason{Code: "out-already", Text: "who is out cannot be given the game; still playing: %[1]s"}                                                  // the seats that still play: the game can be given to them alone
	NoSuchPlayer        = &Reason{Code: "not-there", Text: "nobody of that name has a seat at this table"}                                                                 // who was named has no seat
	BadDays             = &Reason{Code: "bad-days", Text: "clock=%[1]s: days for a move are 1d to " + strconv.Itoa(maxDays) + "d"}
	BadClock            = &Reason{Code: "bad-clock", Text: "clock=%[1]s: write none, or minutes (1 to " + strconv.Itoa(maxMinutes) + ") and seconds a move (0 to " + strconv.Itoa(maxSeconds) + ") like 5+10, or with a delay like 5d10, or days for each move like 3d"}
	NoSuchTable         = &Reason{Code: "no-such-table", Text: "there is no such table"}
	GamesPaused         = &Reason{Code: "games-paused", Text: "no new games start now, because the server restarts soon; running games go on"} // before a restart
)

// NotStored returns the refusal of a command whose events could not be stored: the log's own, or
// [CannotStore].
func NotStored(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return &Refusal{Reason: CannotStore, Cause: err}
}

func Refuse(r *Reason) *Refusal { return &Refusal{Reason: r} }

func RefuseAbout(r *Reason, subject string) *Refusal { return &Refusal{Reason: r, Subject: subject} }
