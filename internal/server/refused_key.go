package server

import (
	"crypto/rsa"
	"fmt"
	"slices"
	"strconv"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
)

// algorithmDSA is the name of DSA keys, which the server refuses.
const algorithmDSA = "ssh-dss"

// refusedKeys holds sentences that tell a client which of its keys were refused, why, and what
// to do. A client whose keys are all refused becomes a guest, so it must learn the reason.
type refusedKeys []string

// maxRefusedKeys is the number of keys that are named to a client.
const maxRefusedKeys = 3

// add adds a sentence, once.
func (r *refusedKeys) add(sentence string) {
	if len(*r) < maxRefusedKeys && !slices.Contains(*r, sentence) {
		*r = append(*r, sentence)
	}
}

// String returns the sentences, or "" if no key was refused.
func (r refusedKeys) String() string { return strings.Join(r, " ") }

const createKey = "Create a key with: ssh-keygen -t ed25519"

// refusalOf returns the sentence about a key that is not acceptable.
func refusalOf(key gossh.PublicKey) string {
	fingerprint := gossh.FingerprintSHA256(key)
	if certificate, ok := key.(*gossh.Certificate); ok {
		return fmt.Sprintf("Your certificate for the key %s was refused: this server knows people by keys, not by certificates. "+
			"Offer the key itself, with ssh -i FILE -o CertificateFile=none", gossh.FingerprintSHA256(certificate.Key))
	}
	if inner, ok := key.(gossh.CryptoPublicKey); ok {
		if public, ok := inner.CryptoPublicKey().(*rsa.PublicKey); ok {
			return fmt.Sprintf("Your RSA key %s was refused: it has %d bits, and at least %d are needed. %s",
				fingerprint, public.N.BitLen(), minRSABits, createKey)
		}
	}
	return fmt.Sprintf("Your %s key %s was refused: this server does not accept keys of this type. %s",
		player.Shown(key.Type(), maxAlgorithmCells), fingerprint, createKey)
}

// maxAlgorithmCells is the maximum length of an algorithm's name in a sentence.
const maxAlgorithmCells = 60

// refusalFor returns the sentence about a key that the SSH library refused with an error. The
// library refuses a key whose algorithm is not in the list signatures before it reads the key.
func refusalFor(err error) string {
	var algorithm string
	if n, _ := fmt.Sscanf(err.Error(), "ssh: algorithm %q not accepted", &algorithm); n != 1 {
		return "Your SSH key was refused: " + player.Shown(
			strings.TrimPrefix(err.Error(), libraryError),
			2*maxAlgorithmCells,
		) + ". " + createKey
	}
	switch name := strings.TrimSuffix(algorithm, "-cert-v01@openssh.com"); {
	case name != algorithm:
		return "Your certificate was refused: this server knows people by keys, not by certificates. " + createKey
	case name == gossh.KeyAlgoRSA:
		return "Your RSA key was refused: your SSH program signs with SHA-1, which is no longer safe. " +
			"Update the program, or create a key with: ssh-keygen -t ed25519"
	case name == algorithmDSA:
		return "Your DSA key was refused: DSA is no longer safe. " + createKey
	}
	return "Your key was refused: this server does not know keys of the type " +
		strconv.Quote(player.Shown(algorithm, maxAlgorithmCells)) + ". " + createKey
}

// keyRefused stores why the SSH library refused a key. Keys that the server itself refuses are
// stored by offeredKey; a login may also fail for another reason, such as a banned address.
func (c *conn) keyRefused(err error) {
	if strings.HasPrefix(err.Error(), libraryError) {
		c.refused.add(refusalFor(err))
	}
}

// libraryError begins the texts of the SSH library's errors.
const libraryError = "ssh: "

// sendRefusedKeys sends the sentences about refused keys to a client that becomes a guest. Clients
// print a banner before the session begins.
func (c *conn) sendRefusedKeys() error {
	if len(c.refused) == 0 {
		return nil
	}
	return c.preAuth.SendAuthBanner(strings.Join(c.refused, "\r\n") + "\r\nUntil then you are a guest.\r\n")
}
