package notify

import (
	"context"
	"errors"
	"net/netip"
	"syscall"
)

// errRefusedAddress is the error for every address that the server may not call. Clients see
// [errUnreached] instead.
var errRefusedAddress = errors.New("the address may not be called")

// notPublic lists the address ranges that do not belong to hosts on the public internet,
// according to IANA's registries of special-purpose addresses. IPv6 addresses outside of
// 2000::/3 need no entry, because [public] refuses them all; they include NAT64
// addresses (64:ff9b::/96) and others that embed an IPv4 address.
var notPublic = prefixes(
	"0.0.0.0/8",       // "this network" (RFC 791)
	"10.0.0.0/8",      // private networks
	"100.64.0.0/10",   // carrier-grade NAT
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local; also used by cloud providers for instance metadata
	"172.16.0.0/12",   // private networks
	"192.0.0.0/24",    // IETF protocol assignments
	"192.0.2.0/24",    // documentation
	"192.31.196.0/24", // AS112 name servers
	"192.52.193.0/24", // Automatic Multicast Tunneling
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private networks
	"192.175.48.0/24", // AS112 name servers
	"198.18.0.0/15",   // benchmarking
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved addresses and limited broadcast

	"2001::/23",         // IETF protocol assignments: Teredo, benchmarking, ORCHID
	"2001:db8::/32",     // documentation
	"2002::/16",         // 6to4, which embeds an IPv4 address
	"2620:4f:8000::/48", // AS112 name servers
	"3fff::/20",         // documentation
)

var globalUnicast = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// public reports whether an address belongs to a host on the public internet.
func public(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if a.Is6() && !globalUnicast.Contains(a) {
		return false
	}
	return !within(notPublic, a)
}

func within(list []netip.Prefix, a netip.Addr) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// mayCall returns a check for [net.Dialer.ControlContext]. The check runs after the name
// lookup, so it sees the address to which the connection is made. It permits port 443 of
// public addresses, and every port of the allowed addresses.
func mayCall(allowed []netip.Prefix) func(ctx context.Context, network, address string, c syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		switch {
		case err != nil:
			return errRefusedAddress
		case within(allowed, to.Addr().Unmap()):
			return nil
		case to.Port() == 443 && public(to.Addr()):
			return nil
		}
		return errRefusedAddress
	}
}
