package player

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

const guestPrefix = "guest:"

// codeLength is the number of characters in a return code. Each character encodes five bits,
// so a code has 80 bits and cannot be guessed over a network.
const codeLength = 16

// codeLetters are the characters of codes: the digits, and all letters except i, l, o and u,
// which are easily misread.
const codeLetters = "0123456789abcdefghjkmnpqrstvwxyz"

// codeText encodes bytes as characters of codeLetters.
var codeText = base32.NewEncoding(codeLetters).WithPadding(base32.NoPadding)

// NewGuest returns a new guest identity and its return code, such as k7f3-9mpw-x2qd-h8ta.
// With the code, the guest can use the identity again later. The identity may be stored and
// logged, because it does not reveal the code.
func NewGuest() (id ID, code string) {
	bits := make([]byte, codeLength*5/8)
	rand.Read(bits) // Read never returns an error
	plain := codeText.EncodeToString(bits)
	return guestOf(plain), plain[:4] + "-" + plain[4:8] + "-" + plain[8:12] + "-" + plain[12:]
}

// GuestID returns the identity that belongs to a return code. It ignores case, dashes and
// spaces, and reads o as 0, and i and l as 1.
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

// GuestName returns the name of a guest, such as "guest-k7f3", or "" for other identities.
func GuestName(id ID) string {
	rest, ok := strings.CutPrefix(string(id), guestPrefix)
	if !ok {
		return ""
	}
	return "guest-" + rest[:min(4, len(rest))]
}
