package adminsocket

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// withShortPath calls f with a path to dir that is short enough for a socket address. If the
// path of dir itself is too long, f gets a path below /proc.
func withShortPath(dir string, f func(short string) error) error {
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

// checkPeer returns an error unless the client is root or the server's user. Normally, the
// mode of the socket already prevents other users from connecting.
func checkPeer(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var cred *syscall.Ucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return checkUser(int(cred.Uid))
}
