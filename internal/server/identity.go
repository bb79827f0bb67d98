package server

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
)

const minRSABits = 2048

// acceptable says which keys may be an account. It is asked for mere queries
// too, so it must not remember anything: whose session it is, [Server.identify]
// takes from the session. Certificates are refused, as the account is the key.
func acceptable(key ssh.PublicKey) bool {
	switch key.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521:
		return true
	case gossh.KeyAlgoRSA:
		inner, ok := key.(gossh.CryptoPublicKey)
		if !ok {
			return false
		}
		public, ok := inner.CryptoPublicKey().(*rsa.PublicKey)
		return ok && public.N.BitLen() >= minRSABits
	}
	return false
}

// ParseKey returns the fingerprint of a public key, written as in a file that
// ssh-keygen makes, if it may be an account's.
func ParseKey(line string) (player.Fingerprint, error) {
	key, _, _, _, err := gossh.ParseAuthorizedKey([]byte(line))
	switch {
	case err != nil:
		return "", errors.New("that is no public key: write the line of a file that ends in .pub, which begins with the key's kind, such as ssh-ed25519")
	case !acceptable(key):
		return "", fmt.Errorf("%s keys of that length are not accepted: make one with ssh-keygen -t ed25519", key.Type())
	}
	return player.Fingerprint(gossh.FingerprintSHA256(key)), nil
}

// identity is whose session it is.
type identity struct {
	player.Player
	named      bool
	returnCode string             // of a guest: what gives this identity back later
	key        player.Fingerprint // verified; empty for a guest
}

// identify finds out whose session it is, anew for each: a key may have been added
// or removed. An account is what the key leads to whose signature was verified: the ssh package takes it from the permissions of the method that
// succeeded, never from a query. A session without one is a guest's.
func (s *Server) identify(ctx context.Context, sess ssh.Session) (identity, error) {
	key := sess.PublicKey()
	if key == nil {
		return guestOf(sess.Context()), nil
	}
	v := identity{key: player.Fingerprint(gossh.FingerprintSHA256(key))}
	var err error
	if v.ID, err = s.services.Keyring.Holder(ctx, v.key); err != nil {
		return identity{}, fmt.Errorf("looking up a key: %w", err)
	}
	known, ok, err := s.directory.Lookup(ctx, v.ID)
	if err != nil {
		return identity{}, fmt.Errorf("looking up a name: %w", err)
	}
	if ok {
		v.Player, v.named = known, true
		v.BotAccount = false // this may change during the session, so the club is asked when it matters
	}
	return v, nil
}

type guestKey struct{}

// guestOf is the guest of a connection: one identity for all its sessions, new
// for each connection.
func guestOf(ctx ssh.Context) identity {
	ctx.Lock()
	defer ctx.Unlock()
	if guest, ok := ctx.Value(guestKey{}).(identity); ok {
		return guest
	}
	id, code := player.NewGuest()
	guest := identity{
		Player:     player.Player{ID: id, Name: player.GuestName(id)},
		named:      true,
		returnCode: code,
	}
	ctx.SetValue(guestKey{}, guest)
	return guest
}

// returningGuest is the guest to whom a return code was given.
func returningGuest(code string) (identity, error) {
	id, err := player.GuestID(code)
	if err != nil {
		return identity{}, err
	}
	return identity{
		Player:     player.Player{ID: id, Name: player.GuestName(id)},
		named:      true,
		returnCode: code,
	}, nil
}
