package server

import (
	"errors"
	"log/slog"
	"sync/atomic"

	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
)

// sessionRefusal is a reason to refuse a session of an authenticated client.
type sessionRefusal uint8

const (
	refusedRevoked      sessionRefusal = iota // the key or the account was removed during the connection
	refusedCommandRate                        // the account or the address runs too many commands
	refusedFull                               // the account, or the guests from one address, have too many sessions
	refusedNotMember                          // the club is for members only
	refusedBanned                             // the club has banned the player
	refusedLookupFailed                       // the account could not be read
	sessionRefusals                           // the number of reasons above
)

// sessionRefusalNames are the names of the reasons in the metrics. Never rename one.
var sessionRefusalNames = [sessionRefusals]string{
	refusedRevoked: "revoked", refusedCommandRate: "command_rate", refusedFull: "full",
	refusedNotMember: "members_only", refusedBanned: "banned", refusedLookupFailed: "lookup_failed",
}

// sessionRefusalCounts counts refused sessions by reason.
type sessionRefusalCounts [sessionRefusals]atomic.Uint64

// refuseAndCount prints a sentence that refuses the session, and counts and logs the refusal.
func (v *session) refuseAndCount(reason sessionRefusal, sentence string) int {
	v.server.refusedSessions[reason].Add(1)
	v.server.logins.write(v.conn.logger, "session refused", append(v.accountAttrs(), slog.String("reason", sessionRefusalNames[reason]))...)
	return v.refuse(sentence)
}

// sessionRefusalFor returns the reason to refuse a session after an error of the registry or
// of the club.
func sessionRefusalFor(err error) sessionRefusal {
	var banishment *club.BanError
	switch {
	case errors.As(err, &banishment):
		return refusedBanned
	case refusal.Of(err) == club.MembersAlone:
		return refusedNotMember
	case errors.Is(err, errSessions), errors.Is(err, errConnections), errors.Is(err, errGuests):
		return refusedFull
	}
	return refusedRevoked
}
