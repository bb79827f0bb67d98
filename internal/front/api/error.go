package api

import (
	"errors"

	"quadrille/internal/refusal"
	"quadrille/rules"
)

// Error is the reason why a request was refused. Code is for programs and is never renamed;
// Message is a sentence for people.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Codes of errors in the request itself. Package table and package rules define further
// codes.
const (
	LineTooLong   = "line-too-long"
	NotJSON       = "not-json"
	WrongVersion  = "wrong-version"
	NoSuchCommand = "no-such-command"
	UnknownField  = "unknown-field"
	MissingField  = "missing-field"
	WrongType     = "wrong-type"
	BadValue      = "bad-value"
	HelloFirst    = "hello-first"
	NotFollowed   = "not-followed"
	TooManyTables = "too-many-tables"
	NoSuchEvent   = "no-such-event"
	NotABotSeat   = "not-a-bot-seat"
	Failed        = "failed"
)

// errorOf converts an error to an [Error] for clients. An internal error becomes [Failed];
// it has already been logged.
func errorOf(err error) *Error {
	var (
		own     *Error
		refused *refusal.Error
		illegal *rules.Refusal
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &refused):
		return &Error{refused.Reason.Code, refused.Error()}
	case errors.As(err, &illegal):
		return &Error{illegal.Reason.Code, illegal.Error()}
	}
	return &Error{Failed, "the server could not do that; try again in a moment"}
}
