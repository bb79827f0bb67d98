package server

import (
	"context"
	"errors"
	"io"
	"strings"

	"quadrille/internal/ui/nav"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/club"
	"quadrille/internal/command"
	"quadrille/internal/player"
	"quadrille/internal/ui"
)

var errStopping = errors.New("the server stops")

// show runs the screens on the session's terminal until the person leaves or
// the line is gone, and returns the exit status.
func (v *session) runScreen(open *nav.Table) int {
	pty, _, _ := v.Pty()
	profile := colorprofile.Env(append(v.Environ(), "TERM="+v.term()))
	if wantsNoColor(v.Environ()) || colourless(v.term()) {
		profile = min(profile, colorprofile.ASCII)
	}
	newProgram(v, v.model(open), profile, size{pty.Window.Width, pty.Window.Height}).run()
	if v.ctx.Err() == nil { // he left it himself
		return 0
	}
	return v.explainEnd(1)
}

func (v *session) model(open *nav.Table) tea.Model {
	pty, _, _ := v.Pty()
	return v.server.screens(ui.Config{
		Services: ui.Services{
			Lobby: v.server.lobby, Directory: v.server.directory, Memory: v.server.memory, House: v.server.house, Notify: v.server.notify,
			Ladder: v.server.ladder, Desk: v.adminDesk(), Arbiter: v.server.arbiter, Join: v.join,
		},
		Player: v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Open: open,
		Width: pty.Window.Width, Height: pty.Window.Height,
		NoColor: wantsNoColor(v.Environ()) || colourless(v.term()), Context: v.ctx,
		Settings: v.settings(), Way: v.server.PublicSSHCommand(), Outside: v.notAdmitted.Load(),
	})
}

// desk is where the person looks after the house, if he may.
func (v *session) adminDesk() *club.Desk {
	return &club.Desk{
		House: v.server.house, By: v.identity.ID, From: addressOf(v.RemoteAddr()),
		Directory: v.server.directory.Directory, Keyring: v.server.keyring, Recovery: v.server.recovery, ParseKey: ParseKey, Ladder: v.server.ladder, KeyRemoved: v.server.EndKey, Present: v.server.registry.visitors,
	}
}

// settings are what the person chose for himself on other days. Without them
// there is as much to see.
func (v *session) settings() player.Settings {
	if v.server.memory == nil {
		return player.Settings{}
	}
	kept, err := v.server.memory.Recall(v.ctx, v.identity.ID)
	if err != nil {
		v.server.logger.Error("settings", "err", err)
	}
	return kept
}

// parted tells the person why he was sent away, if he was, and returns the exit
// status, which is that given if he was not.
func (v *session) explainEnd(status int) int {
	var out io.Writer = v.Session // in line with what restored the terminal
	if v.term() == "" {
		out = v.Stderr()
	}
	why := context.Cause(v.ctx)
	var sent disconnectReason
	switch {
	case why == errStopping:
		writeLine(out, "The server stops for now. Your seat waits: come back with the same command.")
	case why == errInternal:
		writeLine(out, "That was a fault of ours, and it is noted. Your seat waits: come back with the same command.")
	case errors.As(why, &sent):
		writeLine(out, why.Error())
	default:
		return status
	}
	return command.Failure(v.channel.command)
}

// colourless reports whether terminals of that name have no colours, which the
// library takes every name but dumb to have.
func colourless(term string) bool {
	return strings.HasPrefix(term, "vt") || strings.HasSuffix(term, "-m") || strings.HasSuffix(term, "-mono")
}

// wantsNoColor is the convention of NO_COLOR: there, and not empty.
func wantsNoColor(env []string) bool {
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "NO_COLOR="); ok && value != "" {
			return true
		}
	}
	return false
}
