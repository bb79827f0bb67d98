package table

import "fmt"

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
)

// Refusal is why an act did not happen. Nothing changed.
type Refusal struct {
	Reason  Reason
	Subject string // what it is about, as the list of reasons says
	Hint    string // what would be right
	Cause   error  // CannotStore, SetAside: the fault, for logs; not for people
}

func refuse(r Reason) *Refusal { return &Refusal{Reason: r} }

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
		return fmt.Sprintf("an act's ID has at most %d bytes", maxActID)
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
		return "you are out of the game; those who still play agree on a draw"
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
	return "refused"
}
