// Package server accepts connections over SSH and brings each session to a screen,
// to plain mode, to the JSON API or to a command.
//
// A [Server] listens; its listener admits connections by address (package limit)
// before anything is computed for them. Each connection is a [conn], which cannot be
// held up by a client that does not read. The registry knows which connections a
// key has and which sessions an account. Each session channel lets through only the
// requests and the input that sessions are built for. A session then passes the
// middlewares: recover, limits, identity, route. Route runs a [program], which is a
// Bubble Tea model on a terminal, or one of the other front ends.
//
// Goroutines of ours, each with its owner and its end:
//
//	listener     Serve; ends when the listener is closed; Serve waits
//	run          one a channel, reads its requests; ends when the channel is gone
//	read         one a screen, from the channel to the program; ends when the channel is gone
//	send         one for each frame on its way
//	drain        two for each connection that is closed; end with its other goroutines
//
// A session that nobody types in and nothing happens in wakes none of them.
// Timers are armed while a session has not said what it is for, while a
// connection has no session, and while a connection is being ended.
//
// Nothing but this package imports wish or charm's ssh.
package server
