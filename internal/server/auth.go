package server

import (
	"errors"
	"io"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
)

const noGuests = "This server lets nobody in without a key. Make one with: ssh-keygen -t ed25519\r\n" +
	"Then come again with the same command; a key that you have may be too old or too short.\r\n"

// offered is asked for each key, also when nobody has proved yet to have it.
func (s *Server) offeredKey(ctx ssh.Context, key ssh.PublicKey) bool {
	connOf(ctx).loginFailed.Store(true)
	return acceptable(key)
}

var errNoGuests = errors.New("no guests here")

// authentication is how the client of one connection may log in. Method "none"
// is refused because other methods are set.
func (s *Server) authentication(ctx ssh.Context) *gossh.ServerConfig {
	c := connOf(ctx)
	config := &gossh.ServerConfig{
		Config:                  algorithms(),
		PublicKeyAuthAlgorithms: signatures(),
		MaxAuthTries:            s.limits.Load().KeysOffered,
		PreAuthConnCallback:     func(conn gossh.ServerPreAuthConn) { c.drainPackets(c.teardown.begin(conn)) },
		// Called for a key whose signature was verified, when nothing more is asked.
		VerifiedPublicKeyCallback: func(_ gossh.ConnMetadata, key gossh.PublicKey, p *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			s.registry.addKey(c, player.Fingerprint(gossh.FingerprintSHA256(key)))
			return p, nil
		},
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			switch {
			case err == nil:
				c.authenticated()
			case method != "none": // all clients begin with that, to see what there is
				c.loginFailed.Store(true)
			}
		},
	}
	config.KeyboardInteractiveCallback = func(gossh.ConnMetadata, gossh.KeyboardInteractiveChallenge) (*gossh.Permissions, error) {
		if s.noGuests.Load() {
			// The method admits nobody. It exists to show the reason, since clients do not
			// show that of other methods.
			return nil, &gossh.BannerError{Err: errNoGuests, Message: noGuests}
		}
		// No question: whoever has no key is a guest. Clients try keys first.
		return &gossh.Permissions{}, nil
	}
	config.AddHostKey(limitedHostKey{s.hostKey, c})
	return config
}

// limitedHostKey is the host key for one connection. An exchange of keys is begun by
// whoever likes, and nothing but the signature in it tells of it.
type limitedHostKey struct {
	gossh.AlgorithmSigner
	conn *conn
}

// Sign signs, unless the connection has had enough.
func (m limitedHostKey) Sign(rand io.Reader, data []byte) (*gossh.Signature, error) {
	if err := m.conn.limitKeyExchange(); err != nil {
		return nil, err
	}
	return m.AlgorithmSigner.Sign(rand, data)
}

// SignWithAlgorithm is Sign for keys that have several algorithms.
func (m limitedHostKey) SignWithAlgorithm(rand io.Reader, data []byte, algorithm string) (*gossh.Signature, error) {
	if err := m.conn.limitKeyExchange(); err != nil {
		return nil, err
	}
	return m.AlgorithmSigner.SignWithAlgorithm(rand, data, algorithm)
}

// noHostKey stands where the ssh package wants a host key for all connections,
// lest it make one up. It has no algorithm, so no client hears of it.
type noHostKey struct{ gossh.AlgorithmSigner }

// Algorithms are none.
func (noHostKey) Algorithms() []string { return nil }

// PublicKey is one of no kind, so that it takes no other's place.
func (k noHostKey) PublicKey() gossh.PublicKey { return noPublicKey{k.AlgorithmSigner.PublicKey()} }

type noPublicKey struct{ gossh.PublicKey }

// Type is none that there is.
func (noPublicKey) Type() string { return "none" }
