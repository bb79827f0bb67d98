package server

import (
	"errors"
	"log/slog"
	"sync/atomic"

	"quadrille/internal/club"
	"quadrille/internal/refusal"
)

// sessionRefusal is why a session got nowhere whose client had logged in.
type sessionRefusal uint8

const (
	refusedEnded        sessionRefusal = iota // the key or the account of the connection was removed
	refusedHasty                              // came too soon after others
	refusedFull                               // the account has enough, or guests of the address have
	refusedNotMember                          // no member where only members come in
	refusedBanned                             // by the club
	refusedUnidentified                       // names could not be looked up
	sessionRefusals                           // how many there are
)

// What counters call them, which is for good.
var sessionRefusalNames = [sessionRefusals]string{
	refusedEnded: "revoked", refusedHasty: "command_rate", refusedFull: "full", refusedNotMember: "members_only", refusedBanned: "banned", refusedUnidentified: "lookup_failed",
}

// sessionRefusalCounts counts them.
type sessionRefusalCounts [sessionRefusals]atomic.Uint64

// turnOut refuses a session with a sentence, and counts and logs it.
func (v *session) refuseAndCount(why sessionRefusal, sentence string) int {
	v.server.refusedSessions[why].Add(1)
	v.server.logins.write(v.conn.logger, "session refused", append(v.accountAttrs(), slog.String("why", sessionRefusalNames[why]))...)
	return v.refuse(sentence)
}

// sessionRefusalFor is why, of an error that says it in words.
func sessionRefusalFor(err error) sessionRefusal {
	var banishment *club.Banishment
	switch {
	case errors.As(err, &banishment):
		return refusedBanned
	case refusal.Of(err) == club.MembersAlone:
		return refusedNotMember
	case errors.Is(err, errSessions), errors.Is(err, errConnections), errors.Is(err, errGuests):
		return refusedFull
	}
	return refusedEnded
}
