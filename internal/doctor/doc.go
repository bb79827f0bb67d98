// Package doctor checks the configuration, the data and the machine of a server, and
// reports what is wrong and what to do about it.
//
// A [Checkup] runs the checks and returns a list of [Finding]. [Health] asks a running
// server whether it works. The package changes nothing.
package doctor
