// Package command runs the commands of `ssh HOST COMMAND` that need no screen.
//
// A [Session] holds the services, the player, and the input and output of a command. [Run]
// runs a command line and returns its exit status: 0 only if the command succeeded. If a
// command needs a screen, as play does, Run returns an [Open] that tells the caller which
// table to show.
//
// The commands are declared in a table of rows, from which help and error messages are
// generated. Each request builds its own command tree, so requests share no state.
package command
