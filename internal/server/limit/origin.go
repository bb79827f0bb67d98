package limit

import (
	"net/netip"

	"quadrille/internal/player"
)

// Origin is a network whose connections are counted together: an IPv4 address or an IPv6
// /64; see [player.Network]. Loopback addresses are counted, too.
type Origin netip.Prefix

// MarshalText returns the text form of the network.
func (o Origin) MarshalText() ([]byte, error) { return netip.Prefix(o).MarshalText() }

// UnmarshalText parses the text form of a network.
func (o *Origin) UnmarshalText(text []byte) error { return (*netip.Prefix)(o).UnmarshalText(text) }

// OriginOf returns the origin of an address.
func OriginOf(address netip.Addr) Origin { return Origin(player.Network(address)) }
