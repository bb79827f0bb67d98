package server

import gossh "golang.org/x/crypto/ssh"

// algorithms returns what the server offers for the exchange of keys and for
// encryption: only what ssh-audit has nothing against. It has no SHA-1, no NIST
// curves, no groups of 2,048 bits, and no MAC over the plain text. OpenSSH has had
// curve25519 since 6.5. The host key is ed25519.
func algorithms() gossh.Config {
	return gossh.Config{
		KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
		Ciphers: []string{
			gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM,
			gossh.CipherAES256CTR, gossh.CipherAES192CTR, gossh.CipherAES128CTR,
		},
		MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
	}
}

// signatures returns the algorithms with which a client may prove that it has a key: no SHA-1
// and no DSA.
func signatures() []string {
	return []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
	}
}
