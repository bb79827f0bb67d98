package server

import "bytes"

// readInput passes the input of the SSH channel on to the program. After the program has
// ended, it keeps reading and discards the input until the SSH channel is closed.
func (v *session) readInput(input chan<- []byte) {
	b := make([]byte, 256)
	for {
		n, err := v.ssh.Read(b)
		if n > 0 {
			select {
			case input <- bytes.Clone(b[:n]):
			case <-v.ctx.Done():
				v.channel.unrecognized.Store(0)
			}
		}
		if err != nil {
			return // the client or the server has closed the SSH channel
		}
	}
}
