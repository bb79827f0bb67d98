package player

import (
	"context"
	"net/netip"
)

// Network returns the network that counts as one address in rate limits. For an IPv4 address
// in any notation it is the address itself; for an IPv6 address it is the /64, because one
// subscriber usually has a whole /64. For an invalid address it returns the zero Prefix.
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

// WithAddress returns a context with the network of the client on whose behalf a function is
// called.
func WithAddress(ctx context.Context, a netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, Network(a))
}

// WithoutAddress returns a context without a client's network, for calls made by the server
// itself or by a moderator.
func WithoutAddress(ctx context.Context) context.Context {
	return context.WithValue(ctx, addressKey{}, netip.Prefix{})
}

// AddressOf returns the client's network in ctx; ok is false if there is none.
func AddressOf(ctx context.Context) (p netip.Prefix, ok bool) {
	p, ok = ctx.Value(addressKey{}).(netip.Prefix)
	return p, ok && p.IsValid()
}
