package server

import (
	"context"
	"time"

	"charm.land/ssh"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/server/limit"
	"quadrille/internal/service/club"
)

// A session passes through recoverSession, limitSession, identifySession and route, in this
// order. Each of these middlewares either refuses the session or calls the next one.

// recoverSession creates the session of a channel, and ends it when the next middleware
// returns. A panic ends only this session.
func (s *Server) recoverSession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := s.newSession(sess)
		defer v.end(nil)
		defer context.AfterFunc(s.stopping, func() { v.end(errStopping) })()
		v.conn.recoverPanic("session", func() { next(sess) }, func() {})
		// remove the session before Exit, because the client may connect again as soon as it receives the exit status
		s.registry.removeSession(v)
		v.channel.finished()
		_ = sess.Exit(v.status)
	}
}

func (s *Server) newSession(sess ssh.Session) *session {
	v := &session{ssh: sess, server: s, channel: channelOf(sess), conn: connOf(sess.Context()), status: 1}
	v.ctx, v.end = context.WithCancelCause(player.WithAddress(v.channel.ctx, addressOf(sess.RemoteAddr())))
	v.channel.session = v
	return v
}

// limitSession refuses a session if the server is ending the session's connection, or if the
// client's address runs too many commands.
func (s *Server) limitSession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		if err := s.registry.addSession(v); err != nil {
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
			return
		}
		if wait := s.addresses.Command(v.conn.from, clock.Steady()); wait > 0 {
			v.status = v.refuseCommandRate("Too many commands from your address", wait)
			return
		}
		next(sess)
	}
}

// identifySession identifies the player. It refuses the session if the account has too
// many sessions or runs too many commands.
func (s *Server) identifySession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		who, err := s.identify(v.ctx, sess)
		if err != nil {
			s.logger.Error("identify", "err", err)
			v.status = v.refuseAndCount(refusedLookupFailed, "The server cannot read your account. Try again in a minute.")
			return
		}
		v.notAdmitted.Store(true)
		if err := v.setIdentity(who); err != nil {
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
			return
		}
		if wait := s.commands.Command(who.ID, clock.Steady()); wait > 0 {
			v.status = v.refuseCommandRate("Too many commands", wait)
			return
		}
		next(sess)
	}
}

// route runs the command that the client requested. Without a command it runs the screens or
// plain mode.
func (s *Server) route(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := channelOf(sess).session
		switch err := v.admit(); {
		case refusal.Of(err) == club.MembersAlone:
			v.status = v.routeNotAdmitted()
		case err != nil && sessionRefusalFor(err) == refusedBanned:
			v.status = v.routeBanned(err)
		case err != nil:
			v.status = v.refuseAndCount(sessionRefusalFor(err), err.Error())
		case v.channel.exec:
			v.status = v.runCommand(v.channel.command)
		default:
			v.status = v.start(v.hasScreen())
		}
		next(sess)
	}
}

// refuseCommandRate refuses a session because the player or the address runs too many
// commands.
func (v *session) refuseCommandRate(reason string, wait time.Duration) int {
	v.conn.penalize(limit.ExcessCommands)
	return v.refuseAndCount(refusedCommandRate, reason+". Wait "+limit.Seconds(wait)+".")
}
