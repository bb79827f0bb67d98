package server

import "syscall"

// setReceiveLowWater makes the system report a socket as readable when that many bytes have
// arrived.
func setReceiveLowWater(socket syscall.RawConn, bytes int) error {
	var failed error
	if err := socket.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVLOWAT, bytes)
	}); err != nil {
		return err
	}
	return failed
}
