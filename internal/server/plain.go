package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/clock"
	"quadrille/internal/front/command"
	"quadrille/internal/front/plain"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/server/limit"
)

// runPlain runs plain mode until the person quits or the channel is closed. It returns the
// exit status.
func (v *session) runPlain(open *plain.Open) int {
	input := make(chan []byte)
	go v.conn.recoverPanic("read", func() { v.readLines(input) }, v.channel.end)
	plain.Run(v.ctx, plain.Config{
		Services: v.server.services,
		Player:   v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Open: open, RefusedKey: v.refusedKey(),
		SSHCommand: v.sshCommand(),
		Settings:   v.settings(),
		Input:      input, Output: v.ssh, Terminal: v.term() != "",
		Commands: plain.Commands{List: v.prompt, Run: v.runAtPrompt},
		Guard:    func(what string, f func()) { v.conn.recoverPanic(what, f, func() { v.end(errInternal) }) },
	})
	if v.ctx.Err() == nil { // the person quit
		v.sayHowToReturn()
		return 0
	}
	return v.explainEnd(1)
}

// prompt lists the commands that a player can run in plain mode.
func (v *session) prompt(by player.Player) (list []plain.Row) {
	s := v.commands()
	s.Player, s.Spoken = by, true
	for _, row := range command.Prompt(s) {
		list = append(list, plain.Row(row))
	}
	return list
}

// runAtPrompt runs a command in plain mode, within the limits of commands.
func (v *session) runAtPrompt(ctx context.Context, by player.Player, line string, out, errs io.Writer) *plain.Open {
	s := v.commands()
	s.Player, s.Named, s.Terminal, s.Spoken = by, true, true, true
	s.In, s.Out, s.Err, s.File = strings.NewReader(""), out, errs, io.Discard
	return (*plain.Open)(v.runLine(ctx, s, line))
}

// runLine runs a command line within the limits of commands.
func (v *session) runLine(ctx context.Context, s command.Session, line string) *command.Open {
	wait := max(v.server.addresses.Command(v.conn.from, clock.Steady()), v.server.commands.Command(s.Player.ID, clock.Steady()))
	if wait > 0 {
		_, _ = fmt.Fprintf(s.Err, "too many commands; wait %s\n", limit.Seconds(wait))
		return nil
	}
	words, err := command.Typed(line)
	if err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return nil
	}
	_, open := command.Run(ctx, s, words)
	return open
}

// paletteCommands lists the commands that the player can run from a screen.
func (v *session) paletteCommands(by player.Player) (list []kit.Command) {
	s := v.commands()
	s.Player = by
	for _, row := range command.Prompt(s) {
		list = append(list, kit.Command{Name: row.Names[0], Usage: row.Usage, Short: row.Short})
	}
	slices.SortFunc(list, func(a, b kit.Command) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// runFromScreen runs a command from a screen, and returns what it prints and the table to open.
func (v *session) runFromScreen(ctx context.Context, by player.Player, line string, width int) (string, *nav.Table) {
	var out bytes.Buffer
	s := v.commands()
	s.Player, s.Named, s.Terminal, s.Width, s.Profile = by, true, true, width, colorprofile.NoTTY
	s.In, s.Out, s.Err, s.File = strings.NewReader(""), player.Escaping(&out), player.Escaping(&out), &out
	open := v.runLine(ctx, s, line)
	text := ansi.Strip(out.String())
	if open == nil {
		return text, nil
	}
	return text, &nav.Table{ID: open.Table, Seat: open.Seat, Sit: open.Sit}
}

// readLines sends what the client types to the Go channel `input`, and closes this channel
// when the client sends no more. Each end of a line resets the count of unrecognized input,
// so that only a client that sends a line without an end reaches the limit on this count.
func (v *session) readLines(input chan<- []byte) {
	defer close(input)
	b := make([]byte, 256)
	for {
		n, err := v.ssh.Read(b)
		if n > 0 {
			if bytes.ContainsAny(b[:n], "\r\n\x03\x04") || v.ctx.Err() != nil {
				v.channel.unrecognized.Store(0)
			}
			select {
			case input <- bytes.Clone(b[:n]):
			case <-v.ctx.Done():
			}
		}
		if err != nil {
			return // the channel is closed
		}
	}
}
