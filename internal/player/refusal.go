package player

import "fmt"

// Reason says why a name, a line or a code was refused. The list is closed;
// programs switch on it.
type Reason uint8

// The reasons. What Subject and Limit hold is said behind each.
const (
	NoReason    Reason = iota
	Empty              // -
	NotUTF8            // -
	ManyLines          // -
	NotAllowed         // the character, as it may be shown; Hint: what may be used
	LooseMark          // the character: a combining mark without a letter of its own
	TooLong            // Limit: cells allowed
	TwoScripts         // the scripts
	TwoWidths          // letters whose width is a matter of opinion
	RightToLeft        // -: a name is written from left to right
	BadStart           // -: a name begins with a letter or digit
	NoLetter           // -: a name has a letter
	Reserved           // the name
	Taken              // the name: somebody has it, or one that looks like it
	GuestsOwn          // -: a guest asked for a name
	UnknownCode        // -: no return code looks like that
)

// Refusal is why a text from somebody was not taken. It holds nothing that
// would be unsafe to show.
type Refusal struct {
	Reason  Reason
	Subject string
	Hint    string
	Limit   int
}

func refuse(r Reason, subject string) *Refusal { return &Refusal{Reason: r, Subject: subject} }

// Error is the refusal in words for a person: one sentence without a full stop.
func (r *Refusal) Error() string {
	switch r.Reason {
	case Empty:
		return "there is nothing there; write at least one letter"
	case NotUTF8:
		return "that is not valid UTF-8; set your terminal to UTF-8"
	case ManyLines:
		return "that is more than one line; write one line"
	case NotAllowed:
		return r.Subject + " cannot be used here; use " + r.Hint
	case LooseMark:
		return r.Subject + " has no letter of its own; put at most one accent on each letter"
	case TooLong:
		return fmt.Sprintf("that is too long; it may be %d characters wide", r.Limit)
	case TwoScripts:
		return "a name keeps to one script, and that one mixes " + r.Subject
	case TwoWidths:
		return "terminals do not agree how wide " + r.Subject + " is; write it in other letters"
	case RightToLeft:
		return "a name stands in a row with clocks and other names; write it from left to right"
	case BadStart:
		return "a name begins with a letter or a digit"
	case NoLetter:
		return "a name has at least one letter"
	case Reserved:
		return fmt.Sprintf("the name %s is reserved; choose another", r.Subject)
	case Taken:
		return fmt.Sprintf("the name %s is taken, or looks like one that is; choose another", r.Subject)
	case GuestsOwn:
		return "a guest is called by his code; connect with a key to have a name of your own"
	case UnknownCode:
		return "that is no return code; it is sixteen letters and digits like k7f3-9mpw-x2qd-h8ta"
	}
	return "refused"
}

// Refuse is the refusal of a name for a reason that only its keeper knows:
// Taken or GuestsOwn.
func Refuse(r Reason, name string) *Refusal { return refuse(r, name) }

// spell writes a character that was refused so that it is safe to show: itself
// if talk may have it, its number if not.
func spell(r rune) string {
	if letter(r) || textSign(r) {
		return string(r)
	}
	return fmt.Sprintf("the character U+%04X", r)
}
