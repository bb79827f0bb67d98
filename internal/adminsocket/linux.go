package adminsocket

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// maxPath is the most bytes that the path of a socket can have.
const maxPath = 107

// within calls f with a path of a directory that is short enough for the socket in it. A
// container that has no /proc needs a data directory with a short path.
func within(dir string, f func(short string) error) error {
	if len(filepath.Join(dir, Name)) <= maxPath {
		return f(dir)
	}
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
