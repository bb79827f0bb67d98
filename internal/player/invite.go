package player

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"

	"quadrille/rules"
)

// inviteLength is the number of characters in an invitation code. They encode 120 bits.
const (
	inviteLength = 24
	inviteBytes  = inviteLength * 5 / 8
)

// NewInvite returns a new invitation code, in six groups of characters, and its hash. Store
// only the hash.
func NewInvite() (code string, hash []byte) {
	bits := make([]byte, inviteBytes)
	rand.Read(bits) // Read never returns an error
	return invite(bits)
}

// DerivedInvite returns the invitation code that belongs to a secret and a number, and its
// hash. Nobody can compute the code without the secret.
func DerivedInvite(secret []byte, number int) (code string, hash []byte) {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "invitation %d", number)
	return invite(mac.Sum(nil)[:inviteBytes])
}

func invite(bits []byte) (code string, hash []byte) {
	plain := codeText.EncodeToString(bits)
	code = plain[:4]
	for at := 4; at < inviteLength; at += 4 {
		code += "-" + plain[at:at+4]
	}
	hash, _ = InviteHash(code)
	return code, hash
}

// InviteHash returns the hash of a code, or false if the code is malformed. The store looks
// up the hash instead of the code, so that the duration of a lookup reveals nothing about
// stored codes.
func InviteHash(code string) (hash []byte, ok bool) {
	plain, ok := plainCode(code, inviteLength)
	sum := sha256.Sum256([]byte("quadrille invitation " + plain))
	return sum[:], ok
}

// plainCode normalises a code of the given length. It ignores case, dashes and spaces, and
// reads o as 0, and i and l as 1.
func plainCode(code string, length int) (plain string, ok bool) {
	code = rules.Typed(code)
	if len(code) > 4*length {
		return "", false
	}
	plain = strings.NewReplacer("-", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(code))
	_, err := codeText.DecodeString(plain)
	return plain, err == nil && len(plain) == length
}
