// Package command runs the commands of `ssh HOST COMMAND` that need no screen.
//
// A [Session] holds the services, the player, and the input and output of a command. [Run]
// runs the command and returns its exit status: 0 only if the command succeeded. For a
// command that does need a screen, such as play, Run returns an [Open], which tells the
// caller which table to show.
//
// A table of rows declares the commands. Help and error messages are generated from it. Each
// request builds its own command tree, so requests share no state.
package command
