//go:build darwin || freebsd

package adminsocket

import (
	"net"

	"golang.org/x/sys/unix"
)

// checkPeer returns an error unless the client is root or the server's user. Normally, the
// mode of the socket already prevents other users from connecting.
func checkPeer(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	const solLocal = 0 // level of the options of unix sockets
	var cred *unix.Xucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptXucred(int(fd), solLocal, unix.LOCAL_PEERCRED)
	}); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return checkUser(int(cred.Uid))
}
