package wire

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Screen is what a terminal shows, as far as frames are concerned. It is not for
// use by two goroutines at once.
//
// Each method appends what has to be sent to the terminal, in the order of the
// calls; what it appended must be sent.
type Screen struct {
	width, height int
	shown         []cell
	content       string // of which they are made
	types         types
	profile       colorprofile.Profile
	modern        bool // the terminal knows more than a VT100
	answers       bool // it can be asked things
	points        bool // it may have a mouse
	inColour      bool // it erases in the colour of its pen

	pen    pen
	styled bool // the pen's style is certain
	stale  bool // the next frame is drawn on an empty screen
	atomic bool // the terminal can hold a frame back until it is whole

	open   bool
	cursor bool // is seen
	title  string
	mouse  tea.MouseMode
	paste  bool
}

// New is the screen of a terminal of which nothing has been used yet.
func New(term string, profile colorprofile.Profile, width, height int) *Screen {
	s := &Screen{
		width: max(width, 0), height: max(height, 0), types: newTypes(),
		profile: profile, pen: lost, stale: true,
	}
	s.modern, s.inColour = kin(term)
	s.answers, s.points = answers(term), s.modern && !strings.HasPrefix(term, "linux")
	return s
}

// kin tells of a TERM whether it stands for a terminal that speaks like xterm:
// those known for it, and those that say they are one of them. Of them only GNU
// Screen does not erase in the colour of its pen.
func kin(term string) (ofXterm, erasesInColour bool) {
	name, _, _ := strings.Cut(term, "-")
	name, _, _ = strings.Cut(name, ".") // screen.xterm-256color
	switch name {
	case "xterm", "alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "linux", "mintty",
		"ms", "putty", "rio", "rxvt", "st", "tmux", "vte", "wezterm":
		return true, true
	}
	return name == "screen", false
}

// Redraw has the next frame drawn on an empty screen, whatever the terminal shows.
func (s *Screen) Redraw() { s.stale, s.styled = true, false }

// Resize is told when the terminal has another size.
func (s *Screen) Resize(width, height int) {
	s.width, s.height, s.stale = max(width, 0), max(height, 0), true
}

// SetProfile is told when it turns out what colours the terminal has.
func (s *Screen) SetProfile(p colorprofile.Profile) {
	if p != s.profile {
		s.profile, s.stale = p, true
	}
}

// SetAtomic switches synchronized output (mode 2026), which is off at first: the
// terminal then shows a large frame only when all of it has come.
func (s *Screen) SetAtomic(on bool) { s.atomic = on }

// What is shown at once anyway, because it comes in one packet.
const onePacket = 1 << 10

// canvases are where frames are drawn before they are compared: lent out, since
// few sessions draw at a time.
var canvases = sync.Pool{New: func() any { return new(canvas) }}

type canvas struct {
	cells     []cell // that are wanted
	strokes   []stroke
	distances distances
}

// Frame appends what makes the terminal show a view, which is nothing if it does.
// Of a view count the content, the window's title, the mouse, the cursor's place
// and whether paste is bracketed; it always has the alternate screen.
func (s *Screen) Frame(b []byte, v tea.View) []byte {
	b = s.modes(b, v)
	if s.stale || v.Content != s.content {
		b = s.draw(b, v.Content)
		s.content = v.Content
	}
	return s.place(b, v.Cursor)
}

// draw appends what makes the cells those of the content.
func (s *Screen) draw(b []byte, content string) []byte {
	begun := len(b)
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if s.types.worn() {
		s.types, s.stale = newTypes(), true
	}
	c.cells = filled(c.cells, s.width*s.height, ' ')
	p := parser{types: &s.types, profile: s.profile, cells: c.cells, width: s.width}
	p.parse(content)
	if s.stale {
		b = s.wipe(b, c.cells)
	}
	b = s.paint(b, c)
	if s.atomic && len(b)-begun > onePacket {
		b = slices.Insert(b, begun, []byte(ansi.SetModeSynchronizedOutput)...)
		b = append(b, ansi.ResetModeSynchronizedOutput...)
	}
	return b
}

// wipe empties the screen, in the ground that most of it is going to have.
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

// ground is the commonest of the cells that erasing makes.
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

// place puts the cursor where it is to be seen, if it is.
func (s *Screen) place(b []byte, at *tea.Cursor) []byte {
	if at != nil && at.X >= 0 && at.X < s.width && at.Y >= 0 && at.Y < s.height {
		b = s.move(b, at.X, at.Y)
	}
	return toggle(b, &s.cursor, at != nil, ansi.SetModeTextCursorEnable, ansi.ResetModeTextCursorEnable)
}

// modes appends what a view wants of the terminal besides cells.
func (s *Screen) modes(b []byte, v tea.View) []byte {
	if !s.open {
		// The question comes before the screen is emptied: some terminals print a
		// part of what they do not know.
		b = append(b, ansi.SetModeAltScreenSaveCursor...)
		if s.modern {
			b = append(b, ansi.RequestModeSynchronizedOutput...)
		}
		b = append(s.ask(b), ansi.ResetModeTextCursorEnable...)
		s.open = true
	}
	if !s.modern { // it would print what it does not know, and has no mouse
		return b
	}
	b = toggle(b, &s.paste, !v.DisableBracketedPasteMode, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste)
	if v.MouseMode != s.mouse && s.points {
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

// Raw appends what is sent as it is. More than a bell, and nobody knows where the
// pen is afterwards.
func (s *Screen) Raw(b []byte, text string) []byte {
	if strings.Trim(text, "\a") != "" {
		s.pen, s.styled = lost, false
	}
	return append(b, text...)
}

// Close appends what gives the terminal back as it was. No frame comes after it.
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
