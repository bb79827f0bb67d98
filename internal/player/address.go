package player

import (
	"context"
	"net/netip"
)

// Network returns the network that rate limits count as one address. For an IPv4 address in
// any notation it is the address itself; for an IPv6 address it is the /64, because one
// subscriber usually has a whole /64. For an invalid address it is the zero Prefix.
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

// WithAddress returns a context that contains the client's network.
func WithAddress(ctx context.Context, a netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, Network(a))
}

// WithoutAddress returns a context that contains no client's network. It is for calls that
// the server itself or a moderator makes.
func WithoutAddress(ctx context.Context) context.Context {
	return context.WithValue(ctx, addressKey{}, netip.Prefix{})
}

// AddressOf returns the client's network from the context. ok is false if the context
// contains none.
func AddressOf(ctx context.Context) (p netip.Prefix, ok bool) {
	p, ok = ctx.Value(addressKey{}).(netip.Prefix)
	return p, ok && p.IsValid()
}
