package server

import (
	"context"
	"crypto/rsa"
	"fmt"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
)

const minRSABits = 2048

// acceptable reports whether a public key may be used to log in. It refuses certificates,
// because the key itself identifies the account. Clients also query keys that they do not
// own, so this function must not change any state. [Server.identify] looks up the account
// of a key after the client has proved that it owns the key.
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

// identity is the player of a session.
type identity struct {
	player.Player
	named      bool               // whether the player has a name; true for guests, too
	returnCode string             // code with which a guest gets the same identity on another connection
	key        player.Fingerprint // verified key; empty for a guest
}

// identify returns the player of a session: the account of the verified key, or a guest if
// the client has no key. The ssh package takes the key from the login that succeeded, never
// from a query. The server calls identify for every session, because keys may be added or
// removed during a connection.
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
		return identity{}, fmt.Errorf("looking up the name of an account: %w", err)
	}
	if ok {
		v.Player, v.named = known, true
		v.BotAccount = false // do not keep the stored value, which may change during the session; callers ask the club
	}
	return v, nil
}

type guestKey struct{}

// guestOf returns the guest of a connection. All sessions of a connection belong to the same
// guest; each connection has a different guest.
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

// returningGuest returns the guest to whom a return code belongs.
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
