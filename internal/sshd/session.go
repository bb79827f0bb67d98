package sshd

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

// visit is one session: a person on a line.
type visit struct {
	ssh.Session
	server  *Server
	line    *line
	conn    *conn
	who     visitor
	account player.ID   // that the register counts it for, under its lock
	outside atomic.Bool // whether he is not in, or not yet

	// ctx is done when the line is gone, when the server stops or when something
	// of ours broke; end says which.
	ctx context.Context
	end context.CancelCauseFunc
}

// visits is the middleware of all sessions: a panic in one ends that one.
func (s *Server) visits(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		v := &visit{Session: sess, server: s, line: lineOf(sess), conn: connOf(sess.Context())}
		v.ctx, v.end = context.WithCancelCause(player.WithAddress(v.line.ctx, addressOf(sess.RemoteAddr())))
		defer v.end(nil)
		defer context.AfterFunc(s.open, func() { v.end(errStopping) })()
		status := 1
		s.guard("session", func() { status = v.serve() }, func() {})
		s.register.finish(v) // before the client knows, who may go on at once
		v.line.over()
		_ = sess.Exit(status)
		next(sess)
	}
}

// serve does what was asked for and returns the exit status.
func (v *visit) serve() int {
	if err := v.server.register.begin(v); err != nil {
		return v.turnOut(unwelcomeFor(err), err.Error())
	}
	if wait := v.server.gate.command(v.conn.from, time.Now()); wait > 0 {
		return v.hasty("Your address asks", wait)
	}
	who, err := v.server.identify(v.ctx, v.Session)
	if err != nil {
		v.server.logger.Error("identify", "err", err)
		return v.turnOut(nameless, "Names cannot be looked up just now: try again in a minute.")
	}
	v.outside.Store(true)
	if err := v.become(who); err != nil {
		v.who = who
		return v.turnOut(unwelcomeFor(err), err.Error())
	}
	if wait := v.server.register.command(v.who.ID, time.Now(), v.server.limits); wait > 0 {
		return v.hasty("You ask", wait)
	}
	switch err := v.enter(); {
	case errors.Is(err, club.ErrMembersOnly):
		return v.waitOutside()
	case err != nil:
		return v.turnOut(unwelcomeFor(err), err.Error())
	case v.line.exec:
		return v.obey(v.line.command)
	case !v.hasScreen():
		return v.talk(nil)
	}
	return v.show(nil)
}

// become makes the session somebody's.
func (v *visit) become(who visitor) error {
	if err := v.server.register.belong(v, who.ID); err != nil {
		return err
	}
	v.who = who
	v.logLogin()
	if who.named && who.key != "" {
		v.server.gate.welcome(v.conn.from, time.Now())
	}
	return nil
}

// hasty refuses a session that comes too soon.
func (v *visit) hasty(who string, wait time.Duration) int {
	v.conn.blame(pestered)
	return v.turnOut(hasty, who+" for too much at once: wait "+inWords(wait)+".")
}

// term is the TERM of the session, empty without a terminal.
func (v *visit) term() string {
	pty, _, ok := v.Pty()
	if !ok {
		return ""
	}
	return pty.Term
}

// hasScreen reports whether there is a terminal that screens can be drawn on.
func (v *visit) hasScreen() bool { return v.term() != "" && v.term() != "dumb" }

// obey runs a command, and the screen that it leads to.
func (v *visit) obey(commandLine string) int {
	words, err := commandline.Words(commandLine)
	if err != nil {
		return v.refuse(err.Error())
	}
	switch words[0] {
	case "return":
		return v.comeBack(words[1:])
	case "plain":
		if len(words) > 1 {
			return v.refuse("plain stands alone: say ssh -t HOST plain")
		}
		return v.talk(nil)
	case "api":
		if len(words) > 1 {
			return v.refuse("api stands alone: say ssh HOST api")
		}
		return v.converse()
	}
	status, open := command.Run(v.ctx, command.Session{
		Player: v.who.Player, Named: v.who.named,
		Lobby: v.server.lobby, Directory: v.server.directory, Ladder: v.server.ladder, Arbiter: v.server.arbiter, Keyring: ring{v.server.keyring, v}, Memory: v.server.memory, KeyRemoved: v.server.EndKey, Desk: v.desk(),
		Way: v.server.WayForOthers(), Accounts: v.server.accounts, AccountLeft: v.server.EndAccount,
		House: v.server.house, Notify: v.server.notify, Join: v.join,
		In: v.Session, Out: player.Escaping(v.Session), Err: player.Escaping(v.Stderr()), Terminal: v.term() != "",
		Version: v.server.version, Fingerprint: string(v.who.key), KeysOnly: v.server.noGuests.Load(),
	}, words)
	switch {
	case open != nil:
	case status == 0:
		return 0
	default:
		return v.parted(status)
	}
	return v.open(open)
}

// open goes to a table, or with nil to the lobby: drawn where that is possible,
// in words where not.
func (v *visit) open(at *command.Open) int {
	switch {
	case !v.hasScreen() && at == nil:
		return v.talk(nil)
	case !v.hasScreen():
		return v.talk(&plain.Open{Table: at.Table, Seat: at.Seat, Sit: at.Sit})
	case at == nil:
		return v.show(nil)
	}
	return v.show(&nav.Table{ID: at.Table, Seat: at.Seat, Sit: at.Sit})
}

// comeBack gives a guest back who he was. Whoever has the code is that guest.
func (v *visit) comeBack(words []string) int {
	if len(words) != 1 {
		return v.refuse("Say return and the code that the table showed you: ssh -t HOST return CODE")
	}
	if err := v.mayGuess(); err != nil {
		return v.refuse(err.Error())
	}
	guest, err := returning(words[0])
	if err != nil {
		v.guessed()
		return v.refuse(err.Error())
	}
	if err := v.become(guest); err != nil {
		return v.refuse(err.Error())
	}
	if err := v.admission(); err != nil {
		return v.refuse(err.Error())
	}
	seat := v.seat()
	if seat == nil {
		v.guessed()
	}
	return v.open(seat)
}

// seat is the table where the person sits, so that he is back there at once; nil
// for the lobby.
func (v *visit) seat() *command.Open {
	if seated := v.server.lobby.Seated(v.who.ID); len(seated) > 0 {
		return &command.Open{Table: seated[0].ID}
	}
	return nil
}

// refuse tells what was wrong and returns the status of failure.
func (v *visit) refuse(sentence string) int {
	say(v.Stderr(), sentence)
	return command.Failure(v.line.command)
}

// say writes a line; a session with a terminal makes its line end of it. Who is
// gone is not told, so the error is nobody's.
func say(w io.Writer, sentence string) { _, _ = fmt.Fprintln(player.Escaping(w), sentence) }
