package server

import (
	"time"

	"golang.org/x/sys/unix"
)

// roundTrip returns the time that a packet takes to the client and back, as the kernel measures it.
// It returns false if the time is not known.
func (c *conn) roundTrip() (took time.Duration, known bool) {
	if c.chaff.socket == nil {
		return 0, false
	}
	err := c.chaff.socket.Control(func(fd uintptr) {
		if info, err := unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO); err == nil {
			took, known = time.Duration(info.Rtt)*time.Microsecond, info.Rtt > 0
		}
	})
	return took, known && err == nil
}
