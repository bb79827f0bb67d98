package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// The form of a WAL, as SQLite describes it: a header, then frames of a header
// and a page. Sums go on from frame to frame, and all frames since the last
// folding bear the salts of the header.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // and 1 if the sums are of big-endian words
)

// walDamage refuses a WAL in which commits are left that SQLite would pass over
// without a word, as it takes the first frame that is not whole for the end. One
// may be what a crash tore before it was acknowledged; more are not.
func walDamage(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	r := walReader{in: bufio.NewReaderSize(file, 1<<20)}
	good, lost, err := r.walk()
	if err != nil || lost == 0 || lost == 1 && good > 0 { // the header had a sync of its own
		return err
	}
	detail := fmt.Sprintf("after byte %d, and %d commits behind that cannot be read", good, lost)
	return &Refusal{Reason: DamagedWAL, Path: path, Detail: detail, Err: fmt.Errorf("truncate -s %d %s", good, path)}
}

// walReader goes through a WAL.
type walReader struct {
	in    io.Reader
	order binary.ByteOrder // of the words that are summed
	sum   [2]uint32
	salts [8]byte
	frame []byte
}

// walk finds how many bytes are good, and how many commits of the same time
// follow behind them.
func (r *walReader) walk() (good int64, lost int, err error) {
	whole, err := r.header()
	if err != nil || r.frame == nil {
		return 0, 0, err
	}
	if whole {
		good = walHeader
	}
	for {
		if _, err := io.ReadFull(r.in, r.frame); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return good, lost, nil
		} else if err != nil {
			return good, lost, err
		}
		if good == 0 && lost == 0 { // the header's may be what is wrong
			copy(r.salts[:], r.frame[8:16])
		}
		whole = whole && r.next()
		switch {
		case whole:
			good += int64(len(r.frame))
		case r.commits():
			lost++
		}
	}
}

// header reads what stands at the beginning; without a frame size there is
// nothing more to read.
func (r *walReader) header() (whole bool, err error) {
	var h [walHeader]byte
	if _, err := io.ReadFull(r.in, h[:]); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		return false, err
	}
	if h == [walHeader]byte{} { // laid out, and not used yet
		return false, nil
	}
	copy(r.salts[:], h[16:24])
	r.order = binary.ByteOrder(binary.LittleEndian)
	if binary.BigEndian.Uint32(h[:])&1 != 0 {
		r.order = binary.BigEndian
	}
	r.add(h[:24])
	size := binary.BigEndian.Uint32(h[8:])
	whole = binary.BigEndian.Uint32(h[:])&^1 == walMagic && r.is(h[24:])
	if !whole {
		size = pageSize // ours; the header's may be what is wrong
	}
	r.frame = make([]byte, frameHeader+size)
	return whole, nil
}

// next reports whether the frame goes on from the one before.
func (r *walReader) next() bool {
	if [8]byte(r.frame[8:16]) != r.salts || binary.BigEndian.Uint32(r.frame) == 0 {
		return false
	}
	r.add(r.frame[:8])
	r.add(r.frame[frameHeader:])
	return r.is(r.frame[16:24])
}

// commits reports whether a frame that does not go on ends a commit of the same
// time.
func (r *walReader) commits() bool {
	same := [8]byte(r.frame[8:16]) == r.salts
	return same && binary.BigEndian.Uint32(r.frame[4:]) != 0
}

// add sums words, as SQLite does.
func (r *walReader) add(b []byte) {
	s0, s1 := r.sum[0], r.sum[1]
	for ; len(b) >= 8; b = b[8:] {
		s0 += r.order.Uint32(b) + s1
		s1 += r.order.Uint32(b[4:]) + s0
	}
	r.sum = [2]uint32{s0, s1}
}

func (r *walReader) is(sum []byte) bool {
	return binary.BigEndian.Uint32(sum) == r.sum[0] && binary.BigEndian.Uint32(sum[4:]) == r.sum[1]
}
