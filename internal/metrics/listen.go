package metrics

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// Listen listens on the address for metrics. It refuses an address that other machines
// can reach, unless public is set.
func Listen(address string, public bool) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for metrics on %q: write host:port, like 127.0.0.1:9618 (%w)", address, err)
	}
	if !public && !local(at) {
		return nil, fmt.Errorf("other machines can reach the metrics on %s: choose 127.0.0.1:%d, or set metrics.public = true (--metrics-public)", address, at.Port)
	}
	l, err := net.ListenTCP("tcp", at)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("cannot listen for metrics on %s: another program listens there; stop it, or choose another address", address)
	case err != nil:
		return nil, fmt.Errorf("cannot listen for metrics on %s (%w); choose an address of this machine, like 127.0.0.1:9618", address, err)
	}
	return l, nil
}

func local(at *net.TCPAddr) bool {
	ip, ok := netip.AddrFromSlice(at.IP)
	return ok && ip.Unmap().IsLoopback()
}
