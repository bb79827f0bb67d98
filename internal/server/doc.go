// Package server is the door: who comes in, what he may ask of the server, and the
// way from an SSH channel to a screen or a command.
//
// There are few types. A [Server] listens. Behind its turnstile the gate lets in
// who may come, and knows what each address owes; each connection is a net.Conn
// that cannot be held up and that answers for what comes ([conn]); the register
// knows which connections a key has, and which sessions an account. Each session
// channelStream is a [sessionChannel], which lets through only the requests and the input that
// the rooms behind are built for. Behind a line stands either one [program],
// which runs a Bubble Tea model, or one command. All limits have their names in [Limits].
//
// Goroutines of ours, each with its owner and its end:
//
//	listener     Serve; ends when the listener is closed; Serve waits
//	sift         one a channel, reads its requests; ends when the channel is gone
//	read         one a screen, from the channel to the program; ends when the channel is gone
//	send         one for each frame on its way
//	drain        two for each connection that is closed; end with its other goroutines
//
// A session that nobody types in and nothing happens in wakes none of them.
// Timers are armed while a session has not said what it is for, while a
// connection has no session, and while one is shown the door.
//
// Nothing but this package imports wish or charm's ssh.
package server
