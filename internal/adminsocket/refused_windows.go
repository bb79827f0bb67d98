package adminsocket

import "golang.org/x/sys/windows"

// errRefused is the error of a connection to a socket on which no process listens.
const errRefused = windows.WSAECONNREFUSED
