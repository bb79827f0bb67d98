package kit

import (
	"sync"

	"quadrille/internal/draw"
)

// Frames stores the newest frames that sessions with equal screens share, so that each of
// these frames is drawn only once. It is safe for concurrent use.
type Frames struct {
	mu    sync.Mutex
	known map[any]*sharedFrame // the stored frames; the keys are results of FrameKey
	order [framesStored]any    // the keys of the stored frames, in a ring buffer
	next  int                  // index in `order` of the oldest key
}

// framesStored is the maximum number of stored frames. A further frame replaces the oldest
// one. A few frames are enough, because the sessions that share a frame need it at almost
// the same time.
const framesStored = 256

// frameKey contains everything that a frame depends on.
type frameKey struct {
	screen  any // result of [Sharer.SharedKey]
	palette draw.Palette
}

// FrameKey returns a comparable value that contains everything that the frame of a screen
// depends on. It returns nil if sessions may not share the frame.
func FrameKey(screen Sharer, p draw.Palette) any {
	key := screen.SharedKey()
	if key == nil {
		return nil
	}
	return frameKey{key, p}
}

type sharedFrame struct {
	mu      sync.Mutex
	drawn   bool
	content string
}

// Sharer is a screen that may look the same in other sessions.
type Sharer interface {
	// SharedKey returns a comparable value that contains everything that the screen depends
	// on, except the palette. It returns nil while the screen shows anything that only this
	// session may see.
	SharedKey() any
}

// NewFrames returns an empty Frames.
func NewFrames() *Frames { return &Frames{known: map[any]*sharedFrame{}} }

// Get returns the frame with a key from [FrameKey]. If the frame is not stored, Get calls
// the function `draw` and stores the result.
func (f *Frames) Get(key any, draw func() string) string {
	s := f.frame(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.drawn {
		s.content, s.drawn = draw(), true
	}
	return s.content
}

// frame returns the entry for a key. If there is none, it adds one, and deletes the oldest
// entry if framesStored entries exist.
func (f *Frames) frame(k any) *sharedFrame {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.known[k]
	if !ok {
		delete(f.known, f.order[f.next])
		s = new(sharedFrame)
		f.known[k], f.order[f.next] = s, k
		f.next = (f.next + 1) % framesStored
	}
	return s
}
