package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
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
	lines    []string
	choices  []choice
	selected int
	spots    []spot // where the choices were drawn
	quitting bool   // the question whether to end the program
	below    bool   // the choices stand below one another in any case
	// stands reports whether a table still is as it was asked about; the dialog goes
	// when it is not. nil: it always is.
	stands func(*table.View) bool
}

// spot is where a choice was drawn.
type spot struct{ x, y, width int }

const dialogWidth = 60

func newDialog(e *env, head, text string, choices ...choice) *dialog {
	return &dialog{env: e, head: head, lines: wrap(text, dialogWidth-6), choices: choices}
}

// while is the dialog for as long as the table is so.
func (d *dialog) while(stands func(*table.View) bool) *dialog {
	d.stands = stands
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
	case viewMsg:
		if d.stands != nil && msg.view != nil && !d.stands(msg.view) {
			return leave, nil
		}
	case tea.MouseClickMsg:
		for i, s := range d.spots {
			if msg.Y == s.y && msg.X >= s.x && msg.X < s.x+s.width {
				return d.pick(i)
			}
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
	below := 1
	if d.stacked() {
		below = len(d.choices)
	}
	width, height := min(dialogWidth, g.Width), len(d.lines)+4+below
	x, y := (g.Width-width)/2, max((g.Height-height)/2, 0)
	frame(g, x, y, width, height, ink)
	g.Text(x+3, y+1, width-6, d.head, ink.accent)
	for i, line := range d.lines {
		g.Text(x+3, y+2+i, width-6, line, ink.text)
	}
	d.drawChoices(g, x+3, y+height-1-below)
}

// stacked reports whether the choices stand below one another, because they have
// no room side by side.
func (d *dialog) stacked() bool {
	width := 0
	if d.below {
		return true
	}
	for _, c := range d.choices {
		width += len(c.label) + 6
	}
	return width > dialogWidth-4
}

func (d *dialog) drawChoices(g *board.Grid, x, y int) {
	d.spots = d.spots[:0]
	for i, c := range d.choices {
		label, s := "  "+c.label+"  ", d.env.ink.text
		if i == d.selected {
			label, s = "[ "+c.label+" ]", d.env.ink.chosen.With(board.Bold)
		}
		used := g.Text(x, y, g.Width-x-3, label, s)
		d.spots = append(d.spots, spot{x, y, used})
		if d.stacked() {
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
func frame(g *board.Grid, x, y, width, height int, ink ink) {
	for dy := range height {
		for dx := range width {
			g.Set(x+dx, y+dy, " ", ink.text)
		}
	}
	for dx := range width {
		g.Set(x+dx, y, "─", ink.rule)
		g.Set(x+dx, y+height-1, "─", ink.rule)
	}
	for dy := range height {
		g.Set(x, y+dy, "│", ink.rule)
		g.Set(x+width-1, y+dy, "│", ink.rule)
	}
	g.Set(x, y, "┌", ink.rule)
	g.Set(x+width-1, y, "┐", ink.rule)
	g.Set(x, y+height-1, "└", ink.rule)
	g.Set(x+width-1, y+height-1, "┘", ink.rule)
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
