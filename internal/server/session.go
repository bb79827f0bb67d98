package server

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"charm.land/ssh"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/clock"
	"quadrille/internal/front/command"
	"quadrille/internal/front/plain"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// session is one SSH session: a screen, plain mode, the JSON API or a command.
type session struct {
	ssh         ssh.Session
	server      *Server
	channel     *sessionChannel
	conn        *conn
	status      int         // exit status
	identity    identity    // written only with the registry's lock, by the session's goroutine
	account     player.ID   // account under which the registry counts the session; guarded by the registry's lock
	named       bool        // whether the account has or had a name during the session; guarded by the registry's lock
	banned      atomic.Bool // true if the club has banned the player, who may only export and delete their data
	notAdmitted atomic.Bool // true if the club refuses the player, or has not been asked yet

	// ctx is done when the session must end. Its cause is the error that was passed to
	// `end`.
	ctx context.Context
	end context.CancelCauseFunc
}

// setIdentity sets the player of the session. It returns an error if the account has too
// many sessions.
func (v *session) setIdentity(id identity) error {
	if err := v.server.registry.setAccount(v, id); err != nil {
		return err
	}
	v.logLogin()
	if id.named && id.key != "" {
		v.server.addresses.SetKnown(v.conn.from, clock.Steady())
	}
	return nil
}

// refusedKey tells a guest which of their keys were refused and why. It returns "" if none
// was, and for players with an account.
func (v *session) refusedKey() string {
	if v.identity.key != "" {
		return ""
	}
	return v.conn.refused.String()
}

// term returns the value of TERM, or "" if the session has no terminal.
func (v *session) term() string {
	pty, _, ok := v.ssh.Pty()
	if !ok {
		return ""
	}
	return pty.Term
}

// hasScreen reports whether the session's terminal can show screens.
func (v *session) hasScreen() bool { return v.term() != "" && v.term() != "dumb" }

// width returns the width of the session's terminal, or 0 if it has none.
func (v *session) width() int {
	pty, _, _ := v.ssh.Pty()
	return pty.Window.Width
}

// profile returns the colours of the session's terminal.
func (v *session) profile() colorprofile.Profile {
	profile := colorprofile.Env(append(v.ssh.Environ(), "TERM="+v.term()))
	if wantsNoColor(v.ssh.Environ()) || colourless(v.term()) {
		return min(profile, colorprofile.ASCII)
	}
	return profile
}

// runCommand runs a command and returns its exit status. If the command opens a table,
// runCommand then shows the table on the screen or in plain mode.
func (v *session) runCommand(commandLine string) int {
	words, err := command.Words(commandLine)
	if err != nil {
		return v.refuse(err.Error())
	}
	switch words[0] {
	case "return":
		return v.returnGuest(words[1:])
	case "plain":
		if len(words) > 1 {
			return v.refuse("\"plain\" takes no arguments; run: ssh -t HOST plain")
		}
		return v.start(false)
	case "api":
		if len(words) > 1 {
			return v.refuse("\"api\" takes no arguments; run: ssh HOST api")
		}
		return v.runAPI()
	}
	status, open := command.Run(v.ctx, v.commands(), words)
	switch {
	case open != nil:
	case status == 0:
		return 0
	default:
		return v.explainEnd(status)
	}
	return v.openTable(open)
}

// commands returns the session with which the player runs commands.
func (v *session) commands() command.Session {
	parts := v.server.services
	parts.Keyring = limitedKeyring{parts.Keyring, v}
	return command.Session{
		Services: parts,
		Player:   v.identity.Player, Named: v.identity.named,
		KeyRemoved: v.server.EndKey, Admin: v.admin(),
		SSHCommand: v.sshCommand(), AccountLeft: v.server.EndAccount,
		Join: v.join,
		In:   v.ssh, Out: player.Escaping(v.ssh), Err: player.Escaping(v.ssh.Stderr()), Terminal: v.term() != "", File: v.ssh,
		Width: v.width(), Profile: v.profile(),
		Version: v.server.version, Fingerprint: string(v.identity.key), RefusedKey: v.refusedKey(),
		KeysOnly: v.server.noGuests.Load(), Banned: v.banned.Load(),
	}
}

// start opens a game that the player is playing, or the lobby if there is none. It ignores
// correspondence games. If `screens` is false, it uses plain mode.
func (v *session) start(screens bool) int {
	id := v.server.services.Lobby.CurrentGame(v.ctx, v.identity.ID)
	switch {
	case screens && id != 0:
		return v.runScreen(&nav.Table{ID: id, Back: true})
	case screens:
		return v.runScreen(nil)
	case id != 0:
		return v.runPlain(&plain.Open{Table: id})
	}
	return v.runPlain(nil)
}

// openTable opens a table, or the lobby if the parameter `at` is nil. It uses plain mode if
// the terminal cannot show screens.
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

// returnGuest gives the session the identity of the guest to whom a return code belongs.
func (v *session) returnGuest(words []string) int {
	if len(words) != 1 {
		return v.refuse("to return to your seat, give the code shown at your table: ssh -t HOST return CODE")
	}
	var seat *command.Open
	var err error
	limited := v.tryCode(v.ctx, func() (wrong bool) {
		var guest identity
		if guest, err = returningGuest(words[0]); err != nil {
			return true
		}
		if err = v.setIdentity(guest); err == nil {
			err = v.checkAdmission()
		}
		if err == nil {
			seat = v.ownTable()
		}
		return err == nil && seat == nil
	})
	if err = cmp.Or(limited, err); err != nil {
		return v.refuse(err.Error())
	}
	return v.openTable(seat)
}

// ownTable returns a table at which the player has a seat, or nil if there is none.
func (v *session) ownTable() *command.Open {
	if seated := v.server.services.Lobby.Seated(v.identity.ID); len(seated) > 0 {
		return &command.Open{Table: seated[0].ID}
	}
	return nil
}

// refuse writes an error and returns the exit status of a failure.
func (v *session) refuse(sentence string) int {
	writeLine(v.ssh.Stderr(), present.Addressed(sentence, v.sshCommand()))
	return command.Failure(v.channel.command)
}

// writeLine writes a line. It ignores errors, because they mean that the client has
// disconnected.
func writeLine(w io.Writer, sentence string) { _, _ = fmt.Fprintln(player.Escaping(w), sentence) }
