package wire

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync"
	"unicode"

	tea "charm.land/bubbletea/v2"
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
	again bool   // whether to ask the questions again
	known string // the questions that need not be asked
	asked string // the questions that were asked
}

// state is the comparable part of a Screen. If the field `image` is not nil, screens with
// equal states show equal cells.
type state struct {
	width, height int
	content       uint64 // hash of the frame whose cells the terminal shows
	image         *image // the parsed frame whose cells the terminal shows; nil if the Screen holds these cells itself
	profile       colorprofile.Profile
	abilities

	pen    pen
	styled bool // whether the terminal's current style is known
	stale  bool // whether the next frame is drawn on an empty screen

	open   bool
	cursor bool // whether the cursor is visible
	title  string
	mouse  tea.MouseMode
	paste  bool
	focus  bool // whether the terminal reports that its window gained or lost the focus
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
var canvases = sync.Pool{New: func() any { return &canvas{looks: map[string]look{}} }}

// canvas holds the memory in which one frame is drawn.
type canvas struct {
	cells     []cell // cells of the new frame
	strokes   []stroke
	distances distances
	looks     map[string]look // memory for the field looks of a parser; empty while no frame is drawn
}

// Frame appends the bytes that make the terminal show a view, or nothing if the terminal
// shows it already. The alternate screen is always on.
func (s *Screen) Frame(b []byte, v tea.View) []byte {
	b = s.modes(b, v)
	if s.changes(v.Content) {
		b = s.draw(b, v.Content)
	}
	return s.place(b, v.Cursor)
}

// contentSeed is the seed of the hashes of frames.
var contentSeed = maphash.MakeSeed()

// changes reports whether a frame has to be drawn, and stores the hash of its text. The
// text itself would take too much memory.
func (s *Screen) changes(content string) bool {
	before := s.content
	s.content = maphash.String(contentSeed, content)
	return s.stale || s.content != before
}

// ownTypes returns an empty numbering of styles and grapheme clusters, for a screen that
// shares its numbering with no other screen.
func ownTypes() *types { return newTypes(styleLimit) }

// draw appends the bytes that turn the shown cells into the cells of a frame.
func (s *Screen) draw(b []byte, content string) []byte {
	s.unshare()
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if s.types.full() {
		s.types, s.stale = ownTypes(), true
	}
	c.cells = filled(c.cells, s.width*s.height, ' ')
	c.parse(content, s.types, s.profile, c.cells, s.width)
	b = s.change(b, c, c.cells)
	copy(s.shown, c.cells)
	return b
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

// place shows the cursor at the position `at`, or hides the cursor if `at` is nil.
func (s *Screen) place(b []byte, at *tea.Cursor) []byte {
	if at != nil && at.X >= 0 && at.X < s.width && at.Y >= 0 && at.Y < s.height {
		b = s.move(b, at.X, at.Y)
	}
	return toggle(b, &s.cursor, at != nil, ansi.SetModeTextCursorEnable, ansi.ResetModeTextCursorEnable)
}

// modes appends the sequences that give the terminal the modes and the title of v.
func (s *Screen) modes(b []byte, v tea.View) []byte {
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
	b = toggle(b, &s.paste, !v.DisableBracketedPasteMode, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste)
	b = toggle(b, &s.focus, v.ReportFocus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent)
	if v.MouseMode != s.mouse && s.pointer {
		b = appendMouse(b, s.mouse, v.MouseMode)
		s.mouse = v.MouseMode
	}
	if v.WindowTitle != s.title {
		b = append(b, ansi.SetWindowTitle(strings.Map(printable, v.WindowTitle))...)
		s.title = v.WindowTitle
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

func appendMouse(b []byte, was, is tea.MouseMode) []byte {
	if was != tea.MouseModeNone {
		b = append(b, ansi.ResetModeMouseButtonEvent+ansi.ResetModeMouseAnyEvent+ansi.ResetModeMouseExtSgr...)
	}
	switch is {
	case tea.MouseModeCellMotion:
		b = append(b, ansi.SetModeMouseButtonEvent+ansi.SetModeMouseExtSgr...)
	case tea.MouseModeAllMotion:
		b = append(b, ansi.SetModeMouseAnyEvent+ansi.SetModeMouseExtSgr...)
	}
	return b
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return -1
}

// Raw appends text unchanged. Unless the text contains only bell characters, the cursor
// position and the current style are unknown after it.
func (s *Screen) Raw(b []byte, text string) []byte {
	if strings.Trim(text, "\a") != "" {
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
	b = s.modes(b, tea.View{DisableBracketedPasteMode: true})
	b = toggle(b, &s.cursor, true, ansi.SetModeTextCursorEnable, "")
	s.open = false
	return append(b, ansi.ResetModeAltScreenSaveCursor...)
}
