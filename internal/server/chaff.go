package server

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"quadrille/internal/clock"
)

// While somebody types, OpenSSH from version 9.5 on sends a packet every 20 ms: a key, or a ping
// of the same length. To wake up for each of them costs more than to read them. So after a few
// pings the system wakes the server only when chaffPackets packets have arrived. A key that is
// typed during the pings is read up to 80 ms later for that. The first key after a pause is read
// immediately. A packet that arrives alone after the last ping, such as a new size of the
// window, is read at most chaffTimeout after the last read.
//
// The old deadline of a read also wakes the server, so chaffTimeout must be several times as
// long as the packets take.
const (
	chaffPackets = 5
	chaffBegins  = 4                      // number of pings in a row after which the server waits for several packets
	chaffWithin  = 400 * time.Millisecond // the longest time for these pings
	chaffTimeout = 300 * time.Millisecond // the longest time that the server waits for several packets
	maxPing      = maxPong
)

// chaff recognizes the pings in what a connection reads. Only the goroutine that reads uses
// it, apart from the field `claimed`.
type chaff struct {
	claimed atomic.Int64 // number of bytes that sessions have read

	socket  syscall.RawConn // nil if it is not known how many bytes the system waits for
	waiting bool            // whether the system waits for several packets
	size    int             // size of the last read
	pings   int             // number of reads of that size, without bytes that a session has read
	since   time.Time       // time of the first of these reads
	before  int64           // value of claimed at the last read
}

func newChaff(c net.Conn) chaff {
	for {
		switch inner := c.(type) {
		case syscall.Conn:
			socket, err := inner.SyscallConn()
			if err != nil {
				return chaff{}
			}
			return chaff{socket: socket}
		case interface{ NetConn() net.Conn }:
			c = inner.NetConn()
		default:
			return chaff{}
		}
	}
}

// read reads from the connection c. It waits for several packets only if the parameter `screen`
// is set: if a session shows a screen.
func (h *chaff) read(c net.Conn, p []byte, screen bool) (int, error) {
	if h.waiting {
		if err := c.SetReadDeadline(clock.Steady().Add(chaffTimeout)); err != nil {
			return 0, err
		}
		n, err := c.Read(p)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		h.waitFor(1) // the pings have ended
		if err := c.SetReadDeadline(time.Time{}); err != nil {
			return 0, err
		}
	}
	n, err := c.Read(p)
	if err == nil && screen && h.socket != nil {
		h.count(n)
	}
	return n, err
}

// count counts the pings in a row.
func (h *chaff) count(n int) {
	claimed := h.claimed.Load()
	if n != h.size || claimed != h.before || n > maxPing || h.pings == 0 {
		h.size, h.before, h.pings, h.since = n, claimed, 1, clock.Steady()
		return
	}
	if h.pings++; h.pings < chaffBegins {
		return
	}
	h.pings = 0
	if clock.Steady().Sub(h.since) < chaffWithin {
		h.waitFor(chaffPackets * n)
	}
}

// waitFor makes the system wake the server when that many bytes have arrived.
func (h *chaff) waitFor(bytes int) {
	h.waiting = bytes > 1
	if err := setReceiveLowWater(h.socket, bytes); err != nil {
		h.socket, h.waiting = nil, false
	}
}
