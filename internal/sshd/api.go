package sshd

import "quadrille/internal/api"

// converse speaks with a program in JSON lines until nothing more comes from it
// or the line is gone, and returns the exit status.
func (v *visit) converse() int {
	input := make(chan []byte)
	go v.server.guard("read", func() { v.readLines(input) }, v.line.hangUp)
	api.Run(v.ctx, api.Config{
		Lobby: v.server.lobby, Directory: v.server.directory, Notify: v.server.notify,
		Player: v.who.Player, Named: v.who.named, ReturnCode: v.who.returnCode, Version: v.server.version,
		Input: input, Output: v.Session,
		Guard: func(what string, f func()) { v.server.guard(what, f, func() { v.end(errPanic) }) },
	})
	if v.ctx.Err() == nil { // it said no more
		return 0
	}
	return v.parted(1)
}
