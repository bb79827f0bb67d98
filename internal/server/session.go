package server

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"charm.land/ssh"

	"quadrille/internal/command"
	"quadrille/internal/commandline"
	"quadrille/internal/plain"
	"quadrille/internal/player"
	"quadrille/internal/ui/nav"
)

// session is what one client does on one channel.
type session struct {
	ssh         ssh.Session
	server      *Server
	channel     *sessionChannel
	conn        *conn
	status      int // with which the session exits
	identity    identity
	account     player.ID   // that the registry counts the session for, under its lock
	notAdmitted atomic.Bool // the person may not come in, or not yet

	// ctx is done when the channel is closed, when the server stops or when the session
	// panics; end says which.
	ctx context.Context
	end context.CancelCauseFunc
}

// setIdentity makes the session that of a person.
func (v *session) setIdentity(who identity) error {
	if err := v.server.registry.setAccount(v, who.ID); err != nil {
		return err
	}
	v.identity = who
	v.logLogin()
	if who.named && who.key != "" {
		v.server.addresses.SetFamiliar(v.conn.from, time.Now())
	}
	return nil
}

// term returns the TERM of the session, empty without a terminal.
func (v *session) term() string {
	pty, _, ok := v.ssh.Pty()
	if !ok {
		return ""
	}
	return pty.Term
}

// hasScreen reports whether there is a terminal that screens can be drawn on.
func (v *session) hasScreen() bool { return v.term() != "" && v.term() != "dumb" }

// runCommand runs a command, then the screen that it leads to, and returns the exit status.
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
	parts := v.server.services
	parts.Keyring = limitedKeyring{parts.Keyring, v}
	status, open := command.Run(v.ctx, command.Session{
		Services: parts,
		Player:   v.identity.Player, Named: v.identity.named,
		KeyRemoved: v.server.EndKey, Desk: v.adminDesk(),
		Way: v.server.PublicSSHCommand(), AccountLeft: v.server.EndAccount,
		Join: v.join,
		In:   v.ssh, Out: player.Escaping(v.ssh), Err: player.Escaping(v.ssh.Stderr()), Terminal: v.term() != "",
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

// openTable opens a table, or with nil the lobby: on screens if the terminal can show
// them, in plain mode otherwise.
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

// returnGuest gives a guest their identity back. Whoever has the code is that guest.
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

// ownTable returns the table at which the person sits, so that they are back there at
// once; nil for the lobby.
func (v *session) ownTable() *command.Open {
	if seated := v.server.services.Lobby.Seated(v.identity.ID); len(seated) > 0 {
		return &command.Open{Table: seated[0].ID}
	}
	return nil
}

// refuse writes what was wrong and returns the status of a failure.
func (v *session) refuse(sentence string) int {
	writeLine(v.ssh.Stderr(), sentence)
	return command.Failure(v.channel.command)
}

// writeLine writes a line. It ignores the error: the client has gone then.
func writeLine(w io.Writer, sentence string) { _, _ = fmt.Fprintln(player.Escaping(w), sentence) }
