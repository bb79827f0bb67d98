package player

import (
	"context"
	"net/netip"
)

// Network returns what limits count as one address: an IPv4 address, however it is
// written, or the /64 of an IPv6 address, whose owner has all others in it. An
// invalid address gives the zero Prefix.
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

// WithAddress returns a context that carries the network address of the client for
// whom something is done.
func WithAddress(ctx context.Context, a netip.Addr) context.Context {
	return context.WithValue(ctx, addressKey{}, Network(a))
}

// WithoutAddress returns a context for what is not done for the client: by the server
// itself, or by a moderator.
func WithoutAddress(ctx context.Context) context.Context {
	return context.WithValue(ctx, addressKey{}, netip.Prefix{})
}

// AddressOf returns the network address that ctx carries; ok is false if it carries
// none, as for what the server does by itself.
func AddressOf(ctx context.Context) (p netip.Prefix, ok bool) {
	p, ok = ctx.Value(addressKey{}).(netip.Prefix)
	return p, ok && p.IsValid()
}
