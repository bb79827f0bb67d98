package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// TestParseKeyReadsFilesOfOtherSystems parses a key in the forms in which files and clipboards hold
// it, and checks the sentences about what is no public key.
func TestParseKeyReadsFilesOfOtherSystems(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert := &gossh.Certificate{Key: key, CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity}
	if err := cert.SignCert(rand.Reader, signer); err != nil {
		t.Fatal(err)
	}
	want := gossh.FingerprintSHA256(key)
	line := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key)))
	blob := base64.StdEncoding.EncodeToString(key.Marshal())
	putty := "---- BEGIN SSH2 PUBLIC KEY ----\r\nComment: \"ed25519-key-\\\r\n20260101\"\r\n" +
		blob[:40] + "\r\n" + blob[40:] + "\r\n---- END SSH2 PUBLIC KEY ----"
	for _, text := range []string{
		line, line + "\n", line + " Inky\r\n", "\ufeff" + line, strings.ReplaceAll(line, " ", "\u00a0"), "  " + line,
		putty, "\ufeff" + putty + "\r\n", strings.ReplaceAll(putty, "\r", ""),
		strings.ReplaceAll(putty, "---- ", "\u2014\u2014\u2014\u2014 "),
	} {
		if got, err := ParseKey(text); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"cert-authority " + line:                             "leave out cert-authority in front of the key",
		"expiry-time=\"20300101\" " + line:                   "leave out expiry-time=",
		"command=\"ls -l\",no-pty " + line:                   "leave out command=",
		"command=\u201cls -l\u201d " + line:                  "leave out command=",
		"nonsense " + line:                                   "leave out nonsense in front",
		string(gossh.MarshalAuthorizedKey(cert)):             "this is a certificate",
		putty[:60]:                                           "is incomplete",
		strings.Replace(putty, blob[:40], "AAAA!", 1):        "is incomplete",
		"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: no": "this is a private key",
		"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA":          "this is a private key",
		"-----BEGIN PUBLIC KEY-----\nAAAA":                   "convert it with ssh-keygen -i",
		"hello":                                              "not a public key",
		"":                                                   "not a public key",
	} {
		if got, err := ParseKey(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %s, %v; want %q", text, got, err, want)
		}
	}
}
