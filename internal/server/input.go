package server

import "bytes"

// readInput sends the input of the channel to the program. When the program is over
// it reads on and drops the input until the channel is closed.
func (v *session) readInput(input chan<- []byte) {
	b := make([]byte, 256)
	for {
		n, err := v.ssh.Read(b)
		if n > 0 {
			select {
			case input <- bytes.Clone(b[:n]):
			case <-v.ctx.Done():
				v.channel.notUnderstood.Store(0)
			}
		}
		if err != nil {
			return // the context of the channel is done
		}
	}
}
