package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// unknownKey is a key of a type that the server does not know.
type unknownKey struct{ kind string }

func (k unknownKey) PublicKey() gossh.PublicKey { return k }

func (k unknownKey) Type() string { return k.kind }

func (k unknownKey) Marshal() []byte {
	return gossh.Marshal(struct{ Type, Key string }{k.kind, strings.Repeat("k", 1312)})
}

func (k unknownKey) Verify([]byte, *gossh.Signature) error { return errors.New("not verified") }

func (k unknownKey) Sign(io.Reader, []byte) (*gossh.Signature, error) {
	return &gossh.Signature{Format: k.kind, Blob: bytes.Repeat([]byte{1}, 64)}, nil
}

// dialWithBanner logs in and returns the banner that the server has sent.
func dialWithBanner(t *testing.T, address string, auth ...gossh.AuthMethod) (client *gossh.Client, banner string, err error) {
	t.Helper()
	client, err = gossh.Dial("tcp", address, &gossh.ClientConfig{
		User: "anybody", Auth: auth,
		HostKeyCallback: func(string, net.Addr, gossh.PublicKey) error { return nil },
		BannerCallback: func(message string) error {
			banner += message
			return nil
		},
	})
	if err == nil {
		t.Cleanup(func() { _ = client.Close() })
	}
	return client, banner, err
}

// TestRefusedKeyIsNamed checks that a client whose key is refused learns which key that is, why
// it was refused and what to do. It silently became a guest.
func TestRefusedKeyIsNamed(t *testing.T) {
	short, long := rsaKey(t, 1024), rsaKey(t, 2048)
	huge := unknownKey{gossh.KeyAlgoRSASHA256}
	sha1, err := gossh.NewSignerWithAlgorithms(long.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA})
	must(t, err)
	plain := sshtest.NewKey(t)
	d := startServer(t, Limits{})
	strict := startServer(t, Limits{}, func(c *Config) { c.NoGuests = true })
	for name, c := range map[string]struct {
		key  gossh.Signer
		want []string
	}{
		"RSA of 1024 bits": {short, []string{gossh.FingerprintSHA256(short.PublicKey()), "1024 bits", "2048", "ssh-keygen -t ed25519"}},
		"RSA with SHA-1":   {sha1, []string{"RSA key", "SHA-1", "ssh-keygen -t ed25519"}},
		"certificate": {certified(t, plain), []string{
			gossh.FingerprintSHA256(plain.PublicKey()), "certificate",
			"CertificateFile=none",
		}},
		"ML-DSA":             {unknownKey{"ssh-mldsa-44"}, []string{"ssh-mldsa-44", "ssh-keygen -t ed25519"}},
		"ML-DSA certificate": {unknownKey{"ssh-mldsa-44-cert-v01@openssh.com"}, []string{"certificate"}},
		"DSA":                {unknownKey{algorithmDSA}, []string{"DSA key", "ssh-keygen -t ed25519"}},
		"malformed":          {huge, []string{"SSH key", "ssh-keygen -t ed25519"}},
		"hostile":            {unknownKey{"\x1b[31m\nssh" + strings.Repeat("x", 900)}, []string{"ssh-keygen -t ed25519"}},
	} {
		t.Run(name, func(t *testing.T) {
			check := func(where, text string) {
				t.Helper()
				for _, want := range c.want {
					if !strings.Contains(text, want) {
						t.Errorf("%s lacks %q: %q", where, want, text)
					}
				}
				if strings.ContainsAny(text, "\x1b") || len(text) > 500 {
					t.Errorf("%s: %q", where, text)
				}
			}
			client, banner, err := dialWithBanner(t, d.address, sshtest.KeyAuth(c.key), sshtest.GuestAuth())
			must(t, err)
			check("the banner", banner)
			if out, errs, _ := sshtest.Run(t, client, "whoami"); !strings.HasPrefix(out, "guest-") {
				t.Errorf("whoami prints %q", out)
			} else {
				check("whoami", errs)
			}
			stream := sshtest.OpenStream(t, client, "guest", "", "plain")
			stream.Expect(t, "You are guest")
			check("plain mode", strings.ReplaceAll(stream.Output(), "\n", " "))
			if _, banner, err = dialWithBanner(t, strict.address, sshtest.KeyAuth(c.key), sshtest.GuestAuth()); err == nil {
				t.Error("a guest was admitted")
			}
			check("the banner without guests", banner)
		})
	}
}

// TestAcceptedKeyHidesRefusedOnes checks that a client with an accepted key gets no banner about
// its other keys.
func TestAcceptedKeyHidesRefusedOnes(t *testing.T) {
	d := startServer(t, Limits{})
	key := sshtest.NewKey(t)
	client, banner, err := dialWithBanner(t, d.address, gossh.PublicKeys(unknownKey{"ssh-mldsa-44"}, rsaKey(t, 1024), key))
	must(t, err)
	_, errs, _ := sshtest.Run(t, client, "whoami")
	if banner != "" || strings.Contains(errs, "refused") {
		t.Errorf("banner %q, whoami %q", banner, errs)
	}
	if client, banner, err = dialWithBanner(t, d.address, sshtest.GuestAuth()); err != nil || banner != "" {
		t.Errorf("a guest without a key: %v, banner %q", err, banner)
	}
	if _, errs, _ = sshtest.Run(t, client, "whoami"); errs != "" {
		t.Errorf("a guest without a key: whoami %q", errs)
	}
}
