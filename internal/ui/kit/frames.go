package kit

import "sync"

// Frames stores the newest frames that sessions with equal screens share, so that each frame
// is drawn only once. It is safe for concurrent use.
type Frames struct {
	mu    sync.Mutex
	known map[frameKey]*sharedFrame
	order [framesStored]frameKey // used as a ring buffer
	next  int                    // index in order of the oldest key
}

// framesStored is the maximum number of stored frames. The sessions that share a frame need
// it at almost the same time.
const framesStored = 256

// frameKey contains everything that a frame depends on.
type frameKey struct {
	screen  any // result of SharedKey of a [Sharer]
	palette Palette
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
func NewFrames() *Frames { return &Frames{known: map[frameKey]*sharedFrame{}} }

// Get returns the frame with the given key. If the frame is not stored, Get calls draw.
func (f *Frames) Get(key any, p Palette, draw func() string) string {
	s := f.frame(frameKey{key, p})
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.drawn {
		s.content, s.drawn = draw(), true
	}
	return s.content
}

// frame returns the entry of a key. If there is none, a new entry replaces the oldest one.
func (f *Frames) frame(k frameKey) *sharedFrame {
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
