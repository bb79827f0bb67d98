package limit

import (
	"net/netip"

	"quadrille/internal/player"
)

// Origin is what counts as one address: an IPv4 address or the /64 of an IPv6
// address; see [player.Network]. This machine's own addresses count like others.
type Origin netip.Prefix

// OriginOf returns the origin of an address.
func OriginOf(address netip.Addr) Origin { return Origin(player.Network(address)) }
