//go:build !windows

package adminsocket

import "syscall"

// errRefused is the error of a connection to a socket on which no process listens.
const errRefused = syscall.ECONNREFUSED
