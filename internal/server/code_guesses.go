package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/server/limit"
)

// limitedKeyring is the keyring of one session. It limits the rate at which the client's
// address may try wrong codes.
type limitedKeyring struct {
	player.Keyring
	session *session
}

// Join adds a key to an account, unless the address has tried too many wrong codes.
func (r limitedKeyring) Join(ctx context.Context, code string, key player.Fingerprint) (player.Player, error) {
	if err := r.session.checkCodeRate(); err != nil {
		return player.Player{}, err
	}
	p, err := r.Keyring.Join(ctx, code, key)
	if refusal.Of(err) == player.CodeNotOpen {
		r.session.countWrongCode()
	}
	return p, err
}

// checkCodeRate returns an error if the address has tried too many wrong codes.
func (v *session) checkCodeRate() error {
	if wait := v.server.addresses.CodeWait(v.conn.from, time.Now()); wait > 0 {
		return errors.New("too many wrong codes from your address: wait " + limit.Seconds(wait))
	}
	return nil
}

// countWrongCode counts a code that does not exist, and tells the other nodes to count it.
func (v *session) countWrongCode() {
	v.server.addresses.CountWrongCode(v.conn.from, time.Now())
	v.conn.penalize(limit.WrongCode)
	others := v.server.registry.news
	if others == nil {
		return
	}
	if _, err := others.Publish(v.ctx, news.Codes, limit.OriginOf(addressOf(v.conn.RemoteAddr()))); err != nil {
		v.server.logger.Warn("cannot report a wrong code to the other nodes", slog.Any("error", err))
	}
}

// CountWrongCode counts a wrong code that was tried at another node.
func (s *Server) CountWrongCode(_ context.Context, from limit.Origin) error {
	s.addresses.CountWrongCodeFrom(from, time.Now())
	return nil
}
