// Package command is what `ssh HOST WORD ...` does without a screen.
//
// There are few types. [Words] reads a command line, once. A [Session] is who
// asks, from where, and through which streams. [Run] does what was asked and
// returns an exit status: 0 only if it was done. Where a command leads to a
// screen, Run says which as an [Open]; whoever called opens it.
//
// Every request has a tree of commands of its own: nothing is kept between two.
package command
