package server

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/refusal"
	"quadrille/internal/server/limit"

	"quadrille/internal/player"
)

// limitedKeyring is the keyring for one session, in which codes are not guessed.
type limitedKeyring struct {
	player.Keyring
	session *session
}

// Join joins a key to an account, unless too many wrong codes came from the address.
func (r limitedKeyring) Join(ctx context.Context, code string, key player.Fingerprint) (player.Player, error) {
	if err := r.session.checkGuesses(); err != nil {
		return player.Player{}, err
	}
	p, err := r.Keyring.Join(ctx, code, key)
	if refusal.Of(err) == player.NotOpen {
		r.session.countWrongGuess()
	}
	return p, err
}

// mayGuess says why no code is looked at just now, if that is so.
func (v *session) checkGuesses() error {
	if wait := v.server.addresses.CodeWait(v.conn.from, time.Now()); wait > 0 {
		return errors.New("too many codes from your address that were none: wait " + limit.Seconds(wait))
	}
	return nil
}

// guessed notes a code that was none.
func (v *session) countWrongGuess() {
	v.server.addresses.CountWrongCode(v.conn.from, time.Now())
	v.conn.penalize(limit.WrongCode)
}
