// Package server accepts SSH connections and runs a screen, plain mode, the JSON API or
// a command in each session.
//
// A [Server] owns the listener, which admits connections by address (package limit)
// before it does any work for them. A [conn] is one connection; a client that does not
// read cannot block it. The registry lists the connections of each key and the sessions
// of each account. A session channel passes on only the requests and the input that
// sessions support. Each session goes through the middlewares recover, limit, identify
// and route. Route starts a [program], which runs a Bubble Tea model on a terminal, or
// one of the other front ends.
//
// The package starts these goroutines:
//
//	listener     one, in Serve; ends when the listener is closed
//	requests     one for each channel, in requestFilter.start; ends when the session starts
//	read         one for each session with input; ends with the channel
//	send         one for each frame that is being sent
//	command      one for each running Bubble Tea command, but none while a command waits
//	drain        two for each closed connection; end with its other goroutines
//
// An idle session wakes none of them. Timers run while a session has not requested a
// shell or a command, while a connection has no session, and while a connection is
// about to be closed.
//
// No other package imports wish or charm's ssh.
package server
