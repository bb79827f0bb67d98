package player

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// inviteLength is how many characters of five bits an invitation has: 120 bits.
const inviteLength = 24

// NewInvite makes the code of an invitation: six groups like those of a return
// code. Only its hash is to be kept.
func NewInvite() (code string, hash []byte) {
	bits := make([]byte, inviteLength*5/8)
	rand.Read(bits) // never fails: the program would end
	plain := codeText.EncodeToString(bits)
	code = plain[:4]
	for at := 4; at < inviteLength; at += 4 {
		code += "-" + plain[at:at+4]
	}
	hash, _ = InviteHash(code)
	return code, hash
}

// InviteHash is what is kept of a code; ok is false if no code looks like that.
// The hash is what is looked up: how long that takes tells of the hash, and
// nothing of a code.
func InviteHash(code string) (hash []byte, ok bool) {
	plain, ok := plainCode(code, inviteLength)
	sum := sha256.Sum256([]byte("quadrille invitation " + plain))
	return sum[:], ok
}

// plainCode is a code of so many characters as it was made. Case, dashes and
// blanks do not matter, and an o is read as 0, an i or l as 1.
func plainCode(code string, length int) (plain string, ok bool) {
	if len(code) > 4*length {
		return "", false
	}
	plain = strings.NewReplacer("-", "", " ", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(code))
	_, err := codeText.DecodeString(plain)
	return plain, err == nil && len(plain) == length
}
