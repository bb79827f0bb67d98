package metrics

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// Listen takes the address for those who look after the server. One that others
// than this machine reach is taken only if public says that this is meant.
func Listen(address string, public bool) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for metrics on %q: write host:port, like 127.0.0.1:9618 (%w)", address, err)
	}
	if !public && !local(at) {
		return nil, fmt.Errorf("metrics on %s would tell whoever asks how busy this server is: choose 127.0.0.1:%d, or say metrics.public = true (--metrics-public) if that is meant", address, at.Port)
	}
	l, err := net.ListenTCP("tcp", at)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("cannot listen for metrics on %s: something else listens there already; end it, or choose another address", address)
	case err != nil:
		return nil, fmt.Errorf("cannot listen for metrics on %s (%w); choose an address of this machine, like 127.0.0.1:9618", address, err)
	}
	return l, nil
}

func local(at *net.TCPAddr) bool {
	ip, ok := netip.AddrFromSlice(at.IP)
	return ok && ip.Unmap().IsLoopback()
}
