package tui

import (
	"fmt"
	"strings"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// reader is a text to scroll through and to look for words in.
type reader struct {
	env     *env
	head    string
	compose func(width int) []helpLine
	leads   nav.Place // where f leads; nil where it is no key
	top     int
	lines   []helpLine // for the width below
	width   int
	fromEnd bool // it is opened at its end

	typing bool // what to look for is being typed
	line   line
	found  int // the line where it was found, and one more; 0 for none
	note   string
}

// helpLine is a line of a text. Headings of parts can be jumped to.
type helpLine struct {
	text   string
	number string // a paragraph's, before the text
	head   bool
	part   bool // the heading of a part
}

func newReader(e *env, head string, compose func(width int) []helpLine) *reader {
	return &reader{env: e, head: head, compose: compose, line: line{limit: 40}}
}

func (r *reader) start() tea.Cmd { return nil }
func (r *reader) stop()          {}
func (r *reader) dialog() bool   { return false }
func (r *reader) title() string  { return r.head + ": Quadrille" }

func (r *reader) update(msg tea.Msg) (step, tea.Cmd) {
	r.arrange()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if r.typing {
			return stay, r.typed(msg)
		}
		return r.key(msg.String())
	case tea.PasteMsg:
		if r.typing {
			r.line.paste(msg)
		}
	case tea.MouseWheelMsg:
		r.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button])
	}
	return stay, nil
}

func (r *reader) key(key string) (step, tea.Cmd) {
	r.note = ""
	switch deedOf(key, readerKeys) {
	case goBack:
		return leave, nil
	case cursorUp:
		r.scroll(-1)
	case cursorDown:
		r.scroll(1)
	case pageUp:
		r.scroll(-r.room())
	case pageDown:
		r.scroll(r.room())
	case lookStart:
		r.scroll(-len(r.lines))
	case lookEnd:
		r.scroll(len(r.lines))
	case nextPart:
		r.toPart(int(key[0] - '0'))
	case searchText:
		r.typing, r.line.text = true, ""
	case searchAgain:
		return stay, r.search()
	case firstGame:
		if r.leads != nil {
			return visit(r.leads), nil
		}
	}
	return stay, nil
}

// typed is a key while what to look for is being typed.
func (r *reader) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		r.typing, r.found = false, 0
		return r.search()
	case "esc":
		r.typing = false
	default:
		r.line.key(msg)
	}
	return nil
}

// search goes to the next line with what was typed, and from the last to the
// first.
func (r *reader) search() tea.Cmd {
	wanted := strings.ToLower(strings.TrimSpace(r.line.text))
	if wanted == "" {
		return nil
	}
	from := r.found
	if from == 0 {
		from = r.top
	}
	for i := range r.lines {
		at := (from + i) % len(r.lines)
		if l := &r.lines[at]; strings.Contains(strings.ToLower(l.number+" "+l.text), wanted) {
			r.found = at + 1
			if at < r.top || at >= r.top+r.room() {
				r.top = at - r.room()/3
			}
			r.scroll(0)
			return nil
		}
	}
	r.found = 0
	r.note = fmt.Sprintf("%q is not in this text", player.Shown(r.line.text, 40))
	return r.env.bell()
}

// toPart goes to a part by its number, from 1.
func (r *reader) toPart(number int) {
	for i := range r.lines {
		if r.lines[i].part {
			if number--; number == 0 {
				r.top = i
				r.scroll(0)
				return
			}
		}
	}
}

// room is the lines that are seen at once.
func (r *reader) room() int { return max(1, r.env.height-3) }

func (r *reader) scroll(by int) { r.top = max(0, min(r.top+by, len(r.lines)-r.room())) }

const helpWidth = 78

// arrange lays the text out for the terminal as it is now.
func (r *reader) arrange() {
	width := max(20, min(r.env.width-2, helpWidth))
	if r.lines != nil && r.width == width {
		return
	}
	if r.width, r.lines, r.found = width, r.compose(width), 0; r.fromEnd {
		r.top, r.fromEnd = len(r.lines), false
	}
}

func (r *reader) draw(g *board.Grid) {
	e := r.env
	r.arrange()
	r.scroll(0)
	e.header(g, r.head, "")
	for i := range min(r.room(), len(r.lines)-r.top) {
		r.drawHelpLine(g, 1, 2+i, r.width, r.top+i)
	}
	r.drawLast(g)
}

// drawLast is the line in which one types what to look for, or what keys do.
func (r *reader) drawLast(g *board.Grid) {
	e, y := r.env, g.Height-1
	text, look := "", e.ink.faint
	switch {
	case r.typing:
		text, look = "Look for: "+r.line.text+"_", e.ink.strong
	case r.note != "":
		text, look = capital(r.note), e.ink.accent
	case r.top+r.room() < len(r.lines):
		text = "more below"
	}
	x := 2 + g.Text(1, y, g.Width-2, text, look)
	if r.typing {
		e.hints(g, x, [2]string{"enter", "look"}, [2]string{"esc", "back"})
		return
	}
	hints := hintsOf(readerKeys, goBack, cursorUp, searchText)
	if len(r.lines) > 0 && r.lines[0].part {
		hints = append(hints, hintOf(readerKeys, nextPart))
	}
	if r.found > 0 {
		hints = append(hints, hintOf(readerKeys, searchAgain))
	}
	if r.leads != nil {
		hints = append(hints, hintOf(readerKeys, firstGame))
	}
	e.hints(g, x, hints...)
}

func (r *reader) drawHelpLine(g *board.Grid, x, y, width, n int) {
	ink, l := r.env.ink, &r.lines[n]
	if l.head {
		g.Text(x, y, width, l.text, ink.accent)
		return
	}
	look := ink.text
	if r.found == n+1 {
		look = ink.chosen
	}
	if l.number != "" {
		g.Text(x, y, 5, l.number, ink.strong)
	}
	g.Text(x+5, y, width-5, l.text, look)
}

func (r *reader) foot(g *board.Grid, y int) {
	text := r.head + ": esc goes back."
	if r.typing {
		text = "Look for: " + r.line.text + "_"
	}
	g.Text(0, y, g.Width, text, r.env.ink.text)
}
