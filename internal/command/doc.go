// Package command runs the commands of `ssh HOST COMMAND`, without a screen.
//
// A [Session] has the services, the player and the streams. [Run] runs a command and returns
// its exit status: 0 only if the command was carried out. For a command that needs a screen
// it returns an [Open], and the caller opens the screen.
//
// Commands are declared as rows, from which help and error messages are made. Each request
// builds its own command tree, so requests share no state.
package command
