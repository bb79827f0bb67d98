package table

import (
	"fmt"

	"quadrille/internal/player"
)

// Reason says why a table refused an act. The list is closed; programs switch
// on it. What the game's law refuses comes as a [*rules.Refusal] instead.
type Reason uint8

// The reasons. What Subject and Hint hold is said behind each.
const (
	NoReason     Reason = iota
	Unasked             // -: no such thing can be done
	TablesOwn           // the action, which only the table declares
	Nameless            // -: who has no name cannot sit
	LongID              // -
	NotSeated           // -
	SeatTaken           // who sits there; the seats that are open
	NoSuchSeat          // the seat; the seats of this game
	Full                // -: no seat is open
	KnownOnly           // -: a rated table, where guests and the nameless do not sit
	TooFast             // how long to wait
	NotYourSeat         // the seat; the seats that are
	AlreadyBegan        // -
	NotBegan            // -
	GameOver            // -
	Stale               // the last action
	OutOfGame           // -: all seats of the player are out
	NoOffer             // -
	NoProposal          // -: nobody of the team wants it to resign
	NoTouch             // -: men are not lifted at this table
	Unlifted            // -: no man that can move stands there
	Touched             // the man that was lifted, "the knight on b1"
	InUse               // -: somebody is there, so the table is not abandoned
	CannotStore         // -: nothing happened; the next try may succeed
	SetAside            // -: a fault; the log is intact
	Stopped             // -: the server goes down

	HostOnly      // -: only the host can do that
	Silent        // -: talk is off while the game is on
	SilentTable   // -: at this table talk is off in any case, so there is nothing to consent to
	MutedHere     // -: the host lets him say nothing
	TalksTooMuch  // -: more lines than others can read
	TooManySeats  // how many one person may have
	NotIdle       // who sits there: is ready and present, or the host himself
	SentAwayNow   // how long he has to wait
	YourTurn      // the seat: it moves at once, so nothing is kept for later
	NoPremove     // -: not with touch and move
	NotYourMan    // the square: no man of the seat's stands there
	NothingKept   // -: no premove to take back
	NoUndo        // why this table takes nothing back
	NothingToUndo // -: no action of his since the last that stays
	UndoAsksNow   // who asks already
	UndoWasNo     // -: that was refused already
	NoUndoAsked   // -
	IsAdjourned   // -: the game is
	NotAdjourned  // -
	NobodyGone    // -: so there is nothing to vote about
	NotGoneLong   // how long it takes yet
	NoSuchChoice  // the choices that there are
	NoVote        // -: none to take back
	YouPlay       // -: who plays here takes no seat of another
	NotOver       // -: no rematch before the end
	DidNotPlay    // -: the rematch is for those who played
	HasRematch    // the table's number
	PeopleOnly    // -: a rated table, where no such program sits

	KeptSeat // for whom, at an evening

	NoBots      // -: none play in this house
	NoSuchLevel // the number that was asked for

	ManyAdmitted // how many a private table is opened to at most
	MutedInHouse // until when
	MembersRate  // -: the house counts games of members alone
	OutAlready   // the seats that still play: the game can be given to them alone
	NotThere     // -: who was named has no seat
	GamesPaused  // -: no new games start before a restart
)

// Refusal is why an act did not happen. Nothing changed.
type Refusal struct {
	Reason  Reason
	Subject string // what it is about, as the list of reasons says
	Hint    string // what would be right
	Cause   error  // CannotStore, SetAside: the fault, for logs; not for people
}

func refuse(r Reason) *Refusal { return &Refusal{Reason: r} }

func about(r Reason, subject string) *Refusal { return &Refusal{Reason: r, Subject: subject} }

// Unwrap is the fault beneath, if any.
func (r *Refusal) Unwrap() error { return r.Cause }

// Error is the refusal in words for a person: one sentence without a full stop.
func (r *Refusal) Error() string {
	s, h := r.Subject, r.Hint
	switch r.Reason {
	case Unasked:
		return "a table cannot do that; sit, stand, be ready, play, or offer a draw"
	case TablesOwn:
		return fmt.Sprintf("%s is for the table to declare; move, resign, or offer or claim a draw", s)
	case Nameless:
		return "choose a name first, then sit down"
	case LongID:
		return fmt.Sprintf("the name of an act (its key, or --id) has at most %d bytes", maxActID)
	case NotSeated:
		return "you have no seat at this table"
	case SeatTaken:
		return fmt.Sprintf("%s sits there; %s", s, h)
	case NoSuchSeat:
		return fmt.Sprintf("there is no seat %s in this game; its seats are %s", s, h)
	case Full:
		return "every seat is taken; you can watch"
	case KnownOnly:
		return "this table is rated, for people with a key and a name; you can watch, or open one with rated=off"
	case PeopleOnly:
		return "this table is rated, for people; programs play where rated is off, or where the house rates them"
	case NotYourSeat:
		return fmt.Sprintf("%s is not your seat; yours: %s", s, h)
	}
	return r.circumstance()
}

// circumstance is the refusals that lie in how things stand.
func (r *Refusal) circumstance() string {
	switch r.Reason {
	case AlreadyBegan:
		return "the game has begun; who sits, sits until it ends"
	case NotBegan:
		return "the game has not begun; it does when every seat is taken and everybody is ready"
	case GameOver:
		return "the game is over"
	case Stale:
		return fmt.Sprintf("the game went on meanwhile; the last action is %s, so look again", r.Subject)
	case TooFast:
		return fmt.Sprintf("that is a lot at once; go on in %s", r.Subject)
	case OutOfGame:
		return "you are out of the game; those who still play decide"
	case NoOffer:
		return "no draw is offered now; you can offer one"
	case NoProposal:
		return "nobody of your team wants to resign now; play on"
	case NoTouch:
		return "touch and move is off at this table, so no man is lifted; just move"
	case Unlifted:
		return "no man that you can move stands there; lift one that has a legal move"
	case Touched:
		return fmt.Sprintf("you have lifted %s, so that is the one to move", r.Subject)
	case InUse:
		return "somebody is at the table"
	case CannotStore:
		return "that could not be stored, so it did not happen; try again in a moment"
	case SetAside:
		return "this table was set aside after a fault; what was played is kept"
	case Stopped:
		return "the server is going down; the table waits for you to come back"
	}
	return r.sitting()
}

// sitting is the refusals of what people do with each other at a table.
func (r *Refusal) sitting() string {
	switch r.Reason {
	case HostOnly:
		return "only the host of this table can do that"
	case Silent:
		return "talk is off while this game is on; it opens when it is over"
	case SilentTable:
		return "nobody is asked for consent to talk at this table"
	case MutedHere:
		return "the host of this table has muted you; you can watch and play"
	case TalksTooMuch:
		return "that is more than others can read; wait some seconds"
	case NoBots:
		return "no bots play in this house"
	case NoSuchLevel:
		return fmt.Sprintf("there is no level %s; bots play from 1, whom a beginner beats, to %d", r.Subject, player.BotLevels)
	case KeptSeat:
		return fmt.Sprintf("that seat is kept for %s, who plays there at this evening; you can watch", r.Subject)
	case TooManySeats:
		return fmt.Sprintf("one person has at most %s here; stand up from one first", r.Subject)
	case NotIdle:
		return fmt.Sprintf("%s is here and ready; only who is not can be asked to leave", r.Subject)
	case SentAwayNow:
		return fmt.Sprintf("you were asked to leave your seat; you can sit down again in %s", r.Subject)
	case ManyAdmitted:
		return fmt.Sprintf("a private table is opened to %s people at most", r.Subject)
	case MutedInHouse:
		return fmt.Sprintf("you are muted in this house %s; you can watch and play", r.Subject)
	case MembersRate:
		return "games of members alone are rated in this house; you can watch, or open one with rated=off"
	case OutAlready:
		return fmt.Sprintf("who is out cannot be given the game; still playing: %s", r.Subject)
	case GamesPaused:
		return "no new games start now, because the server restarts soon; running games go on"
	case NotThere:
		return "nobody of that name has a seat at this table"
	case YouPlay:
		return "you play here already; the seat is for somebody else"
	}
	return r.byThemselves()
}

// byThemselves is the refusals of premoves and undoing.
func (r *Refusal) byThemselves() string {
	switch r.Reason {
	case YourTurn:
		return fmt.Sprintf("it is %s's turn, so just move", r.Subject)
	case NoPremove:
		return "with touch and move nothing is moved ahead of one's turn; wait for it"
	case NotYourMan:
		return fmt.Sprintf("no man that you move stands on %s; choose one of yours", r.Subject)
	case NothingKept:
		return "no move of yours is kept for later; you can set one"
	case NoUndo:
		return fmt.Sprintf("nothing is taken back %s; play on", r.Subject)
	case NothingToUndo:
		return "you have made no move that could be taken back now"
	case UndoAsksNow:
		return fmt.Sprintf("%s asks for that already; agree or refuse first", r.Subject)
	case UndoWasNo:
		return "that was refused; move again before you ask again"
	case NoUndoAsked:
		return "nobody asks to take a move back now; you can"
	}
	return r.voting()
}

// voting is the refusals of votes and of rematches.
func (r *Refusal) voting() string {
	switch r.Reason {
	case IsAdjourned:
		return "the game is adjourned; it goes on when all are back, or when enough vote for it"
	case NotAdjourned:
		return "the game is not adjourned; play on"
	case NobodyGone:
		return "nobody is gone; without that, the only vote is to adjourn, which all have to want"
	case NotGoneLong:
		return fmt.Sprintf("nobody is gone for long enough; vote for that in %s, or to adjourn", r.Subject)
	case NoSuchChoice:
		return fmt.Sprintf("vote for one of these: %s", r.Subject)
	case NoVote:
		return "you have not voted; you can"
	case NotOver:
		return "the game is not over; ask for a rematch when it is"
	case DidNotPlay:
		return "the rematch is for those who played here; open a table of your own"
	case HasRematch:
		return fmt.Sprintf("the rematch is at table %s", r.Subject)
	}
	return "refused"
}
