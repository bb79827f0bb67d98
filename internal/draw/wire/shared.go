package wire

import (
	"runtime"
	"sync"
	"weak"

	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
)

// Shared draws each frame, and encodes each change from one frame to another, only once
// for all screens. A screen gets the same bytes as without a Shared. A Shared is safe for
// concurrent use.
type Shared struct {
	mu     sync.RWMutex
	types  *types // assigns numbers to the styles and grapheme clusters of new frames
	images map[imageKey]weak.Pointer[image]
	newest uint64 // number of the newest frame
}

// imageKey contains everything that the cells of a frame depend on.
type imageKey struct {
	view          any // see [View]
	theme         *assets.Theme
	width, height int
	profile       colorprofile.Profile
}

// image is a frame as cells, which sessions share. It is freed when no screen shows it.
type image struct {
	shared *Shared
	number uint64

	mu      sync.Mutex
	cells   []cell // nil until the frame is drawn; then never changed
	types   *types
	changes map[changeKey]change
}

// changeKey identifies the state of a terminal. Terminals in the same state need the same
// bytes to show a given frame.
type changeKey struct {
	from   uint64 // number of the frame that the terminal shows; 0 if the screen must be cleared first
	pen    pen
	styled bool
	abilities
}

// change holds the bytes that make a terminal show a frame, and the cursor position and
// style that the terminal has after these bytes.
type change struct {
	bytes  []byte
	pen    pen
	styled bool
}

// maxChanges is the maximum number of changes stored for a frame. Each change holds
// the bytes that turn the screen of a terminal in one state into that frame.
const maxChanges = 16

// clustersShared is the maximum number of different grapheme clusters in a Shared. It is
// large, because a Shared that reaches it forgets all clusters, and every screen is drawn
// again.
const clustersShared = 1 << 16

// NewShared returns a Shared without frames.
func NewShared() *Shared {
	return &Shared{types: newTypes(clustersShared), images: map[imageKey]weak.Pointer[image]{}}
}

// SharedState is the state of a screen whose frame is stored in a [Shared]. Screens with
// equal states show the same cells, and need the same bytes to show any other frame.
type SharedState struct{ state state }

// Shared returns the state of the screen. It returns false if the frame that the screen
// shows is not stored in a [Shared].
func (s *Screen) Shared() (SharedState, bool) {
	return SharedState{s.state}, s.image != nil && !s.stale
}

// Continue sets the state of the screen to that of another screen. The caller must have
// sent the same bytes to both terminals.
func (s *Screen) Continue(from SharedState) {
	s.state = from.state
	s.shown, s.types = s.image.cells, s.image.types
}

// image returns the frame of a view. It draws the frame unless another screen has drawn it.
func (h *Shared) image(k imageKey, v *View) *image {
	im := h.known(k)
	im.mu.Lock()
	defer im.mu.Unlock()
	if im.cells != nil {
		return im
	}
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	g := c.draw(v, k.width, k.height)
	cells := filled(nil, k.width*k.height, ' ')
	h.mu.Lock()
	defer h.mu.Unlock()
	im.types = h.types
	c.encode(g, im.types, k.theme, k.profile, cells)
	im.cells = cells
	return im
}

// known returns the frame with the given key, which may not be drawn yet.
func (h *Shared) known(k imageKey) *image {
	h.mu.RLock()
	im := h.images[k].Value()
	h.mu.RUnlock()
	if im != nil {
		return im
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if im := h.images[k].Value(); im != nil {
		return im
	}
	if h.types.full() {
		h.types = newTypes(clustersShared)
		clear(h.images)
	}
	h.newest++
	im = &image{shared: h, number: h.newest, changes: map[changeKey]change{}}
	h.images[k] = weak.Make(im)
	runtime.AddCleanup(im, h.forget, k)
	return im
}

// forget removes a frame that no screen shows any longer.
func (h *Shared) forget(k imageKey) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.images[k].Value() == nil {
		delete(h.images, k)
	}
}

// drawShared appends the bytes that make the terminal show a frame that sessions share.
func (s *Screen) drawShared(b []byte, v *View, all *Shared) []byte {
	im := all.image(imageKey{v.Key, v.Theme, s.width, s.height, s.profile}, v)
	if s.image == im && !s.stale {
		return b
	}
	if s.types != im.types {
		s.share(im)
	}
	k := changeKey{pen: s.pen, styled: s.styled, abilities: s.abilities}
	if !s.styled {
		k.pen.style = style{}
	}
	if s.stale {
		k.pen.x, k.pen.y = lost.x, lost.y
	} else if s.image != nil {
		k.from = s.image.number
	}
	var to change
	if s.stale || s.image != nil {
		to = im.change(k, func() change { return s.changeTo(im) })
	} else { // no other screen can use this change, because it starts from a frame that only this screen shows
		to = s.changeTo(im)
	}
	s.pen, s.styled, s.stale = to.pen, to.styled, false
	s.shown, s.image = im.cells, im
	return append(b, to.bytes...)
}

// change returns the change that turns the screen of a terminal in the state k into this
// frame. If none is stored for k, it calls the function `compute`.
func (im *image) change(k changeKey, compute func() change) change {
	im.mu.Lock()
	defer im.mu.Unlock()
	c, known := im.changes[k]
	if !known {
		c = compute()
		if len(im.changes) < maxChanges {
			im.changes[k] = c
		}
	}
	return c
}

// changeTo computes the change that turns the shown cells into the cells of a frame.
func (s *Screen) changeTo(im *image) change {
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	im.shared.mu.RLock()
	defer im.shared.mu.RUnlock()
	one := *s
	if one.stale {
		one.shown = nil // so that the method wipe does not overwrite the cells, which s and `one` share
	}
	b := one.change(nil, c, im.cells)
	return change{b, one.pen, one.styled}
}

// share makes the screen use the same numbers for styles and characters as the frame
// `im`. It converts the cells that the terminal shows to these numbers.
func (s *Screen) share(im *image) {
	s.unshare()
	if !s.stale {
		im.shared.mu.Lock()
		defer im.shared.mu.Unlock()
		if s.stale = im.types.full(); !s.stale {
			s.shown = im.types.translate(s.shown, s.types)
		}
	}
	s.types = im.types
}

// unshare copies the shown cells, so that the screen no longer uses cells of a [Shared].
func (s *Screen) unshare() {
	if s.image == nil {
		return
	}
	s.image.shared.mu.RLock()
	defer s.image.shared.mu.RUnlock()
	own := ownTypes()
	s.shown = own.translate(s.shown, s.types)
	s.types, s.image = own, nil
}
