// Package server accepts SSH connections and runs the screens, plain mode, the JSON API or a
// command in each session.
//
// A [Server] owns the listener. Package limit decides by the client's address whether a
// connection is admitted, before the server does any work for it. A [conn] is an admitted
// connection; it is closed if the client stops reading. The registry lists the connections
// of each key and the sessions of each account. Each session channel has a filter, which
// passes on only the requests that sessions support, and limits the input. Each session
// passes through the middlewares recoverSession, limitSession, identifySession and route.
// The last of them starts a [program] or another front end. A program runs a Bubble Tea
// model on the client's terminal.
//
// The package starts these goroutines:
//
//	listener     one, in Serve; ends when the listener is closed
//	requests     one for each channel, in requestFilter.start; ends when the session starts
//	read         one for each session with input; ends with the channel
//	relay        half as many as processors while frames are shared; send them to many sessions
//	command      one for each running Bubble Tea command, but none while a command waits
//	drain        two for each closed connection; end when its other goroutines have ended
//
// An idle session wakes none of them. Timers run while a session has not requested a shell
// or a command, while a connection has no session, and while a connection is about to be
// closed.
//
// Only this package and package bare import wish and charm's ssh. Benchmarks compare the two
// packages.
package server
