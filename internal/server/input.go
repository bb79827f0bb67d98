package server

import "bytes"

// read takes what comes over the line to the program, and when that is over reads
// on, for nobody, until the line is gone.
func (v *session) readInput(input chan<- []byte) {
	b := make([]byte, 256)
	for {
		n, err := v.Read(b)
		if n > 0 {
			select {
			case input <- bytes.Clone(b[:n]):
			case <-v.ctx.Done():
				v.channel.notUnderstood.Store(0)
			}
		}
		if err != nil {
			return // the line's context tells
		}
	}
}
