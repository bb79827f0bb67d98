package api

import (
	"errors"

	"quadrille/internal/refusal"
	"quadrille/rules"
)

// Fault is why a request did nothing. Programs switch on the code, which is never
// renamed; the message is a sentence for people.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *Fault) Error() string { return f.Message }

// The codes of what is wrong with a line, not with what it asks. A refusal
// of a table or of a game's law has the code of its reason.
const (
	LineTooLong   = "line-too-long"
	NotJSON       = "not-json"
	WrongVersion  = "wrong-version"
	NoSuchVerb    = "no-such-request"
	UnknownField  = "unknown-field"
	MissingField  = "missing-field"
	WrongType     = "wrong-type"
	HelloFirst    = "hello-first"
	NotFollowed   = "not-followed"
	TooManyTables = "too-many-tables"
	NoSuchEvent   = "no-such-event"
	NoSuchWord    = "no-such-word"
	ScreensSeat   = "screens-seat"
	Failed        = "failed"
)

// faultOf is an error as programs are told of it. What is not for them stays
// here: whoever made the error has logged it.
func faultOf(err error) *Fault {
	var (
		fault   *Fault
		refused *refusal.Error
		law     *rules.Refusal
	)
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &refused):
		return &Fault{refused.Reason.Code, refused.Error()}
	case errors.As(err, &law):
		return &Fault{law.Reason.Code, law.Error()}
	}
	return &Fault{Failed, "that could not be done just now; try again in a moment"}
}
