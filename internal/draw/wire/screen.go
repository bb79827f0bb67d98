package wire

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Screen is the state of a terminal: its cells, its pen (the cursor position and the
// current style) and its modes. Only one goroutine may use it at a time.
//
// Methods append bytes for the terminal. The caller must send them, in the order of the
// calls.
type Screen struct {
	state
	shown []cell
	types *types // assigns numbers to the styles and grapheme clusters of the cells in `shown`
	soon  style  // style of the next character that is drawn; zero if that is not known
	rest  rest
	again bool   // whether to ask the questions again
	known string // the questions that need not be asked
	asked string // the questions that were asked
}

// state is the comparable part of a Screen. If the field `image` is not nil, screens with
// equal states show equal cells.
type state struct {
	width, height int
	image         *image // the shared frame whose cells the terminal shows; nil if the Screen holds these cells itself
	profile       colorprofile.Profile
	abilities

	pen    pen
	styled bool // whether the terminal's current style is known
	stale  bool // whether the next frame is drawn on an empty screen

	open                bool
	title               string
	mouse, focus, paste bool // see [View]
}

// abilities tells what a terminal can do.
type abilities struct {
	modern   bool // whether the terminal supports more than a VT100
	queries  bool // whether the terminal ignores unknown queries
	pointer  bool // whether the terminal may have a mouse
	inColour bool // whether the terminal erases in the current background colour
	atomic   bool // whether the terminal supports synchronized output
}

// New returns the screen of a terminal to which no frame has been sent.
func New(term string, profile colorprofile.Profile, width, height int) *Screen {
	s := &Screen{types: ownTypes(), state: state{
		width: max(width, 0), height: max(height, 0),
		profile: profile, pen: lost, stale: true,
	}}
	s.modern, s.inColour = xtermFamily(term)
	s.queries, s.pointer = ignoresQueries(term), s.modern && !strings.HasPrefix(term, "linux")
	return s
}

// xtermFamily reports whether terminals with this TERM support the sequences of xterm, and
// whether they erase in the current background colour, which GNU Screen does not.
func xtermFamily(term string) (ofXterm, erasesInColour bool) {
	name, _, _ := strings.Cut(term, "-")
	name, _, _ = strings.Cut(name, ".") // cut TERM at the dot: it may be screen.xterm-256color
	switch name {
	case "xterm", "alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "linux", "mintty",
		"ms", "putty", "rio", "rxvt", "st", "tmux", "vte", "wezterm":
		return true, true
	}
	return name == "screen", false
}

// Redraw makes the next frame start with an empty screen.
func (s *Screen) Redraw() { s.stale, s.styled = true, false }

// Resize sets the size of the terminal.
func (s *Screen) Resize(width, height int) {
	s.width, s.height, s.stale = max(width, 0), max(height, 0), true
}

// SetProfile sets the colours that the terminal supports.
func (s *Screen) SetProfile(p colorprofile.Profile) {
	if p != s.profile {
		s.profile, s.stale = p, true
	}
}

// SetAtomic switches synchronized output (mode 2026) on or off. It is off at first. While it
// is on, the terminal shows a large frame only after receiving the whole frame.
func (s *Screen) SetAtomic(on bool) { s.atomic = on }

// onePacket is the size up to which a frame fits into one packet and needs no
// synchronized output.
const onePacket = 1 << 10

// canvases lends memory to screens while they draw. Few screens draw at the same time, so
// few canvases exist.
var canvases = sync.Pool{New: func() any { return new(canvas) }}

// Frame appends the bytes that make the terminal show a view, or what its function First draws;
// see [Screen.Rest]. It appends nothing if the terminal shows that already. The alternate screen
// is always on, and the cursor hidden. If `all` is not nil, the screen shares its work with the
// other screens that show views with the same key.
func (s *Screen) Frame(b []byte, v View, all *Shared) []byte {
	s.rest.waits = false
	b = s.modes(b, &v)
	if all != nil && v.Key != nil {
		return s.drawShared(b, &v, all)
	}
	return s.draw(b, &v)
}

// ownTypes returns an empty numbering of styles and grapheme clusters, for a screen that
// shares its numbering with no other screen.
func ownTypes() *types { return newTypes(styleLimit) }

// draw appends the bytes that turn the shown cells into the cells of a view.
func (s *Screen) draw(b []byte, v *View) []byte {
	s.unshare()
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if s.types.full() {
		s.types, s.stale = ownTypes(), true
	}
	g := c.draw(v, s.width, s.height)
	c.cells = filled(c.cells, s.width*s.height, ' ')
	c.encode(g, s.types, v.Theme, s.profile, c.cells)
	if v.First != nil && c.encodeFirst(g, s.types, v, s.profile) {
		return s.drawFirst(b, c)
	}
	b = s.change(b, c, c.cells)
	copy(s.shown, c.cells)
	return b
}

// rest is the change from the cells that a frame shows at first to its final cells.
type rest struct {
	waits  bool // whether the terminal shows the first cells
	bytes  []byte
	cells  []restCell
	pen    pen
	styled bool
}

// restCell is a cell and its index in Screen.shown.
type restCell struct {
	at   int
	cell cell
}

// drawFirst appends the bytes that turn the shown cells into c.first, and computes those that turn these into c.cells.
func (s *Screen) drawFirst(b []byte, c *canvas) []byte {
	b = s.change(b, c, c.first)
	copy(s.shown, c.first)
	r, after := &s.rest, *s
	r.waits, r.bytes, r.cells = true, after.change(r.bytes[:0], c, c.cells), r.cells[:0]
	r.pen, r.styled = after.pen, after.styled
	for i, is := range c.cells {
		if is != c.first[i] {
			r.cells = append(r.cells, restCell{i, is})
		}
	}
	return b
}

// Rest reports whether the terminal shows what the newest frame shows at first, and the caller must send the bytes of
// [Screen.AppendRest] later.
func (s *Screen) Rest() bool { return s.rest.waits }

// AppendRest appends the bytes that complete the newest frame. It appends nothing if the frame is complete, or if the next
// frame is drawn on an empty screen. A new frame may be drawn instead.
func (s *Screen) AppendRest(b []byte) []byte {
	r := &s.rest
	if !r.waits || s.stale {
		return b
	}
	r.waits = false
	for _, c := range r.cells {
		s.shown[c.at] = c.cell
	}
	s.pen, s.styled = r.pen, r.styled
	return append(b, r.bytes...)
}

// change appends the bytes that turn the shown cells into the wanted cells. The caller
// must update s.shown.
func (s *Screen) change(b []byte, c *canvas, want []cell) []byte {
	begun := len(b)
	if s.stale {
		b = s.wipe(b, want)
	}
	b = s.endLink(s.paint(b, c, want))
	if s.atomic && len(b)-begun > onePacket {
		b = slices.Insert(b, begun, []byte(ansi.SetModeSynchronizedOutput)...)
		b = append(b, ansi.ResetModeSynchronizedOutput...)
	}
	return b
}

// wipe appends the bytes that clear the screen, in the most common background of the new
// frame.
func (s *Screen) wipe(b []byte, want []cell) []byte {
	ground := s.ground(want)
	look := s.types.styles[ground.style()]
	if !s.styled || s.pen.style.bg != look.bg {
		b = appendScratch(b, look)
		s.pen.style, s.styled = look, true
	}
	b = append(b, "\x1b[H\x1b[J"...)
	s.pen.x, s.pen.y = 0, 0
	s.shown = filled(s.shown, len(want), ground)
	s.stale = false
	return b
}

// ground returns the most common blank cell in `want` that an erase command can produce.
func (s *Screen) ground(want []cell) cell {
	counts := make([]int, len(s.types.styles))
	best, most := cell(' '), 0
	for _, c := range want {
		if c.glyph() != ' ' {
			continue
		}
		if counts[c.style()]++; counts[c.style()] > most && s.erases(c) {
			best, most = c, counts[c.style()]
		}
	}
	return best
}

// modes appends the sequences that give the terminal the modes and the title of v.
func (s *Screen) modes(b []byte, v *View) []byte {
	if !s.open {
		// Send the queries before the screen is cleared, because some terminals print parts
		// of queries that they do not support.
		b = append(b, ansi.SetModeAltScreenSaveCursor...)
		b = append(s.appendQueries(b), ansi.ResetModeTextCursorEnable...)
		s.open = true
	} else if s.again {
		b = s.appendQueries(b)
	}
	s.again = false
	if !s.modern { // return here, because an old terminal would print the sequences below
		return b
	}
	b = toggle(b, &s.paste, v.Paste, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste)
	b = toggle(b, &s.focus, v.Focus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent)
	if s.pointer {
		b = toggle(b, &s.mouse, v.Mouse, mouseOn, mouseOff)
	}
	if v.Title != s.title {
		b = append(b, ansi.SetWindowTitle(strings.Map(printable, v.Title))...)
		s.title = v.Title
	}
	return b
}

func toggle(b []byte, is *bool, want bool, set, reset string) []byte {
	switch {
	case *is == want:
		return b
	case want:
		b = append(b, set...)
	default:
		b = append(b, reset...)
	}
	*is = want
	return b
}

// mouseOn and mouseOff switch reports of the mouse's buttons, and of its motion while one of
// them is pressed. Mode 1003, which another program may have left on, reports all motion.
const (
	mouseOn  = ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	mouseOff = ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr
)

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return -1
}

// Raw appends text unchanged. Unless the text contains only bell characters, the cursor
// position and the current style are unknown after it, and the rest of the newest frame is drawn with the next one.
func (s *Screen) Raw(b []byte, text string) []byte {
	if strings.Trim(text, "\a") != "" {
		s.rest.waits = false
		s.pen, s.styled = lost, false
	}
	return append(b, text...)
}

// Close appends the bytes that restore the terminal. Frame must not be called after it.
func (s *Screen) Close(b []byte) []byte {
	if !s.open {
		return b
	}
	b = append(b, ansi.ResetStyle...)
	b = append(s.modes(b, &View{}), ansi.SetModeTextCursorEnable...)
	s.open = false
	return append(b, ansi.ResetModeAltScreenSaveCursor...)
}
