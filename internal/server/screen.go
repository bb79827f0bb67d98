package server

import (
	"context"
	"errors"
	"io"
	"strings"

	"quadrille/internal/front/command"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
)

var errStopping = errors.New("the server is stopping")

// runScreen runs the screens on the session's terminal until the person quits or the channel
// is closed. It returns the exit status.
func (v *session) runScreen(open *nav.Table) int {
	pty, _, _ := v.ssh.Pty()
	defer v.conn.pongs.showsScreen()()
	newProgram(
		v,
		func(await func(kit.WaitMsg)) kit.Model { return v.model(open, await) },
		v.profile(),
		size{pty.Window.Width, pty.Window.Height},
	).run()
	if v.ctx.Err() == nil { // the person quit
		v.sayHowToReturn()
		return 0
	}
	return v.explainEnd(1)
}

// sayHowToReturn tells a player who has quit how they come back. A guest needs their code.
func (v *session) sayHowToReturn() {
	options := ""
	if v.hasScreen() {
		options = "-t"
	}
	if code := v.identity.returnCode; code != "" {
		writeLine(v.ssh, "You were a guest. To come back to your seats, run: "+present.SSH(v.sshCommand(), options, "return "+code))
		return
	}
	writeLine(v.ssh, "To come back, run: "+v.sshCommand())
}

func (v *session) model(open *nav.Table, await func(kit.WaitMsg)) kit.Model {
	pty, _, _ := v.ssh.Pty()
	return v.server.screens(kit.Config{
		Services: v.server.services, Admin: v.admin(), Join: v.join,
		Player: v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Open: open,
		Width: pty.Window.Width, Height: pty.Window.Height,
		NoColor: wantsNoColor(v.ssh.Environ()) || colourless(v.term()), Term: v.term(), ASCII: !hasUTF8(v.ssh.Environ()), Context: v.ctx,
		Settings: v.settings(), SSHCommand: v.sshCommand(), NeedsInvitation: v.notAdmitted.Load(),
		RefusedKey: v.refusedKey(), Await: await,
		Commands:  kit.Commands{List: v.paletteCommands, Short: command.Short, Run: v.runFromScreen},
		RoundTrip: v.conn.roundTrip,
	})
}

// admin returns the admin commands for the session's player. It does not check whether the
// player is allowed to use them.
func (v *session) admin() *club.Admin {
	return &club.Admin{
		Club: v.server.services.Club, By: v.identity.ID, From: addressOf(v.ssh.RemoteAddr()),
		Directory: v.server.directory.Directory, Keyring: v.server.services.Keyring, Recovery: v.server.services.Recovery,
		ParseKey: ParseKey, Ladder: v.server.services.Ladder, KeyRemoved: v.server.EndKey, Present: v.server.Visitors,
		Pauses: v.server.services.Lobby.Pauses,
	}
}

// settings returns the stored settings of the player, or the defaults if they cannot be
// read.
func (v *session) settings() player.Settings {
	if v.server.services.Memory == nil {
		return player.Settings{}
	}
	kept, err := v.server.services.Memory.Recall(v.ctx, v.identity.ID)
	if err != nil {
		v.server.logger.Error("settings", "err", err)
	}
	return kept
}

// explainEnd returns the exit status of the session. If the server ended the session,
// explainEnd writes the reason, and returns a failure instead of `status`.
func (v *session) explainEnd(status int) int {
	var out io.Writer = v.ssh // not Stderr, so that the text arrives after the sequences that restore the terminal
	if v.term() == "" {
		out = v.ssh.Stderr()
	}
	cause := context.Cause(v.ctx)
	var reason disconnectReason
	switch {
	case cause == errStopping:
		writeLine(out, "The server is stopping. Connect again with the same command: seats are kept.")
	case cause == errInternal:
		writeLine(out, "Internal error. It was logged. Connect again with the same command: seats are kept.")
	case errors.As(cause, &reason):
		writeLine(out, cause.Error())
	default:
		return status
	}
	return command.Failure(v.channel.command)
}

// colourless reports whether a value of TERM means a terminal without colours. The
// colorprofile library assumes colours for every value except "dumb".
func colourless(term string) bool {
	return strings.HasPrefix(term, "vt") || strings.HasSuffix(term, "-m") || strings.HasSuffix(term, "-mono")
}

// wantsNoColor reports whether NO_COLOR is set and not empty.
func wantsNoColor(env []string) bool {
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "NO_COLOR="); ok && value != "" {
			return true
		}
	}
	return false
}

// hasUTF8 reports whether the locale of a client has the character set UTF-8. Most clients do not send
// their locale; such a client is assumed to have it.
func hasUTF8(env []string) bool {
	for _, name := range []string{"LC_ALL=", "LC_CTYPE=", "LANG="} {
		for _, variable := range env {
			if locale, ok := strings.CutPrefix(variable, name); ok && locale != "" {
				locale = strings.ToLower(strings.ReplaceAll(locale, "-", ""))
				return strings.Contains(locale, "utf8")
			}
		}
	}
	return true
}
