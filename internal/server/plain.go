package server

import (
	"bytes"

	"quadrille/internal/plain"
)

// talk speaks with the person line by line until he leaves or the line is gone,
// and returns the exit status.
func (v *session) runPlain(open *plain.Open) int {
	input := make(chan []byte)
	go v.server.recoverPanic("read", func() { v.readLines(input) }, v.channel.end)
	plain.Run(v.ctx, plain.Config{
		Lobby: v.server.lobby, Directory: v.server.directory,
		Player: v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Open: open,
		Settings: v.settings(), Memory: v.server.memory, House: v.server.house, Notify: v.server.notify, Ladder: v.server.ladder,
		Input: input, Output: v.Session, Terminal: v.term() != "",
		Guard: func(what string, f func()) { v.server.recoverPanic(what, f, func() { v.end(errInternal) }) },
	})
	if v.ctx.Err() == nil { // he left it himself
		return 0
	}
	return v.explainEnd(1)
}

// readLines takes what comes over the line to a conversation, and closes input
// when nothing more comes. Only what ends a line is understood: without an end
// the line's limit is reached.
func (v *session) readLines(input chan<- []byte) {
	defer close(input)
	b := make([]byte, 256)
	for {
		n, err := v.Read(b)
		if n > 0 {
			if bytes.ContainsAny(b[:n], "\r\n\x03\x04") || v.ctx.Err() != nil {
				v.channel.notUnderstood.Store(0)
			}
			select {
			case input <- bytes.Clone(b[:n]):
			case <-v.ctx.Done():
			}
		}
		if err != nil {
			return // the line's context tells
		}
	}
}
