package metrics

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// Listen listens on the address for metrics. Unless public is set, it returns an error if
// other machines could reach the address.
func Listen(address string, public bool) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on the metrics address %q: use host:port, like 127.0.0.1:9618 (%w)", address, err)
	}
	if !public && !local(at) {
		return nil, fmt.Errorf("other machines can reach %s: use 127.0.0.1:%d, or set metrics.public = true", address, at.Port)
	}
	l, err := net.ListenTCP("tcp", at)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("cannot listen on the metrics address %s: it is in use; choose another", address)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on the metrics address %s (%w); choose 127.0.0.1:9618", address, err)
	}
	return l, nil
}

func local(at *net.TCPAddr) bool {
	ip, ok := netip.AddrFromSlice(at.IP)
	return ok && ip.Unmap().IsLoopback()
}
