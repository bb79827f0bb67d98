package rules

import (
	"cmp"
	"fmt"
	"strings"
)

// Reason is one way to refuse an action (G8): a row with the code that programs
// switch on and the sentence for people. Reasons are compared by address. The
// kernel lists those that several games share; a reason of one game stands with
// that game. Codes are sent to other programs: do not rename them.
type Reason struct {
	Code string
	// Text is a sentence without a full stop, a format in which %[1]s is the
	// subject of the refusal and %[2]s its hint.
	Text string
	// Hint stands in for a hint that the refusal does not have.
	Hint string
}

// The reasons that games share. What subject and hint hold is said behind each.
var (
	Unreadable        = &Reason{"unreadable", "%[1]q is not a move; write it like %[2]s", "a2-a4"}                                // the text; an action that is legal now, if one is known
	UnknownSquare     = &Reason{"unknown-square", "there is no square %[1]q; the squares go from %[2]s", ""}                      // the word; the board's squares
	UnknownSeat       = &Reason{"unknown-seat", "there is no seat %[1]q; the seats are %[2]s", ""}                                // the word; the seats
	UnknownPromotion  = &Reason{"unknown-promotion", "a pawn cannot become %[1]q; it becomes %[2]s", ""}                          // the letter; the choices
	GameOver          = &Reason{"game-over", "the game is over", ""}                                                              // -
	NotYourTurn       = &Reason{"not-your-turn", "it is not %[1]s's turn; %[2]s is to move", ""}                                  // the seat that was named; the seat to move
	NoPiece           = &Reason{"no-piece", "no man stands on %[1]s", ""}                                                         // the square
	NotYourPiece      = &Reason{"not-your-piece", "the man on %[1]s is %[2]s's", ""}                                              // the square; the army that stands there
	OwnPiece          = &Reason{"own-piece", "%[1]s is held by %[2]s, which you may not take", ""}                                // the square aimed at; the man that stands there
	CannotMove        = &Reason{"cannot-move", "%[1]s does not move to %[2]s", ""}                                                // the man; what it was asked to do
	Blocked           = &Reason{"blocked", "the way of %[1]s is blocked on %[2]s", ""}                                            // the man; the square that blocks
	KingNotCapturable = &Reason{"king-not-capturable", "the king on %[1]s still plays and cannot be taken", ""}                   // the square of the king that cannot be taken
	LeavesCheck       = &Reason{"leaves-check", "%[1]s leaves your king in check", ""}                                            // the action
	StillInCheck      = &Reason{"still-in-check", "your king is in check and %[1]s does not end it", ""}                          // the action: the king stands in check and would go on to
	ExposesPartner    = &Reason{"exposes-partner", "%[1]s opens the king of your partner %[2]s to check", ""}                     // the action; the partner
	NeedsPromotion    = &Reason{"needs-promotion", "the pawn becomes a piece there: add %[2]s to %[1]s", ""}                      // the action; the choices
	NoPromotion       = &Reason{"no-promotion", "nothing is promoted on %[1]s", ""}                                               // the square, which promotes nobody
	CastlingLost      = &Reason{"castling-lost", "%[1]s cannot castle: king or rook has moved, or the rook of %[2]s is gone", ""} // the king; the rook's corner
	NotInGame         = &Reason{"not-in-game", "%[1]s is out of the game %[2]s", ""}                                              // the seat; since when, if that is known
	NoClaim           = &Reason{"no-claim", "no draw can be claimed: %[1]s", ""}                                                  // what stands: repetitions and quiet plies
	NotInThisGame     = &Reason{"not-in-this-game", "this game has no %[1]s", ""}                                                 // what this game does not have
	Ambiguous         = &Reason{"ambiguous", "%[1]q could be %[2]s", ""}                                                          // the text; the readings
	NoMatchingMove    = &Reason{"no-matching-move", "no %[1]s of yours goes to %[2]s", ""}                                        // the kind of man; the square: none of them goes there
)

// String returns the reason's code.
func (r *Reason) String() string { return r.Code }

// Refusal is why an action did not happen. Nothing changed.
type Refusal struct {
	Reason  *Reason
	Subject string // what it is about, as the list of reasons says
	Hint    string // what would be right, or what stands in the way
}

// Refuse returns a refusal.
func Refuse(r *Reason, subject, hint string) *Refusal { return &Refusal{r, subject, hint} }

// Error returns the refusal as a sentence without a full stop.
func (r *Refusal) Error() string {
	if !strings.Contains(r.Reason.Text, "%") {
		return r.Reason.Text
	}
	text := fmt.Sprintf(r.Reason.Text, r.Subject, cmp.Or(r.Hint, r.Reason.Hint))
	return strings.TrimRight(text, " ")
}
