package server

import (
	"context"
	"time"

	"charm.land/ssh"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/server/limit"
)

// A session passes recoverSession, limitSession, identifySession and route, in this
// order. Each of the middlewares either refuses the session or calls the next one.

// recoverSession begins a session and ends it: a panic in it ends no other.
func (s *Server) recoverSession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := s.newSession(sess)
		defer v.end(nil)
		defer context.AfterFunc(s.open, func() { v.end(errStopping) })()
		s.recoverPanic("session", func() { next(sess) }, func() {})
		s.registry.removeSession(v) // before the client is told, which may connect again at once
		v.channel.finished()
		_ = sess.Exit(v.status)
	}
}

// newSession returns the session of a channel.
func (s *Server) newSession(sess ssh.Session) *session {
	v := &session{ssh: sess, server: s, channel: channelOf(sess), conn: connOf(sess.Context()), status: 1}
	v.ctx, v.end = context.WithCancelCause(player.WithAddress(v.channel.ctx, addressOf(sess.RemoteAddr())))
	v.channel.session = v
	return v
}

// limitSession refuses the session of a connection that is to end, or of an address
// that runs too many commands.
func (s *Server) limitSession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		if err := s.registry.addSession(v); err != nil {
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
			return
		}
		if wait := s.addresses.Command(v.conn.from, time.Now()); wait > 0 {
			v.status = v.refuseHasty("Your address asks", wait)
			return
		}
		next(sess)
	}
}

// identifySession finds out whose session it is, and refuses it if the account has
// too many sessions or runs too many commands.
func (s *Server) identifySession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		who, err := s.identify(v.ctx, sess)
		if err != nil {
			s.logger.Error("identify", "err", err)
			v.status = v.refuseAndCount(refusedUnidentified, "Names cannot be looked up just now: try again in a minute.")
			return
		}
		v.notAdmitted.Store(true)
		if err := v.setIdentity(who); err != nil {
			v.identity = who
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
			return
		}
		if wait := s.commands.Command(who.ID, time.Now()); wait > 0 {
			v.status = v.refuseHasty("You ask", wait)
			return
		}
		next(sess)
	}
}

// route runs what the client asked for: a command, plain mode or screens.
func (s *Server) route(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		switch err := v.admit(); {
		case refusal.Of(err) == club.MembersAlone:
			v.status = v.routeNotAdmitted()
		case err != nil:
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
		case v.channel.exec:
			v.status = v.runCommand(v.channel.command)
		default:
			v.status = v.openTable(nil)
		}
		next(sess)
	}
}

// refuseHasty refuses a session that begins too soon after others.
func (v *session) refuseHasty(who string, wait time.Duration) int {
	v.conn.penalize(limit.TooHasty)
	return v.refuseAndCount(refusedHasty, who+" for too much at once: wait "+limit.Seconds(wait)+".")
}
