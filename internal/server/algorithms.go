package server

import gossh "golang.org/x/crypto/ssh"

// algorithms returns the key exchanges, ciphers and MACs that the server offers. ssh-audit
// recommends all of them: no SHA-1, no NIST curves, no 2048-bit groups and no
// encrypt-and-MAC modes. OpenSSH has supported curve25519 since version 6.5.
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

// signatures returns the signature algorithms that clients may use. SHA-1 and DSA are
// excluded.
func signatures() []string {
	return []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
	}
}
