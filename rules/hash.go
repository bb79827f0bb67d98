package rules

import (
	"math/bits"
	"unsafe"
)

// Hash returns a fast hash of a position for a transposition table. The hash covers
// everything on which the rest of the game depends, including credits and points, but not
// QuietPlies. Do not store it: it may differ in the next release.
func Hash(p *Position) uint64 {
	all := (*[positionWords]uint64)(unsafe.Pointer(p))
	rest := (*[unsafe.Sizeof(*p) % 8]byte)(unsafe.Add(unsafe.Pointer(p), positionWords*8))
	a, b := uint64(0x9E3779B97F4A7C15), uint64(0xC2B2AE3D27D4EB4F)
	for i := uintptr(0); i < quietWord-1; i += 2 {
		a, b = b, fold(a^all[i], all[i+1]^0x165667B19E3779F9)
	}
	a, b = b, fold(a^all[quietWord-1], all[quietWord]&^quietBits^0x165667B19E3779F9)
	a = fold(a^all[quietWord+1], 0xD6E8FEB86659FD93)
	for _, one := range rest {
		b = fold(b^uint64(one), 0xA0761D6478BD642F)
	}
	return fold(a^0xE7037ED1A0B428DB, b^0x8EBC6AF09C88C6E3)
}

const (
	positionWords = unsafe.Sizeof(Position{}) / 8
	quietWord     = unsafe.Offsetof(Position{}.QuietPlies) / 8
)

// These lines fail to compile if QuietPlies is not in the last word but one, at an odd index, where
// Hash leaves it out.
const (
	_ = uint(positionWords-quietWord-2) + uint(quietWord+2-positionWords)
	_ = uint(quietWord%2 - 1)
)

// quietBits are the bits of QuietPlies in its word.
var quietBits = func() uint64 {
	p := Position{QuietPlies: 1<<16 - 1}
	return (*[positionWords]uint64)(unsafe.Pointer(&p))[quietWord]
}()

// fold hashes two words to one word: it multiplies them and combines the two halves of the
// product.
func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}
