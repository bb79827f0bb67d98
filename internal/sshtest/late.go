package sshtest

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

// late is how far away somebody is. Where QUADRILLE_LATE says how far at most, a
// third of all people are near, and a third as far as that; then a test fails that
// holds only where what one does is seen by another before he does anything.
func late() time.Duration {
	most, err := time.ParseDuration(os.Getenv("QUADRILLE_LATE"))
	if err != nil || most <= 0 {
		return 0
	}
	return min(most, max(0, rand.N(3*most)-most))
}

// farKeys are keys that are on their way for a while, in their order.
type farKeys struct {
	keys io.WriteCloser
	way  time.Duration
	line chan []byte // nil is the end
}

// far is keys as they come from so far away.
func far(keys io.WriteCloser, way time.Duration) io.WriteCloser {
	if way == 0 {
		return keys
	}
	f := &farKeys{keys: keys, way: way, line: make(chan []byte, 1<<12)}
	go f.carry()
	return f
}

func (f *farKeys) carry() {
	for p := range f.line {
		time.Sleep(f.way)
		if p == nil {
			_ = f.keys.Close()
			return
		}
		_, _ = f.keys.Write(p)
	}
}

// Write says that all is well: what becomes of a key is not known that soon.
func (f *farKeys) Write(p []byte) (int, error) {
	if len(p) > 0 {
		f.line <- bytes.Clone(p)
	}
	return len(p), nil
}

// Close lets what is on its way arrive.
func (f *farKeys) Close() error {
	f.line <- nil
	return nil
}
