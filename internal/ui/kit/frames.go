package kit

import "sync"

// Frames stores the newest frames that sessions with equal screens share, so that each is
// drawn once. Any number of goroutines may use it.
type Frames struct {
	mu    sync.Mutex
	known map[frameKey]*sharedFrame
	order [framesStored]frameKey // used as a ring buffer
	next  int                    // index, in order, of the oldest key
}

// framesStored is the number of frames that are stored. The sessions that share a frame need
// it within moments of each other.
const framesStored = 256

// frameKey determines a frame.
type frameKey struct {
	screen  any // what SharedKey of a [Sharer] returns
	palette Palette
}

type sharedFrame struct {
	mu      sync.Mutex
	drawn   bool
	content string
}

// Sharer is a screen that other sessions may show in the same way.
type Sharer interface {
	// SharedKey returns a comparable value that determines everything that the screen draws,
	// apart from the palette. It returns nil while the screen shows anything that only this
	// session may see.
	SharedKey() any
}

// NewFrames returns a Frames without frames.
func NewFrames() *Frames { return &Frames{known: map[frameKey]*sharedFrame{}} }

// Get returns the frame of a screen with that key. It calls draw unless the frame is stored.
func (f *Frames) Get(key any, p Palette, draw func() string) string {
	s := f.frame(frameKey{key, p})
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.drawn {
		s.content, s.drawn = draw(), true
	}
	return s.content
}

// frame returns the entry of a key. A new entry replaces the oldest one.
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
