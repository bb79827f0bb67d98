package player

import (
	"context"
	"net/netip"
)

// Network returns the network that limits count as one address: an IPv4 address in any
// notation, or the /64 of an IPv6 address, because one subscriber has a whole /64. It
// returns the zero Prefix for an invalid address.
func Network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits)
	return p
}

type addressKey struct{}

// WithAddress returns a context with the network address of the client that caused the call.
func WithAddress(ctx context.Context, a netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, Network(a))
}

// WithoutAddress returns a context without an address, for calls by the server itself or by
// a moderator.
func WithoutAddress(ctx context.Context) context.Context {
	return context.WithValue(ctx, addressKey{}, netip.Prefix{})
}

// AddressOf returns the network address in ctx. ok is false if there is none.
func AddressOf(ctx context.Context) (p netip.Prefix, ok bool) {
	p, ok = ctx.Value(addressKey{}).(netip.Prefix)
	return p, ok && p.IsValid()
}
