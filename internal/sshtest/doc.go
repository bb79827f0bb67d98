// Package sshtest is a person with an ssh client, for tests: keys, connections,
// and a [Screen], which is a terminal that can be typed at and read.
//
// Tests wait for what they want to see and never for time to pass.
package sshtest
