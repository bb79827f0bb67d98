// Package sshd is the door: who comes in, what he may ask of the server, and the
// way from an SSH channel to a screen or a command.
//
// There are few types. A [Server] listens. Each connection is a net.Conn that
// cannot be held up ([conn]); each session channel on it is a [line], which
// lets through only the requests and the input that the rooms behind are built
// for. Behind a line stands either one [program], which runs a Bubble Tea model,
// or one command.
//
// Goroutines of ours, each with its owner and its end:
//
//	listener     Serve; ends when the listener is closed; Serve waits
//	sift         one a channel, reads its requests; ends when the channel is gone
//	read         one a screen, from the channel to the program; ends when the channel is gone
//	send         one for each frame on its way
//
// A session that nobody types in and nothing happens in wakes none of them.
//
// Nothing but this package imports wish or charm's ssh.
package sshd
