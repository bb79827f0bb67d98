package sshd

import (
	"errors"
	"log/slog"
	"sync/atomic"

	"quadrille/internal/club"
)

// unwelcome is why a session got nowhere whose client had logged in.
type unwelcome uint8

const (
	ended      unwelcome = iota // the connection's key or account was shown the door
	hasty                       // came too soon after others
	full                        // the account has enough, or guests of the address have
	outsider                    // no member where only members come in
	banned                      // by the house
	nameless                    // names could not be looked up
	unwelcomes                  // how many there are
)

// What counters call them, which is for good.
var unwelcomeWords = [unwelcomes]string{
	ended: "ended", hasty: "hasty", full: "full", outsider: "members_only", banned: "banned", nameless: "names_unknown",
}

// unwelcomed counts them.
type unwelcomed [unwelcomes]atomic.Uint64

// turnOut refuses a session with a sentence, and counts and logs it.
func (v *visit) turnOut(why unwelcome, sentence string) int {
	v.server.unwelcomed[why].Add(1)
	v.server.logins.write(v.conn.logger, "session refused", append(v.accountAttrs(), slog.String("why", unwelcomeWords[why]))...)
	return v.refuse(sentence)
}

// unwelcomeFor is why, of an error that says it in words.
func unwelcomeFor(err error) unwelcome {
	var banishment *club.Banishment
	switch {
	case errors.As(err, &banishment):
		return banned
	case errors.Is(err, club.ErrMembersOnly):
		return outsider
	case errors.Is(err, errSessions), errors.Is(err, errConnections), errors.Is(err, errGuests):
		return full
	}
	return ended
}
