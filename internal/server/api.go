package server

import "quadrille/internal/api"

// converse speaks with a program in JSON lines until nothing more comes from it
// or the line is gone, and returns the exit status.
func (v *session) runAPI() int {
	input := make(chan []byte)
	go v.server.recoverPanic("read", func() { v.readLines(input) }, v.channel.end)
	api.Run(v.ctx, api.Config{
		Lobby: v.server.lobby, Directory: v.server.directory, Notify: v.server.notify,
		Player: v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Version: v.server.version,
		Input: input, Output: v.Session,
		Guard: func(what string, f func()) { v.server.recoverPanic(what, f, func() { v.end(errInternal) }) },
	})
	if v.ctx.Err() == nil { // it said no more
		return 0
	}
	return v.explainEnd(1)
}
