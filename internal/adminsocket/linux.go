package adminsocket

import (
	"fmt"
	"net"
	"os"
	"syscall"
)

// within calls f with a short path of a directory: the path of a socket has 107 bytes
// at most.
func within(dir string, f func(short string) error) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return f(fmt.Sprintf("/proc/self/fd/%d", d.Fd()))
}

// trusted refuses a connection of another user than root and the server's own, in case
// somebody has changed the mode of the socket.
func trusted(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var who *syscall.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		who, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	if int(who.Uid) != 0 && int(who.Uid) != os.Geteuid() {
		return fmt.Errorf("user %d is neither root nor the server's own", who.Uid)
	}
	return nil
}
