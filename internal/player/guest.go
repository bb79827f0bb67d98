package player

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

const guestPrefix = "guest:"

// codeLength is how many characters of five bits a return code has: 80 bits,
// which nobody guesses over a network.
const codeLength = 16

// codes are written in digits and letters without i, l, o and u, which are
// misread.
const codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"

var codeText = base32.NewEncoding(codeLetters).WithPadding(base32.NoPadding)

// NewGuest makes an identity that nobody has yet, and the code by which its
// owner comes back to it: four groups like k7f3-9mpw-x2qd-h8ta. The identity
// does not tell the code, so it may be stored and logged.
func NewGuest() (id ID, code string) {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // never fails: the program would end
	plain := codeText.EncodeToString(bits)
	return guestOf(plain), plain[:4] + "-" + plain[4:8] + "-" + plain[8:12] + "-" + plain[12:]
}

// GuestID is the identity that a return code belongs to. Case, dashes and
// blanks do not matter, and an o is read as 0, an i or l as 1.
func GuestID(code string) (ID, error) {
	plain, ok := plainCode(code, codeLength)
	if !ok {
		return "", UnknownCode.Refuse()
	}
	return guestOf(plain), nil
}

func guestOf(plain string) ID {
	sum := sha256.Sum256([]byte("quadrille guest " + plain))
	return ID(guestPrefix + codeText.EncodeToString(sum[:codeLength*5/8]))
}

// GuestName is what a guest is called, like guest-k7f3; empty for any other
// identity.
func GuestName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), guestPrefix)
	if !ok {
		return ""
	}
	return "guest-" + rest[:min(4, len(rest))]
}
