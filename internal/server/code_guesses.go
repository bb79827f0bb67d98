package server

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/reserve"
	"quadrille/internal/server/limit"
)

// limitedKeyring is the keyring of one session. It limits the rate at which the client's
// address may try wrong codes.
type limitedKeyring struct {
	player.Keyring
	session *session
}

// Join adds a key to an account, unless the address has tried too many wrong codes.
func (r limitedKeyring) Join(ctx context.Context, code string, key player.Fingerprint) (p player.Player, err error) {
	limited := r.session.tryCode(ctx, func() (wrong bool) {
		p, err = r.Keyring.Join(ctx, code, key)
		return refusal.Of(err) == player.CodeNotOpen
	})
	return p, cmp.Or(limited, err)
}

// tryCode calls the function `try`, which checks a code and reports whether the code is wrong. If
// the address has tried too many wrong codes, tryCode returns an error instead. It counts the code
// as wrong before the check, so that concurrent attempts cannot exceed the limit, also at several
// nodes.
func (v *session) tryCode(ctx context.Context, try func() (wrong bool)) error {
	wait, err := v.takeCode(ctx)
	if err != nil {
		return err
	}
	if wait > 0 {
		return errors.New("too many wrong codes from your address: wait " + limit.Seconds(wait))
	}
	if try() {
		v.conn.penalize(limit.WrongCode)
	} else if err := v.returnCode(ctx); err != nil {
		v.server.logger.Warn("cannot subtract a right code from the count of wrong codes", slog.Any("error", err))
	}
	return nil
}

// takeCode counts a wrong code, or returns how long the address must wait.
func (v *session) takeCode(ctx context.Context) (wait time.Duration, err error) {
	if v.server.shared == nil {
		return v.server.addresses.TakeCode(v.conn.from, clock.Steady()), nil
	}
	_, wait, err = v.server.shared.Take(ctx, v.wrongCodes())
	return wait, err
}

// returnCode subtracts a right code from the count of wrong ones.
func (v *session) returnCode(ctx context.Context) error {
	if v.server.shared == nil {
		v.server.addresses.ReturnCode(v.conn.from, clock.Steady())
		return nil
	}
	return v.server.shared.Return(ctx, v.wrongCodes())
}

// wrongCodes returns the bucket of the client's address that all nodes share.
func (v *session) wrongCodes() reserve.Claim {
	from := netip.Prefix(limit.OriginOf(addressOf(v.conn.RemoteAddr())))
	return reserve.Claim{Kind: "wrong codes", Who: from.String(), Rate: v.server.limits.Load().AddressWrongCodes, N: 1}
}
