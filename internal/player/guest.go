package player

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

const guestPrefix = "guest:"

// codeLength is the number of characters in a return code. Each has five bits: 80 bits
// cannot be guessed over a network.
const codeLength = 16

// codeLetters are the characters of codes: digits and letters without i, l, o and u, which
// are easily misread.
const codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"

// codeText encodes bits as codeLetters.
var codeText = base32.NewEncoding(codeLetters).WithPadding(base32.NoPadding)

// NewGuest makes a new guest identity and the code with which the guest returns to it, such
// as k7f3-9mpw-x2qd-h8ta. The identity does not reveal the code, so it may be stored and
// logged.
func NewGuest() (id ID, code string) {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // Read never returns an error
	plain := codeText.EncodeToString(bits)
	return guestOf(plain), plain[:4] + "-" + plain[4:8] + "-" + plain[8:12] + "-" + plain[12:]
}

// GuestID returns the identity of a return code. Case, dashes and spaces are ignored; o is
// read as 0, i and l as 1.
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

// GuestName returns the name of a guest, such as guest-k7f3, or "" for other identities.
func GuestName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), guestPrefix)
	if !ok {
		return ""
	}
	return "guest-" + rest[:min(4, len(rest))]
}
