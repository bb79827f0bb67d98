package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

func whoami(t *testing.T, client *gossh.Client) string {
	t.Helper()
	out, _, status := sshtest.Run(t, client, "whoami")
	if status != 0 {
		t.Fatalf("whoami: status %d", status)
	}
	return strings.TrimSpace(out)
}

func TestAccountIsTheVerifiedKey(t *testing.T) {
	d := startServer(t, Limits{})
	key := sshtest.NewKey(t)
	fingerprint := gossh.FingerprintSHA256(key.PublicKey())
	for range 2 {
		if got := whoami(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key))); !strings.HasSuffix(got, fingerprint) {
			t.Errorf("whoami prints %q, want %s", got, fingerprint)
		}
	}
	_, err := d.directory.Claim(t.Context(), player.ID(fingerprint), "Inky")
	must(t, err)
	if got := whoami(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key))); got != "Inky "+fingerprint {
		t.Errorf("whoami prints %q after the name was chosen", got)
	}
}

func TestEachConnectionIsAnotherGuest(t *testing.T) {
	d := startServer(t, Limits{})
	first, second := sshtest.Dial(t, d.address, sshtest.GuestAuth()), sshtest.Dial(t, d.address, sshtest.GuestAuth())
	one, again, two := whoami(t, first), whoami(t, first), whoami(t, second)
	if one != again {
		t.Errorf("one connection is two guests: %q and %q", one, again)
	}
	if one == two || !strings.HasPrefix(one, "guest-") || !strings.HasPrefix(two, "guest-") {
		t.Errorf("two connections: %q and %q", one, two)
	}
}

// foreignKey is a signer that offers the public key of another client, but signs with its
// own key or fails to sign.
type foreignKey struct {
	public gossh.PublicKey
	sign   func(rand io.Reader, data []byte) (*gossh.Signature, error)
}

func (s foreignKey) PublicKey() gossh.PublicKey { return s.public }

func (s foreignKey) Sign(rand io.Reader, data []byte) (*gossh.Signature, error) {
	return s.sign(rand, data)
}

// TestQueriedKeyGivesNoIdentity checks that a client cannot use the account of another
// client's key merely by asking whether the server accepts that key. After asking, the client
// logs in as a guest.
func TestQueriedKeyGivesNoIdentity(t *testing.T) {
	d := startServer(t, Limits{})
	victim := sshtest.NewKey(t)
	fingerprint := gossh.FingerprintSHA256(victim.PublicKey())
	_, err := d.directory.Claim(t.Context(), player.ID(fingerprint), "Victim")
	must(t, err)
	asked := false
	client := sshtest.Dial(t, d.address, sshtest.KeyAuth(foreignKey{
		victim.PublicKey(), func(io.Reader, []byte) (*gossh.Signature, error) {
			asked = true
			return nil, errors.New("not my key")
		},
	}), sshtest.GuestAuth())
	if !asked {
		t.Fatal("the client did not query the key")
	}
	if got := whoami(t, client); !strings.HasPrefix(got, "guest-") {
		t.Errorf("whoami prints %q", got)
	}
}

func TestForeignSignatureIsRefused(t *testing.T) {
	d := startServer(t, Limits{})
	own := sshtest.NewKey(t)
	impostor := foreignKey{sshtest.NewKey(t).PublicKey(), own.Sign}
	if _, err := sshtest.TryDial(d.address, sshtest.KeyAuth(impostor)); err == nil {
		t.Error("a signature by another key was accepted")
	}
}

func TestNoneAndPasswordAreRefused(t *testing.T) {
	d := startServer(t, Limits{})
	if _, err := sshtest.TryDial(d.address); err == nil { // without a configured method, the client tries only "none"
		t.Error("method none was accepted")
	}
	if _, err := sshtest.TryDial(d.address, gossh.Password("")); err == nil {
		t.Error("a password was accepted")
	}
}

func TestAcceptableKeys(t *testing.T) {
	d := startServer(t, Limits{})
	short, long := rsaKey(t, 1024), rsaKey(t, 2048)
	if _, err := sshtest.TryDial(d.address, sshtest.KeyAuth(short)); err == nil {
		t.Error("RSA of 1024 bits was accepted")
	}
	sha1, err := gossh.NewSignerWithAlgorithms(long.(gossh.AlgorithmSigner), []string{gossh.KeyAlgoRSA})
	must(t, err)
	if _, err := sshtest.TryDial(d.address, sshtest.KeyAuth(sha1)); err == nil {
		t.Error("RSA with SHA-1 was accepted")
	}
	if got := whoami(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(long))); !strings.HasSuffix(
		got,
		gossh.FingerprintSHA256(long.PublicKey()),
	) {
		t.Errorf("RSA of 2048 bits: whoami prints %q", got)
	}
	certificate := certified(t, sshtest.NewKey(t))
	if _, err := sshtest.TryDial(d.address, sshtest.KeyAuth(certificate)); err == nil {
		t.Error("a certificate was accepted")
	}
}

func rsaKey(t *testing.T, bits int) gossh.Signer {
	t.Helper()
	t.Setenv("GODEBUG", "rsa1024min=0")
	private, err := rsa.GenerateKey(rand.Reader, bits)
	must(t, err)
	signer, err := gossh.NewSignerFromKey(private)
	must(t, err)
	return signer
}

func certified(t *testing.T, key gossh.Signer) gossh.Signer {
	t.Helper()
	certificate := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"anybody"},
		ValidBefore: gossh.CertTimeInfinity,
	}
	must(t, certificate.SignCert(rand.Reader, sshtest.NewKey(t)))
	signer, err := gossh.NewCertSigner(certificate, key)
	must(t, err)
	return signer
}

// securityKey is an Ed25519 key of a security key, which signs without a touch.
type securityKey struct {
	private ed25519.PrivateKey
	public  gossh.PublicKey
}

const securityKeyApplication = "ssh:"

func newSecurityKey(t *testing.T) securityKey {
	t.Helper()
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	key, err := gossh.ParsePublicKey(gossh.Marshal(struct {
		Type        string
		Key         []byte
		Application string
	}{gossh.KeyAlgoSKED25519, public, securityKeyApplication}))
	must(t, err)
	return securityKey{private, key}
}

func (k securityKey) PublicKey() gossh.PublicKey { return k.public }

func (k securityKey) Sign(_ io.Reader, data []byte) (*gossh.Signature, error) {
	application, message := sha256.Sum256([]byte(securityKeyApplication)), sha256.Sum256(data)
	untouched := []byte{0, 0, 0, 0, 1} // the flags, without that of a touch, and the counter
	signed := slices.Concat(application[:], untouched, message[:])
	return &gossh.Signature{Format: gossh.KeyAlgoSKED25519, Blob: ed25519.Sign(k.private, signed), Rest: untouched}, nil
}

// TestSecurityKeyWithoutTouchIsAccepted checks keys that were made with ssh-keygen -O
// no-touch-required. The connection of such a key was closed without a word.
func TestSecurityKeyWithoutTouchIsAccepted(t *testing.T) {
	d := startServer(t, Limits{})
	key := newSecurityKey(t)
	client, err := sshtest.TryDial(d.address, sshtest.KeyAuth(key))
	must(t, err)
	defer client.Close()
	if got := whoami(t, client); !strings.HasSuffix(got, gossh.FingerprintSHA256(key.PublicKey())) {
		t.Errorf("whoami prints %q", got)
	}
}

func TestReturnCodeRestoresTheGuest(t *testing.T) {
	d := startServer(t, Limits{})
	id, code := player.NewGuest()
	client := sshtest.Dial(t, d.address, sshtest.GuestAuth())
	printed, errs, status := sshtest.Run(t, client, "return "+code)
	if status != 0 || errs != "" || !strings.Contains(printed, "You are "+player.GuestName(id)) {
		t.Errorf("without a terminal: status %d, %q, %q", status, printed, errs)
	}
	_, errs, status = sshtest.Run(t, client, "return nonsense!")
	if status != 1 || errs == "" {
		t.Errorf("malformed code: status %d, %q", status, errs)
	}
	sshtest.Open(t, client, "guest", 100, 30, "return "+code).See(t, "I am "+string(id))
}

// TestUserNamesAreIgnored checks that the account depends only on the key, never on the user
// name.
func TestUserNamesAreIgnored(t *testing.T) {
	d := startServer(t, Limits{})
	key, victim := sshtest.NewKey(t), sshtest.NewKey(t)
	fingerprint := gossh.FingerprintSHA256(key.PublicKey())
	names := []string{"root", "", "Victim", gossh.FingerprintSHA256(victim.PublicKey()), "guest:0000", strings.Repeat("x", 30_000)}
	for _, name := range names {
		client, err := sshtest.TryDialAs(name, "", d.address, sshtest.KeyAuth(key))
		must(t, err)
		if got := whoami(t, client); !strings.HasSuffix(got, fingerprint) {
			t.Errorf("%.20q with a key is %q", name, got)
		}
		must(t, client.Close())
		if client, err = sshtest.TryDialAs(name, "", d.address, sshtest.GuestAuth()); err != nil {
			t.Fatal(err)
		}
		if got := whoami(t, client); !strings.HasPrefix(got, "guest-") {
			t.Errorf("%.20q without a key is %q", name, got)
		}
		must(t, client.Close())
	}
}

// switchingSigner asks the server whether it accepts the victim's key, and then signs with
// the attacker's own key.
type switchingSigner struct {
	gossh.Signer
	victim    gossh.PublicKey
	marshaled int
}

func (k *switchingSigner) PublicKey() gossh.PublicKey {
	return switchingKey{k.Signer.PublicKey(), k}
}

type switchingKey struct {
	gossh.PublicKey
	signer *switchingSigner
}

// Marshal returns the victim's key in its first two calls: when the client asks whether the
// server accepts the key, and when it checks the answer. After that, for the login, Marshal
// returns the attacker's own key.
func (k switchingKey) Marshal() []byte {
	if k.signer.marshaled++; k.signer.marshaled <= 2 {
		return k.signer.victim.Marshal()
	}
	return k.PublicKey.Marshal()
}

func TestSigningKeyIsTheAccount(t *testing.T) {
	d := startServer(t, Limits{})
	key, victim := sshtest.NewKey(t), sshtest.NewKey(t)
	signer := &switchingSigner{Signer: key, victim: victim.PublicKey()}
	if got := whoami(t, sshtest.Dial(t, d.address, gossh.PublicKeys(signer))); !strings.HasSuffix(
		got,
		gossh.FingerprintSHA256(key.PublicKey()),
	) {
		t.Errorf("whoami prints %q", got)
	}
	if signer.marshaled < 3 {
		t.Errorf("the key was marshaled %d times: the client did not query the victim's", signer.marshaled)
	}
}

func TestOneKeyMayHaveTwoConnections(t *testing.T) {
	d := startServer(t, Limits{})
	key := sshtest.NewKey(t)
	one := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key)), "one", 80, 24, "")
	two := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key)), "two", 80, 24, "")
	me := "I am " + gossh.FingerprintSHA256(key.PublicKey())
	one.See(t, me)
	two.See(t, me)
	must(t, one.Type("q"))
	one.Ended(t)
	must(t, two.Type("k"))
	two.See(t, `key "k".`)
}

// TestClientMayOfferManyKeys checks that offering several keys is not a violation. Many
// people have several keys, and the server does not accept all of them.
func TestClientMayOfferManyKeys(t *testing.T) {
	d := startServer(t, Limits{})
	old := certified(t, sshtest.NewKey(t)) // a certificate, which the server does not accept
	keys := slices.Repeat([]gossh.Signer{old}, d.limits.Load().KeysOffered-1)
	key := sshtest.NewKey(t)
	for range 20 {
		client, err := sshtest.TryDial(d.address, gossh.PublicKeys(append(keys, key)...))
		must(t, err)
		must(t, client.Close())
	}
	if _, err := sshtest.TryDial(d.address, gossh.PublicKeys(append(keys, old, key)...)); err == nil {
		t.Error("the number of offered keys is not limited")
	}
}

func TestGuestsAreRefusedWithABanner(t *testing.T) {
	d := startServer(t, Limits{}, func(cfg *Config) { cfg.NoGuests = true })
	banner := ""
	try := func(auth ...gossh.AuthMethod) error {
		banner = ""
		c, err := sshtest.Connect("", d.address)
		must(t, err)
		defer func() { _ = c.Close() }()
		_, _, _, err = gossh.NewClientConn(c, d.address, &gossh.ClientConfig{
			Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // it is ours
			BannerCallback: func(message string) error {
				banner += message
				return nil
			},
		})
		return err
	}
	if err := try(sshtest.GuestAuth()); err == nil {
		t.Error("a guest was admitted")
	}
	if !strings.Contains(banner, "requires an SSH key") || !strings.Contains(banner, "ssh-keygen") {
		t.Errorf("a guest received the banner %q", banner)
	}
	if err := try(gossh.RetryableAuthMethod(sshtest.GuestAuth(), 50)); err == nil {
		t.Error("a guest was admitted after some tries")
	}
	if err := try(sshtest.KeyAuth(sshtest.NewKey(t)), sshtest.GuestAuth()); err != nil || banner != "" {
		t.Errorf("with a key: %v, banner %q", err, banner)
	}
}
