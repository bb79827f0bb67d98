package store

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// A leaf with one row, a gap before it and two holes behind it.
func TestWhatNoRowStandsInIsCleared(t *testing.T) {
	page := func(at int) []byte {
		p := bytes.Repeat([]byte{0xff}, pageSize)
		word := func(i, value int) { binary.BigEndian.PutUint16(p[i:], uint16(value)) }
		p[at] = tableLeaf
		word(at+1, 4020)
		word(at+3, 1)
		word(at+5, 4000)
		word(4020, 4060)
		word(4022, 20)
		word(4060, 0)
		word(4062, 10)
		return p
	}
	for n, at := range map[int]int{1: fileHeader, 2: 0} {
		got, want := page(at), page(at)
		for _, part := range [][2]int{{at + 8 + 2, 4000}, {4024, 4040}, {4064, 4070}} {
			clear(want[part[0]:part[1]])
		}
		if !clearTree(got, n) || !bytes.Equal(got, want) {
			t.Errorf("page %d is not as it should be", n)
		}
		if clearTree(got, n) {
			t.Errorf("page %d changes twice", n)
		}
	}
	for name, spoil := range map[string]func(p []byte){
		"another kind":             func(p []byte) { p[0] = 0 },
		"rows beyond the page":     func(p []byte) { p[5], p[6] = 0xff, 0xff },
		"more pointers than space": func(p []byte) { p[3], p[4] = 0x10, 0 },
	} {
		p := page(0)
		spoil(p)
		before := bytes.Clone(p)
		if clearTree(p, 2) || !bytes.Equal(p, before) {
			t.Errorf("%s: it is changed", name)
		}
	}
	for name, spoil := range map[string]func(p []byte){
		"a hole that leads back":    func(p []byte) { p[4020], p[4021] = 0, 10 },
		"a hole beyond the page":    func(p []byte) { p[4022], p[4023] = 0xff, 0xff },
		"a hole smaller than holes": func(p []byte) { p[4022], p[4023] = 0, 3 },
	} {
		p := page(0)
		spoil(p)
		if clearTree(p, 2); p[4000] != 0xff || p[pageSize-1] != 0xff {
			t.Errorf("%s: rows are changed", name)
		}
	}
}
