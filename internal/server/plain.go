package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"quadrille/internal/clock"
	"quadrille/internal/front/command"
	"quadrille/internal/front/plain"
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
		Settings: v.settings(),
		Input:    input, Output: v.ssh, Terminal: v.term() != "",
		Commands: plain.Commands{List: v.prompt, Run: v.runAtPrompt},
		Guard:    func(what string, f func()) { v.conn.recoverPanic(what, f, func() { v.end(errInternal) }) },
	})
	if v.ctx.Err() == nil { // the person quit
		return 0
	}
	return v.explainEnd(1)
}

// prompt lists the commands that a player can run in plain mode.
func (v *session) prompt(by player.Player) (list []plain.Row) {
	s := v.commands()
	s.Player = by
	for _, row := range command.Prompt(s) {
		list = append(list, plain.Row(row))
	}
	return list
}

// runAtPrompt runs a command in plain mode, within the limits of commands.
func (v *session) runAtPrompt(ctx context.Context, by player.Player, line string, out, errs io.Writer) *plain.Open {
	wait := max(v.server.addresses.Command(v.conn.from, clock.Steady()), v.server.commands.Command(by.ID, clock.Steady()))
	if wait > 0 {
		_, _ = fmt.Fprintf(errs, "too many commands; wait %s\n", limit.Seconds(wait))
		return nil
	}
	words, err := command.Words(line)
	if err != nil {
		_, _ = fmt.Fprintln(errs, err)
		return nil
	}
	s := v.commands()
	s.Player, s.Named, s.Terminal, s.Spoken = by, true, true, true
	s.In, s.Out, s.Err, s.File = strings.NewReader(""), out, errs, io.Discard
	_, open := command.Run(ctx, s, words)
	return (*plain.Open)(open)
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
