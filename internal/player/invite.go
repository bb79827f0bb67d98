package player

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// inviteLength is the number of characters in an invitation code: 120 bits.
const inviteLength = 24

// NewInvite makes an invitation code of six groups. Only its hash may be stored.
func NewInvite() (code string, hash []byte) {
	bits := make([]byte, inviteLength*5/8)
	rand.Read(bits) // Read never returns an error
	plain := codeText.EncodeToString(bits)
	code = plain[:4]
	for at := 4; at < inviteLength; at += 4 {
		code += "-" + plain[at:at+4]
	}
	hash, _ = InviteHash(code)
	return code, hash
}

// InviteHash returns the stored form of a code; ok is false if the code is malformed. The
// store looks up the hash and not the code, so that the time of a lookup reveals nothing
// about codes.
func InviteHash(code string) (hash []byte, ok bool) {
	plain, ok := plainCode(code, inviteLength)
	sum := sha256.Sum256([]byte("quadrille invitation " + plain))
	return sum[:], ok
}

// plainCode normalises a code of n characters. Case, dashes and spaces are ignored; o is
// read as 0, i and l as 1.
func plainCode(code string, length int) (plain string, ok bool) {
	if len(code) > 4*length {
		return "", false
	}
	plain = strings.NewReplacer("-", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(code))
	_, err := codeText.DecodeString(plain)
	return plain, err == nil && len(plain) == length
}
