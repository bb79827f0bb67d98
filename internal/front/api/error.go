package api

import (
	"errors"

	"quadrille/internal/protocol"
	"quadrille/internal/refusal"
	"quadrille/rules"
)

// errorOf converts an error to an [Error] for clients. An internal error becomes [Failed];
// it has already been logged.
func errorOf(err error) *protocol.Error {
	var (
		own     *protocol.Error
		refused *refusal.Error
		illegal *rules.Refusal
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &refused):
		return protocol.NewError(refused.Reason.Code, refused.Error())
	case errors.As(err, &illegal):
		return protocol.NewError(illegal.Reason.Code, illegal.Error())
	}
	return protocol.NewError(protocol.Failed, "the server could not do that; try again in a moment")
}
