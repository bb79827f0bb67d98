// Package adminsocket carries admin commands from a process on the same machine to
// the running server, over a unix socket in the data directory.
//
// The socket has mode 0600, so only the server's user and root can connect; on Linux
// the server also asks the kernel which user connects. A request is one line of JSON,
// followed by the standard input of the command; the answer is lines of JSON: output,
// errors, and last the exit status.
package adminsocket
