// Package adminsocket lets a process on the same machine run admin commands in the running
// server, over a unix socket in the data directory.
//
// The socket has mode 0600, so that only the server's user and root can connect. On Linux,
// macOS and FreeBSD, the server also asks the kernel which user connects. On Windows, which has
// no modes, the permissions of the data directory decide. A request is one line of JSON,
// followed by the standard input of the command. The answer consists of lines of JSON:
// output, errors, and finally the exit status.
package adminsocket
