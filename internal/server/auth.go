package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/server/limit"
	"quadrille/internal/service/club"
)

const noGuestsBanner = "This server requires an SSH key. Create one with: ssh-keygen -t ed25519\r\n" +
	"Then connect again.\r\n"

// noGuests returns the banner for a client without an accepted key, if guests are not allowed.
func (c *conn) noGuestsBanner() string {
	if len(c.refused) == 0 {
		return noGuestsBanner
	}
	return "This server requires an SSH key.\r\n" + strings.Join(c.refused, "\r\n") + "\r\n"
}

// offeredKey reports whether a key may be used. It is called for each key that a client
// offers, before the client proves that it owns the private key.
func (s *Server) offeredKey(ctx ssh.Context, key ssh.PublicKey) bool {
	c := connOf(ctx)
	c.loginFailed.Store(true)
	if !acceptable(key) {
		c.refused.add(refusalOf(key))
		return false
	}
	ctx.Permissions().Extensions = map[string]string{"no-touch-required": ""} // accept keys made with ssh-keygen -O no-touch-required
	return true
}

var errNoGuests = errors.New("guests are not allowed")

// authentication returns the configuration of one connection: the algorithms and the
// authentication methods. The SSH library refuses the method "none" because other
// methods are configured.
func (s *Server) authentication(ctx ssh.Context) *gossh.ServerConfig {
	c := connOf(ctx)
	config := &gossh.ServerConfig{
		Config:                  algorithms(),
		PublicKeyAuthAlgorithms: signatures(),
		MaxAuthTries:            s.limits.Load().KeysOffered,
		PreAuthConnCallback: func(conn gossh.ServerPreAuthConn) {
			c.preAuth = conn
			c.drainPackets(c.teardown.begin(conn))
		},
		// The library calls this function after it has verified the signature of the key.
		VerifiedPublicKeyCallback: func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions,
			error,
		) {
			fingerprint := player.Fingerprint(gossh.FingerprintSHA256(key))
			if err := s.checkBannedAddress(ctx, c, fingerprint); err != nil {
				return nil, err
			}
			s.registry.addKey(c, fingerprint)
			return p, nil
		},
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			switch {
			case err == nil:
				c.authenticated()
			case method == "none": // clients try "none" first, to get the list of methods
			case method == "publickey":
				c.keyRefused(err)
				fallthrough
			default:
				c.loginFailed.Store(true)
			}
		},
	}
	config.KeyboardInteractiveCallback = func(gossh.ConnMetadata, gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
		if err := s.checkBannedAddress(ctx, c, ""); err != nil {
			return nil, err
		}
		if s.noGuests.Load() {
			// Refuse the login and send the banner. Clients show a banner for keyboard-interactive
			// login, but not for other methods.
			return nil, &gossh.BannerError{Err: errNoGuests, Message: c.noGuestsBanner()}
		}
		// Clients try their keys before keyboard-interactive login. A client that gets here
		// has no accepted key, and becomes a guest.
		return &gossh.Permissions{}, c.sendRefusedKeys()
	}
	config.AddHostKey(limitedHostKey{s.hostKey, c})
	return config
}

var errBannedAddress = errors.New("the address is banned")

// checkBannedAddress returns an error if a client may not log in because its address is banned.
// From a banned address, the only people who may log in are those whom the ban exempts, and
// holders of accounts with a name or a role, who can export and delete their data; see
// [session.runBanned]. The parameter `key` is the verified key, and empty for a guest. The check
// must not come before the verification of the key: the answer would tell who has a role.
func (s *Server) checkBannedAddress(ctx context.Context, c *conn, key player.Fingerprint) error {
	from := addressOf(c.RemoteAddr())
	if !s.services.Club.Bans.Barred(from) {
		return nil
	}
	if key != "" {
		id, err := s.services.Keyring.Holder(ctx, key)
		if err != nil {
			return fmt.Errorf("looking up a key: %w", err)
		}
		var ban *club.BanError
		if !errors.As(s.services.Club.Admit(id, key, from), &ban) {
			c.addresses.ReturnBanned(c.from, clock.Steady())
			return nil
		}
		if s.services.Club.Member(id) {
			return nil
		}
		if _, named, err := s.directory.Lookup(ctx, id); err != nil || named {
			return err
		}
	}
	if !c.banShown.CompareAndSwap(false, true) { // a client may try several keys
		return errBannedAddress
	}
	return &gossh.BannerError{Err: errBannedAddress, Message: limit.Refusal{Reason: limit.AddressBanned}.String() + "\r\n"}
}

// limitedHostKey wraps the host key for one connection. It limits the number of key
// exchanges, which a client may start at any time. It counts signatures, because the library
// lets the server observe no other step of a key exchange.
type limitedHostKey struct {
	gossh.AlgorithmSigner
	conn *conn
}

// Sign signs the data. It returns an error if the connection has exchanged keys too often.
func (m limitedHostKey) Sign(rand io.Reader, data []byte) (*gossh.Signature, error) {
	if err := m.conn.limitKeyExchange(); err != nil {
		return nil, err
	}
	return m.AlgorithmSigner.Sign(rand, data)
}

// SignWithAlgorithm signs like Sign, but uses the given algorithm.
func (m limitedHostKey) SignWithAlgorithm(rand io.Reader, data []byte, algorithm string) (*gossh.Signature, error) {
	if err := m.conn.limitKeyExchange(); err != nil {
		return nil, err
	}
	return m.AlgorithmSigner.SignWithAlgorithm(rand, data, algorithm)
}

// noHostKey is a host key that is never offered to clients, because it has no algorithms.
// Without it, the ssh package would generate a key; the real key is the limitedHostKey of
// each connection.
type noHostKey struct{ gossh.AlgorithmSigner }

// Algorithms returns nil: the key is never used.
func (noHostKey) Algorithms() []string { return nil }

// PublicKey returns a key of type "none". Its type differs from that of every real host key,
// so that it does not replace the host key of the connection.
func (k noHostKey) PublicKey() gossh.PublicKey { return noPublicKey{k.AlgorithmSigner.PublicKey()} }

type noPublicKey struct{ gossh.PublicKey }

// Type returns "none", which is not the type of any real key.
func (noPublicKey) Type() string { return "none" }
