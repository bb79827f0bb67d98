// Package sshtest is an SSH client for tests. It has keys, connections, a [Screen], which
// is a session with an emulated terminal, a [Stream], which is a session whose output is
// read as text, and a [RawConn], which sends malformed packets.
//
// Tests wait until the output contains a text. They never wait for time to pass.
package sshtest
