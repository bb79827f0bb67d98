// Package refusal defines the errors with which the server refuses a request.
//
// There are two types. A [Reason] is declared once, by the package that refuses: it has
// the code that programs see and the sentence for people. An [Error] is one refusal for
// such a reason. The package declares no reasons itself. Package rules has its own type
// of refusal, because it imports no other package of the server.
package refusal

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
)

// Reason is one reason to refuse a request. Reasons are compared by address. Codes are sent
// to other programs: do not rename them.
type Reason struct {
	Code string
	// Text is a sentence without a full stop: what was wrong, then what to do. In the
	// text, %[1]s stands for the field Subject of the [Error], and %[2]s for its field
	// Hint.
	Text string

	plain atomic.Pointer[Error] // the refusal without a subject, which is made once; nil until needed
}

// String returns the code.
func (r *Reason) String() string { return r.Code }

// Refuse returns a refusal for the reason. The arguments replace %[1]s (the subject) and
// %[2]s (the hint) in the text. A text without them needs no arguments; its refusals are shared.
func (r *Reason) Refuse(about ...string) *Error {
	if e := r.plain.Load(); e != nil && len(about) == 0 {
		return e
	}
	e := &Error{Reason: r}
	switch len(about) {
	case 0:
		r.plain.Store(e)
	case 1:
		e.Subject = about[0]
	default:
		e.Subject, e.Hint = about[0], about[1]
	}
	return e
}

// Of returns the reason of a refusal. If err is not a refusal and does not wrap one, Of
// returns nil.
func Of(err error) *Reason {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Reason
	}
	return nil
}

// Error is the refusal of a request. A refused request has changed nothing. Errors are shared, so
// do not change one.
type Error struct {
	Reason  *Reason
	Subject string // what the refusal is about, such as a player
	Hint    string // what to do instead
	Cause   error  // the underlying error, for logs; never shown to people
}

// Error returns the refusal as a sentence without a full stop.
func (e *Error) Error() string {
	if !strings.Contains(e.Reason.Text, "%") {
		return e.Reason.Text
	}
	return fmt.Sprintf(e.Reason.Text, e.Subject, e.Hint)
}

// Unwrap returns the underlying error, or nil if there is none.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether the other error is a refusal for the same reason.
func (e *Error) Is(other error) bool {
	o, ok := other.(*Error)
	return ok && o.Reason == e.Reason
}
