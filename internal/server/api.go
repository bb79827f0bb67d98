package server

import "quadrille/internal/front/api"

// runAPI runs the JSON API until the client ends the input or the channel is closed. It
// returns the exit status.
func (v *session) runAPI() int {
	input := make(chan []byte)
	go v.conn.recoverPanic("read", func() { v.readLines(input) }, v.channel.end)
	api.Run(v.ctx, api.Config{
		Services: v.server.services,
		Player:   v.identity.Player, Named: v.identity.named, ReturnCode: v.identity.returnCode, Version: v.server.version,
		SSHCommand: v.sshCommand(),
		Input:      input, Output: v.ssh,
		Guard: func(what string, f func()) { v.conn.recoverPanic(what, f, func() { v.end(errInternal) }) },
	})
	if v.ctx.Err() == nil { // the client ended the input
		return 0
	}
	return v.explainEnd(1)
}
