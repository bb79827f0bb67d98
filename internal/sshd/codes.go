package sshd

import (
	"context"
	"errors"
	"time"

	"quadrille/internal/player"
)

// ring is the keyring for one session, in which codes are not guessed.
type ring struct {
	player.Keyring
	visit *visit
}

// Join is the keyring's, for who has not been wrong too often.
func (r ring) Join(ctx context.Context, code string, key player.Fingerprint) (player.Player, error) {
	if err := r.visit.mayGuess(); err != nil {
		return player.Player{}, err
	}
	p, err := r.Keyring.Join(ctx, code, key)
	var refusal *player.KeyRefusal
	if errors.As(err, &refusal) && refusal.Reason == player.NotOpen {
		r.visit.guessed()
	}
	return p, err
}

// mayGuess says why no code is looked at just now, if that is so.
func (v *visit) mayGuess() error {
	if wait := v.server.gate.guess(v.conn.from, time.Now()); wait > 0 {
		return errors.New("too many codes from your address that were none: wait " + inWords(wait))
	}
	return nil
}

// guessed notes a code that was none.
func (v *visit) guessed() {
	v.server.gate.wrong(v.conn.from, time.Now())
	v.conn.blame(guess)
}
