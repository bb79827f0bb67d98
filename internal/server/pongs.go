package server

import (
	"sync"
	"sync/atomic"
	"time"
)

// OpenSSH from version 9.5 on sends a ping every 20 ms while somebody types, so that the rhythm
// of the packets does not reveal the rhythm of the keys. golang.org/x/crypto answers each ping
// with a pong and writes it to the network immediately. These writes cost more than the rest of
// a ping. So pongs are held back, and written together or with the next output.
//
// They are held back only while all sessions of the connection show screens. A frame is longer
// than a pong, so pongs cannot hide it anyway. In plain mode the echo of a key is as short as a
// pong, and there each pong is written immediately.
const (
	pongDelay   = 900 * time.Millisecond // the longest time that a pong is held back
	maxPong     = 96                     // size of the longest packet that is held back; OpenSSH's pongs have 36 to 84 bytes
	maxHeldBack = 1400                   // number of bytes that are not held back any longer; they fit into one TCP segment
)

// heldPongs holds back the pongs of a connection.
type heldPongs struct {
	screens atomic.Int32 // number of sessions that show screens
	others  atomic.Int32 // number of other open channels
	outputs atomic.Int32 // number of writes of output in progress

	mu    sync.Mutex // held while the connection is written to
	held  []byte
	large bool // whether the last packet was large but no output, such as a part of a key exchange
	timer *time.Timer
}

// hold holds back the packet p if it may be a pong. Otherwise it returns the bytes to write now:
// the packets that were held back before, and p. The caller holds h.mu.
func (h *heldPongs) hold(p []byte, start func() *time.Timer) (write []byte) {
	output := h.outputs.Load() > 0
	small := len(p) <= maxPong && len(h.held)+len(p) <= maxHeldBack
	if small && !output && !h.large && h.screens.Load() > 0 && h.others.Load() == 0 {
		switch {
		case len(h.held) > 0:
		case h.timer == nil:
			h.timer = start()
		default:
			h.timer.Reset(pongDelay)
		}
		h.held = append(h.held, p...)
		return nil
	}
	h.large = len(p) > maxPong && !output
	if len(h.held) == 0 {
		return p
	}
	h.timer.Stop()
	return append(h.release(), p...)
}

// release returns the bytes that were held back. The caller must write them before it releases
// h.mu.
func (h *heldPongs) release() []byte {
	held := h.held
	h.held = nil
	return held
}

// showsScreen is called when a session begins to show a screen. The session must call the
// returned function when it ends to do so.
func (h *heldPongs) showsScreen() (ended func()) {
	h.screens.Add(1)
	h.others.Add(-1)
	return func() {
		h.others.Add(1)
		h.screens.Add(-1)
	}
}
