// Package sshtest is an SSH client for tests. It provides keys, connections and three kinds
// of sessions: a [Screen] has an emulated terminal, the output of a [Stream] is read as
// text, and a [RawConn] can send malformed packets.
//
// Tests wait until the output contains a text. They never wait for time to pass.
package sshtest
