package sshd

import (
	"net"
	"net/netip"
)

// origin is where connections come from, as far as limits care: an address of
// IPv4, however it is written, or the /64 of one of IPv6, whose owner has all
// others in it. This machine's own addresses are like any other's.
type origin netip.Prefix

func originOf(address net.Addr) origin {
	tcp, ok := address.(*net.TCPAddr)
	if !ok {
		return origin{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	prefix, _ := ip.Prefix(bits) // an address that is none has no prefix, which is an origin too
	return origin(prefix)
}
