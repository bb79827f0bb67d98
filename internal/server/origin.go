package server

import (
	"net"
	"net/netip"

	"quadrille/internal/player"
)

// origin is where connections come from, as far as limits care; see
// [player.Network]. This machine's own addresses are like any other's.
type origin netip.Prefix

func originOf(address net.Addr) origin { return origin(player.Network(addressOf(address))) }
