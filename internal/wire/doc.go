// Package wire is the line to a terminal: frames become the fewest bytes that
// turn what the terminal shows into what it shall show, and bytes from the
// terminal become keys.
//
// There are few types. A [Screen] is what one terminal shows, a few bytes a cell;
// its Frame appends what has to be sent. [Keys] decodes input.
//
// Nothing here waits, reads or writes, or has a goroutine: who has a line to a
// terminal sends what it is given.
package wire
