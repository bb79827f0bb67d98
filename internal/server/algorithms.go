package server

import gossh "golang.org/x/crypto/ssh"

// algorithms returns the key exchanges, ciphers and MACs that the server offers. All of them
// pass ssh-audit: there is no SHA-1, no NIST curve, no 2048-bit group and no encrypt-and-MAC
// mode. OpenSSH clients need version 6.5 or later, the first that supports curve25519.
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

// signatures returns the signature algorithms that clients may use. None of them uses SHA-1 or
// DSA.
func signatures() []string {
	return []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
	}
}
