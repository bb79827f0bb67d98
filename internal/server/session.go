package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"charm.land/ssh"

	"quadrille/internal/club"
	"quadrille/internal/command"
	"quadrille/internal/commandline"
	"quadrille/internal/plain"
	"quadrille/internal/player"
	"quadrille/internal/ui/nav"
)

// session is one session: a person on a line.
type session struct {
	ssh.Session
	server      *Server
	channel     *sessionChannel
	conn        *conn
	identity    identity
	account     player.ID   // that the register counts it for, under its lock
	notAdmitted atomic.Bool // whether he is not in, or not yet

	// ctx is done when the line is gone, when the server stops or when something
	// of ours broke; end says which.
	ctx context.Context
	end context.CancelCauseFunc
}

// visits is the middleware of all sessions: a panic in one ends that one.
func (s *Server) handleSession(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := &session{Session: sess, server: s, channel: channelOf(sess), conn: connOf(sess.Context())}
		v.ctx, v.end = context.WithCancelCause(player.WithAddress(v.channel.ctx, addressOf(sess.RemoteAddr())))
		defer v.end(nil)
		defer context.AfterFunc(s.open, func() { v.end(errStopping) })()
		status := 1
		s.recoverPanic("session", func() { status = v.serve() }, func() {})
		s.registry.removeSession(v) // before the client knows, who may go on at once
		v.channel.finished()
		_ = sess.Exit(status)
		next(sess)
	}
}

// serve does what was asked for and returns the exit status.
func (v *session) serve() int {
	if err := v.server.registry.addSession(v); err != nil {
		return v.refuseAndCount(sessionRefusalFor(err), err.Error())
	}
	if wait := v.server.gate.command(v.conn.from, time.Now()); wait > 0 {
		return v.refuseHasty("Your address asks", wait)
	}
	who, err := v.server.identify(v.ctx, v.Session)
	if err != nil {
		v.server.logger.Error("identify", "err", err)
		return v.refuseAndCount(refusedUnidentified, "Names cannot be looked up just now: try again in a minute.")
	}
	v.notAdmitted.Store(true)
	if err := v.setIdentity(who); err != nil {
		v.identity = who
		return v.refuseAndCount(sessionRefusalFor(err), err.Error())
	}
	if wait := v.server.registry.limitCommands(v.identity.ID, time.Now(), v.server.limits); wait > 0 {
		return v.refuseHasty("You ask", wait)
	}
	switch err := v.admit(); {
	case errors.Is(err, club.ErrMembersOnly):
		return v.routeNotAdmitted()
	case err != nil:
		return v.refuseAndCount(sessionRefusalFor(err), err.Error())
	case v.channel.exec:
		return v.runCommand(v.channel.command)
	case !v.hasScreen():
		return v.runPlain(nil)
	}
	return v.runScreen(nil)
}

// become makes the session somebody's.
func (v *session) setIdentity(who identity) error {
	if err := v.server.registry.setAccount(v, who.ID); err != nil {
		return err
	}
	v.identity = who
	v.logLogin()
	if who.named && who.key != "" {
		v.server.gate.welcome(v.conn.from, time.Now())
	}
	return nil
}

// refusedHasty refuses a session that comes too soon.
func (v *session) refuseHasty(who string, wait time.Duration) int {
	v.conn.penalize(pestered)
	return v.refuseAndCount(refusedHasty, who+" for too much at once: wait "+inWords(wait)+".")
}

// term is the TERM of the session, empty without a terminal.
func (v *session) term() string {
	pty, _, ok := v.Pty()
	if !ok {
		return ""
	}
	return pty.Term
}

// hasScreen reports whether there is a terminal that screens can be drawn on.
func (v *session) hasScreen() bool { return v.term() != "" && v.term() != "dumb" }

// obey runs a command, and the screen that it leads to.
func (v *session) runCommand(commandLine string) int {
	words, err := commandline.Words(commandLine)
	if err != nil {
		return v.refuse(err.Error())
	}
	switch words[0] {
	case "return":
		return v.returnGuest(words[1:])
	case "plain":
		if len(words) > 1 {
			return v.refuse("plain stands alone: say ssh -t HOST plain")
		}
		return v.runPlain(nil)
	case "api":
		if len(words) > 1 {
			return v.refuse("api stands alone: say ssh HOST api")
		}
		return v.runAPI()
	}
	status, open := command.Run(v.ctx, command.Session{
		Player: v.identity.Player, Named: v.identity.named,
		Lobby: v.server.lobby, Directory: v.server.directory, Ladder: v.server.ladder, Arbiter: v.server.arbiter, Keyring: limitedKeyring{v.server.keyring, v}, Memory: v.server.memory, KeyRemoved: v.server.EndKey, Desk: v.adminDesk(),
		Way: v.server.PublicSSHCommand(), Accounts: v.server.accounts, AccountLeft: v.server.EndAccount,
		House: v.server.house, Notify: v.server.notify, Join: v.join,
		In: v.Session, Out: player.Escaping(v.Session), Err: player.Escaping(v.Stderr()), Terminal: v.term() != "",
		Version: v.server.version, Fingerprint: string(v.identity.key), KeysOnly: v.server.noGuests.Load(),
	}, words)
	switch {
	case open != nil:
	case status == 0:
		return 0
	default:
		return v.explainEnd(status)
	}
	return v.openTable(open)
}

// open goes to a table, or with nil to the lobby: drawn where that is possible,
// in words where not.
func (v *session) openTable(at *command.Open) int {
	switch {
	case !v.hasScreen() && at == nil:
		return v.runPlain(nil)
	case !v.hasScreen():
		return v.runPlain(&plain.Open{Table: at.Table, Seat: at.Seat, Sit: at.Sit})
	case at == nil:
		return v.runScreen(nil)
	}
	return v.runScreen(&nav.Table{ID: at.Table, Seat: at.Seat, Sit: at.Sit})
}

// comeBack gives a guest back who he was. Whoever has the code is that guest.
func (v *session) returnGuest(words []string) int {
	if len(words) != 1 {
		return v.refuse("Say return and the code that the table showed you: ssh -t HOST return CODE")
	}
	if err := v.checkGuesses(); err != nil {
		return v.refuse(err.Error())
	}
	guest, err := returningGuest(words[0])
	if err != nil {
		v.countWrongGuess()
		return v.refuse(err.Error())
	}
	if err := v.setIdentity(guest); err != nil {
		return v.refuse(err.Error())
	}
	if err := v.admission(); err != nil {
		return v.refuse(err.Error())
	}
	seat := v.ownTable()
	if seat == nil {
		v.countWrongGuess()
	}
	return v.openTable(seat)
}

// seat is the table where the person sits, so that he is back there at once; nil
// for the lobby.
func (v *session) ownTable() *command.Open {
	if seated := v.server.lobby.Seated(v.identity.ID); len(seated) > 0 {
		return &command.Open{Table: seated[0].ID}
	}
	return nil
}

// refuse tells what was wrong and returns the status of failure.
func (v *session) refuse(sentence string) int {
	writeLine(v.Stderr(), sentence)
	return command.Failure(v.channel.command)
}

// writeLine writes a line; a session with a terminal makes its line end of it. Who is
// gone is not told, so the error is nobody's.
func writeLine(w io.Writer, sentence string) { _, _ = fmt.Fprintln(player.Escaping(w), sentence) }
