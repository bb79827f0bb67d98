package rules

import (
	"cmp"
	"fmt"
	"strings"
)

// Reason says why an action was refused (G8). The list is closed; programs
// switch on it. Sent to other programs by name: do not rename.
type Reason uint8

// The reasons. What Subject and Hint hold is said behind each.
const (
	NoReason         Reason = iota
	Unreadable              // the text; an action that is legal now, if one is known
	UnknownSquare           // the word; the board's squares
	UnknownSeat             // the word; the seats
	UnknownPromotion        // the letter; the choices
	GameOver                // -
	NotYourTurn             // the seat that was named; the seat to move
	NoMan                   // the square
	NotYours                // the square; the army that stands there
	OwnMan                  // the square aimed at; the man that stands there
	NotSo                   // the man; what it was asked to do
	Blocked                 // the man; the square that blocks
	KingStays               // the square of the king that cannot be taken
	LeavesCheck             // the action
	StillCheck              // the action: the king stands in check and would go on to
	NeedsPromotion          // the action; the choices
	NoPromotion             // the square, which promotes nobody
	PawnMayNotTake          // the square: a kept right to take the pawn in passing stands (C12)
	CastlingLost            // the king; the rook's corner
	CastlingAttacked        // the square that is attacked
	NotInGame               // the seat; since when, if that is known
	NoClaim                 // what stands: repetitions and quiet plies
	NoChoice                // the army named; the armies to choose from
	MustChoose              // -; the armies to choose from
	NotInThisGame           // what this game does not have
	Ambiguous               // the text; the readings
	MovedAlready            // the man: it moved in the first half of this double move
	KingAtHome              // the square of the king, which does not leave its part of the board
	OpensPartner            // the action; the partner
	InertMan                // the square aimed at; the army, which is in checkmate
	MustRemove              // -; a removal as it is written
	NoRemoval               // the man, whose player can move
	OtherRemoval            // the man; the removals that are open
	NoneFits                // the kind of man; the square: none of them goes there
	reasonCount
)

var reasonNames = [reasonCount]string{
	NoReason:         "none",
	Unreadable:       "unreadable",
	UnknownSquare:    "unknown-square",
	UnknownSeat:      "unknown-seat",
	UnknownPromotion: "unknown-promotion",
	GameOver:         "game-over",
	NotYourTurn:      "not-your-turn",
	NoMan:            "no-man",
	NotYours:         "not-yours",
	OwnMan:           "own-man",
	NotSo:            "not-so",
	Blocked:          "blocked",
	KingStays:        "king-stays",
	LeavesCheck:      "leaves-check",
	StillCheck:       "still-check",
	NeedsPromotion:   "needs-promotion",
	NoPromotion:      "no-promotion",
	PawnMayNotTake:   "pawn-may-not-take",
	CastlingLost:     "castling-lost",
	CastlingAttacked: "castling-attacked",
	NotInGame:        "not-in-game",
	NoClaim:          "no-claim",
	NoChoice:         "no-choice",
	MustChoose:       "must-choose",
	NotInThisGame:    "not-in-this-game",
	Ambiguous:        "ambiguous",
	MovedAlready:     "moved-already",
	KingAtHome:       "king-at-home",
	OpensPartner:     "opens-partner",
	InertMan:         "inert-man",
	MustRemove:       "must-remove",
	NoRemoval:        "no-removal",
	OtherRemoval:     "other-removal",
	NoneFits:         "none-fits",
}

// String is the reason's name for programs.
func (r Reason) String() string { return reasonNames[r] }

// Refusal is why an action did not happen. Nothing changed.
type Refusal struct {
	Reason  Reason
	Subject string // what it is about, as the list of reasons says
	Hint    string // what would be right, or what stands in the way
}

func refuse(r Reason, subject, hint string) *Refusal { return &Refusal{r, subject, hint} }

// Refuse is a refusal, for a game's own law.
func Refuse(r Reason, subject, hint string) *Refusal { return refuse(r, subject, hint) }

// Error is the refusal in words for a person: one sentence without a full stop.
func (r *Refusal) Error() string {
	s, h := r.Subject, r.Hint
	switch r.Reason {
	case Unreadable:
		return fmt.Sprintf("%q is not a move; write it like %s", s, cmp.Or(h, "a2-a4"))
	case UnknownSquare:
		return fmt.Sprintf("there is no square %q; the squares go from %s", s, h)
	case UnknownSeat:
		return fmt.Sprintf("there is no seat %q; the seats are %s", s, h)
	case UnknownPromotion:
		return fmt.Sprintf("a pawn cannot become %q; it becomes %s", s, h)
	case GameOver:
		return "the game is over"
	case NotYourTurn:
		return fmt.Sprintf("it is not %s's turn; %s is to move", s, h)
	case NoMan:
		return fmt.Sprintf("no man stands on %s", s)
	case NotYours:
		return fmt.Sprintf("the man on %s is %s's", s, h)
	case OwnMan:
		return fmt.Sprintf("%s is held by %s, which you may not take", s, h)
	case NotSo:
		return fmt.Sprintf("%s does not move to %s", s, h)
	case Blocked:
		return fmt.Sprintf("the way of %s is blocked on %s", s, h)
	case KingStays:
		return fmt.Sprintf("the king on %s still plays and cannot be taken", s)
	case LeavesCheck:
		return fmt.Sprintf("%s leaves your king in check", s)
	case StillCheck:
		return fmt.Sprintf("your king is in check and %s does not end it", s)
	case NeedsPromotion:
		return fmt.Sprintf("the pawn becomes a piece there: add %s to %s", h, s)
	case NoPromotion:
		return fmt.Sprintf("nothing is promoted on %s", s)
	case PawnMayNotTake:
		return fmt.Sprintf("the pawn on %s may move but not take while it can still be taken in passing", s)
	case CastlingLost:
		return fmt.Sprintf("%s cannot castle: king or rook has moved, or the rook of %s is gone", s, h)
	case CastlingAttacked:
		return fmt.Sprintf("the king cannot castle while %s is attacked", s)
	case NotInGame:
		return strings.TrimRight(s+" is out of the game "+h, " ")
	case NoClaim:
		return "no draw can be claimed: " + s
	case NoChoice:
		return fmt.Sprintf("army %s cannot be chosen now; %s", s, h)
	case MustChoose:
		return "first choose which army to keep: " + h
	case NotInThisGame:
		return "this game has no " + s
	case NoneFits:
		return fmt.Sprintf("no %s of yours goes to %s", s, h)
	case Ambiguous:
		return fmt.Sprintf("%q could be %s", s, h)
	case MovedAlready:
		return fmt.Sprintf("%s has moved in this double move already", s)
	case KingAtHome:
		return fmt.Sprintf("the king on %s does not leave his own half of the board", s)
	case OpensPartner:
		return fmt.Sprintf("%s opens the king of your partner %s to check", s, h)
	case InertMan:
		return fmt.Sprintf("the man on %s cannot be taken: %s is in checkmate, and its men are inert", s, h)
	case MustRemove:
		return fmt.Sprintf("you have no move: take one of your men off the board, like %s", h)
	case NoRemoval:
		return fmt.Sprintf("%s stays on the board while any of your men can move", s)
	case OtherRemoval:
		return fmt.Sprintf("%s is not the man to take off now; you may write %s", s, h)
	}
	return "refused"
}
