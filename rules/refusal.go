package rules

import (
	"cmp"
	"fmt"
	"strings"
)

// Reason is a reason to refuse an action (G8): a code for programs and a sentence for
// players. Reasons are compared by address. Codes are part of the JSON API: do not rename
// them.
type Reason struct {
	Code string
	// Text is a format for a sentence without a full stop: %[1]s is the subject of the refusal
	// and %[2]s its hint.
	Text string
	// Hint is the text for %[2]s in refusals that have no hint of their own.
	Hint string
}

// The reasons that games share. The comment after a reason tells what its text shows:
// %[1]s or %[1]q is the subject of the refusal, and %[2]s is its hint.
var (
	// %[1]q: the text; %[2]s: a legal action, if one is known
	Unreadable = &Reason{"unreadable", "%[1]q is not a move; write it like %[2]s", "a2-a4"}
	// %[1]q: the name of a square; %[2]s: the range of squares
	UnknownSquare = &Reason{"unknown-square", "there is no square %[1]q; the squares go from %[2]s", ""}
	// %[1]q: the name of a seat; %[2]s: the names of all seats
	UnknownSeat = &Reason{"unknown-seat", "there is no seat %[1]q; the seats are %[2]s", ""}
	// %[1]q: the letter of a piece; %[2]s: the pieces that it can become
	UnknownPromotion = &Reason{"unknown-promotion", "a pawn cannot become %[1]q; choose %[2]s", ""}
	GameOver         = &Reason{"game-over", "the game is over", ""}
	// %[1]s: the seat that was named; %[2]s: the seat to move
	NotYourTurn = &Reason{"not-your-turn", "it is not %[1]s's turn; %[2]s is to move", ""}
	// %[1]s: the square
	NoPiece = &Reason{"no-piece", "there is no piece on %[1]s", ""}
	// %[1]s: the square; %[2]s: the seat or army of the piece
	NotYourPiece = &Reason{"not-your-piece", "the piece on %[1]s belongs to %[2]s", ""}
	// %[1]s: the destination; %[2]s: the army of the piece there
	OwnPiece = &Reason{"own-piece", "you cannot capture the piece on %[1]s: it belongs to %[2]s", ""}
	// %[1]s: the piece; %[2]s: the destination
	CannotMove = &Reason{"cannot-move", "%[1]s cannot move to %[2]s", ""}
	// %[1]s: the piece's square; %[2]s: the square of the blocking piece
	Blocked = &Reason{"blocked", "the piece on %[1]s is blocked by the piece on %[2]s", ""}
	// %[1]s: the king's square
	KingNotCapturable = &Reason{"king-not-capturable", "the king on %[1]s cannot be captured", ""}
	// %[1]s: the action
	LeavesCheck = &Reason{"leaves-check", "%[1]s leaves your king in check", ""}
	// %[1]s: the action
	StillInCheck = &Reason{"still-in-check", "your king is in check and %[1]s does not stop the check", ""}
	// %[1]s: the action; %[2]s: the partner
	ExposesPartner = &Reason{"exposes-partner", "%[1]s exposes the king of your partner %[2]s to check", ""}
	// %[1]s: the action; %[2]s: the promotions to choose from
	NeedsPromotion = &Reason{"needs-promotion", "this move promotes the pawn: add %[2]s to %[1]s", ""}
	// %[1]s: the destination
	NoPromotion = &Reason{"no-promotion", "a move to %[1]s does not promote a pawn; leave the promotion out", ""}
	// %[1]s: the king's square; %[2]s: the rook's corner
	CastlingLost = &Reason{"castling-lost", "the king on %[1]s cannot castle: it or the rook from %[2]s has moved", ""}
	// %[1]s: the seat; %[2]s: since when it has been out of the game, if that is known
	NotInGame = &Reason{"not-in-game", "%[1]s has been out of the game %[2]s", "since it was eliminated"}
	// %[1]s: the numbers of repetitions and quiet plies that a claim needs, and the numbers so far
	NoClaim = &Reason{"no-claim", "no draw can be claimed: %[1]s", ""}
	// %[1]s: a kind of action or item that this game does not have
	NotInThisGame = &Reason{"not-in-this-game", "this game has no %[1]s", ""}
	// %[1]q: the text; %[2]s: the actions that it could mean
	Ambiguous = &Reason{"ambiguous", "%[1]q is ambiguous: it could be %[2]s", ""}
	// %[1]s: the kind of piece; %[2]s: the destination
	NoMatchingMove = &Reason{"no-matching-move", "you have no %[1]s that can move to %[2]s", ""}
)

// String returns the reason's code.
func (r *Reason) String() string { return r.Code }

// Refusal reports why an action was refused. A refused action changes nothing.
type Refusal struct {
	Reason  *Reason
	Subject string // what was refused, such as a square; the comment on each [Reason] says what its subject is
	Hint    string // what would be correct, or what prevents the action
}

// Refuse returns a refusal for the given reason.
func Refuse(r *Reason, subject, hint string) *Refusal { return &Refusal{r, subject, hint} }

// Error returns the refusal as a sentence without a full stop.
func (r *Refusal) Error() string {
	if !strings.Contains(r.Reason.Text, "%") {
		return r.Reason.Text
	}
	text := fmt.Sprintf(r.Reason.Text, r.Subject, cmp.Or(r.Hint, r.Reason.Hint))
	return strings.TrimRight(text, " ")
}
