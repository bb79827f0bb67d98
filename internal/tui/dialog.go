package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/tui/board"
)

// choice is one thing that a dialog offers. Without do and to it only closes.
type choice struct {
	label string
	do    func() tea.Cmd
	to    step
}

// dialog asks something, with a few choices beside one another. The first is
// preselected, so it is the harmless or the usual one.
type dialog struct {
	env      *env
	head     string
	text     string
	choices  []choice
	selected int
	spots    []spot // where the choices were drawn
	quitting bool   // the question whether to end the program
	below    bool   // the choices stand below one another in any case
	// stale reports whether a message makes the question pointless; the dialog goes
	// then. nil: none does.
	stale func(tea.Msg) bool
}

// spot is where a choice was drawn.
type spot struct{ x, y, width int }

const dialogWidth = 60

// box is a part of the screen.
type box struct{ x, y, width, height int }

func newDialog(e *env, head, text string, choices ...choice) *dialog {
	return &dialog{env: e, head: head, text: text, choices: choices}
}

// until lets the dialog go when a message makes its question pointless.
func (d *dialog) until(stale func(tea.Msg) bool) *dialog {
	d.stale = stale
	return d
}

func (d *dialog) start() tea.Cmd { return nil }
func (d *dialog) stop()          {}
func (d *dialog) title() string  { return d.head }
func (d *dialog) dialog() bool   { return true }

func (d *dialog) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return d.key(msg.String())
	case tea.MouseClickMsg:
		for i, s := range d.spots {
			if msg.Y == s.y && msg.X >= s.x && msg.X < s.x+s.width {
				return d.pick(i)
			}
		}
	default:
		if d.stale != nil && d.stale(msg) {
			return leave, nil
		}
	}
	return stay, nil
}

func (d *dialog) key(key string) (step, tea.Cmd) {
	n := len(d.choices)
	switch key {
	case "left", "up", "shift+tab":
		d.selected = (d.selected + n - 1) % n
	case "right", "down", "tab":
		d.selected = (d.selected + 1) % n
	case "enter", "space":
		return d.pick(d.selected)
	case "esc":
		return leave, nil
	default:
		if i, ok := d.byInitial(key); ok {
			return d.pick(i)
		}
	}
	return stay, nil
}

// byInitial is the one choice that begins with a letter, if there is just one.
func (d *dialog) byInitial(key string) (at int, ok bool) {
	for i, c := range d.choices {
		if strings.EqualFold(key, c.label[:1]) {
			if ok {
				return 0, false
			}
			at, ok = i, true
		}
	}
	return at, ok
}

func (d *dialog) pick(i int) (step, tea.Cmd) {
	c := d.choices[i]
	to := c.to
	to.leave = true
	if c.do == nil {
		return to, nil
	}
	return to, c.do()
}

func (d *dialog) draw(g *board.Grid) {
	ink := d.env.ink
	all := box{0, 0, g.Width, g.Height}
	l, fits := d.layOut(d.env.aside)
	if !fits {
		l, _ = d.layOut(all)
		l.x, l.y = (all.width-l.width)/2, max((all.height-l.height)/2, 0)
	}
	frame(g, l.box, ink)
	x, y, width := l.x+l.margin, l.y+1, l.width-2*l.margin
	for i, line := range slices.Concat(l.head, l.lines) {
		look := ink.text
		if i < len(l.head) {
			look = ink.accent
		}
		g.Text(x, y+i, width, line, look)
	}
	d.drawChoices(g, x, l.y+l.height-1-l.below, l.below > 1)
}

// layout is a dialog as it lies somewhere.
type layout struct {
	box
	margin      int // from the frame's line to words
	head, lines []string
	below       int // lines of choices
}

// layOut lays the dialog into a part of the screen, and reports whether it has room
// there.
func (d *dialog) layOut(in box) (layout, bool) {
	l := layout{box: in, margin: 3, below: 1}
	if l.width = min(in.width, dialogWidth); l.width < dialogWidth*2/3 {
		l.margin = 2
	}
	room := l.width - 2*l.margin
	l.head, l.lines = wrap(d.head, room), wrap(d.text, room)
	widest, together := 0, -2
	for _, c := range d.choices {
		widest, together = max(widest, len(c.label)+4), together+len(c.label)+6
	}
	if d.below || together > room {
		l.below = len(d.choices)
	}
	l.height = len(l.head) + len(l.lines) + 3 + l.below
	return l, widest <= room && l.height <= in.height
}

// drawChoices draws them side by side, or below one another.
func (d *dialog) drawChoices(g *board.Grid, x, y int, stacked bool) {
	d.spots = d.spots[:0]
	for i, c := range d.choices {
		label, s := "  "+c.label+"  ", d.env.ink.text
		if i == d.selected {
			label, s = "[ "+c.label+" ]", d.env.ink.chosen.With(board.Bold)
		}
		used := g.Text(x, y, g.Width-x-3, label, s)
		d.spots = append(d.spots, spot{x, y, used})
		if stacked {
			y++
		} else {
			x += used + 2
		}
	}
}

func (d *dialog) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, d.head+" ["+d.choices[d.selected].label+"]", d.env.ink.text)
}

// frame clears a box and draws a line around it.
func frame(g *board.Grid, b box, ink ink) {
	right, bottom := b.x+b.width-1, b.y+b.height-1
	for y := b.y; y <= bottom; y++ {
		g.Bar(b.x, y, b.width, ink.text)
		g.Set(b.x, y, "│", ink.rule)
		g.Set(right, y, "│", ink.rule)
	}
	for x := b.x; x <= right; x++ {
		g.Set(x, b.y, "─", ink.rule)
		g.Set(x, bottom, "─", ink.rule)
	}
	g.Set(b.x, b.y, "┌", ink.rule)
	g.Set(right, b.y, "┐", ink.rule)
	g.Set(b.x, bottom, "└", ink.rule)
	g.Set(right, bottom, "┘", ink.rule)
}

// wrap breaks a text into lines of that width: at blanks, and within words that
// are wider than a line.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for board.TextWidth(word) > width && width > 1 {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			part := beginning(word, width)
			lines, word = append(lines, part), word[len(part):]
		}
		switch {
		case line == "":
			line = word
		case board.TextWidth(line)+1+board.TextWidth(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}

// beginning is as much of a word as fits into that many cells.
func beginning(word string, cells int) string {
	end := 0
	for i, r := range word {
		if i > 0 && board.TextWidth(word[:i+len(string(r))]) > cells {
			break
		}
		end = i + len(string(r))
	}
	return word[:end]
}
