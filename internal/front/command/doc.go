// Package command runs the commands of `ssh HOST COMMAND`.
//
// A [Session] holds the services, the player, and the input and output of a command. [Run]
// runs a command line and returns its exit status: 0 only if the command succeeded. The
// package shows no screens: if a command needs one, such as "play", Run returns an [Open]
// that tells the caller which table to show.
//
// The commands are declared in a table of rows, from which help and error messages are
// generated. A request sets up the flags of its own command only, with package pflag.
package command
