package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
)

// Choice is a button of a dialog. If only the label is set, the button only closes the
// dialog.
type Choice struct {
	Label string
	Tell  tea.Msg // sent to the screens below the dialog, before they get any other message
	Do    func() tea.Cmd
	To    Step
}

// Dialog asks a question and offers a few buttons. The first button is selected at the
// start, so it must be harmless or the usual answer. Otherwise call [Dialog.Unselected].
type Dialog struct {
	env      *Env
	head     string
	text     string
	choices  []Choice
	selected int
	spots    []draw.Spot // places on the screen where the choices were drawn
	Quitting bool        // whether this dialog asks if the player wants to quit
	Below    bool        // whether to stack the choices even if they fit side by side
	// stale reports whether a message makes the question obsolete. If so, the dialog closes.
	// stale may be nil.
	stale func(tea.Msg) bool
}

const dialogWidth = 60

func NewDialog(e *Env, head, text string, choices ...Choice) *Dialog {
	return &Dialog{env: e, head: head, text: text, choices: choices}
}

// Until makes the dialog close as soon as stale returns true for a message.
func (d *Dialog) Until(stale func(tea.Msg) bool) *Dialog {
	d.stale = stale
	return d
}

// Unselected selects no button at the start, so that the player has to choose one.
func (d *Dialog) Unselected() *Dialog {
	d.selected = -1
	return d
}

func (d *Dialog) Start() tea.Cmd { return nil }

func (d *Dialog) Stop() {}

func (d *Dialog) Title() string { return d.head }

func (d *Dialog) Overlay() bool { return true }

func (d *Dialog) Update(msg tea.Msg) (Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return d.key(msg.String())
	case tea.MouseClickMsg:
		for i, s := range d.spots {
			if msg.Y == s.Y && msg.X >= s.X && msg.X < s.X+s.Width {
				return d.pick(i)
			}
		}
	default:
		if d.stale != nil && d.stale(msg) {
			return Leave, nil
		}
	}
	return Stay, nil
}

func (d *Dialog) key(key string) (Step, tea.Cmd) {
	n := len(d.choices)
	switch key {
	case "left", "up", "shift+tab":
		d.selected = (max(d.selected, 0) + n - 1) % n
	case "right", "down", "tab":
		d.selected = (d.selected + 1) % n
	case "enter", "space":
		if d.selected >= 0 {
			return d.pick(d.selected)
		}
	case "esc":
		return Leave, nil
	default:
		if i, ok := d.byInitial(key); ok {
			return d.pick(i)
		}
	}
	return Stay, nil
}

// byInitial returns the index of the only choice that begins with the given letter. If no
// choice or several choices begin with that letter, ok is false.
func (d *Dialog) byInitial(key string) (at int, ok bool) {
	for i, c := range d.choices {
		if strings.EqualFold(key, c.Label[:1]) {
			if ok {
				return 0, false
			}
			at, ok = i, true
		}
	}
	return at, ok
}

func (d *Dialog) pick(i int) (Step, tea.Cmd) {
	c := d.choices[i]
	to := c.To
	to.Leave, to.Tell = true, c.Tell
	if c.Do == nil {
		return to, nil
	}
	return to, c.Do()
}

func (d *Dialog) Draw(g *draw.Grid) {
	ink := d.env.Styles
	all := draw.Box{Width: g.Width, Height: g.Height}
	l, fits := d.layOut(d.env.DialogArea)
	if !fits {
		l, _ = d.layOut(all)
		l.X, l.Y = (all.Width-l.Width)/2, max((all.Height-l.Height)/2, 0)
	}
	border := Panel{Focus: true, Over: true}
	border.Draw(g, l.Box, &d.env.Ink)
	x, y, width := l.X+l.margin, l.Y+1, l.Width-2*l.margin
	for i, line := range slices.Concat(l.head, l.lines) {
		look := ink.Text
		if i < len(l.head) {
			look = ink.Accent
		}
		g.Text(x, y+i, width, line, look)
	}
	d.drawChoices(g, draw.Spot{X: x, Y: l.Y + l.Height - 1 - l.below, Width: width}, l.below > 1)
	d.drawKeys(g, l.below > 1)
}

// drawKeys draws the key hints of the dialog in the last line of the screen. They replace
// the key hints of the screen below the dialog.
func (d *Dialog) drawKeys(g *draw.Grid, stacked bool) {
	for y := range max(1, d.env.keyLines) {
		g.Bar(0, g.Height-1-y, g.Width, d.env.Styles.Text)
	}
	move := "left right"
	if stacked {
		move = "up down"
	}
	d.env.Hints(g, 0, Hint(move, "choose"), Hint("enter", "confirm"), Hint("esc", "close"))
}

// layout is the position of a dialog on the screen, and its wrapped text.
type layout struct {
	draw.Box
	margin      int // number of cells between the border and the text
	head, lines []string
	below       int // number of lines below the text, which show the choices
}

// layOut lays out the dialog in a box. It returns false if the dialog does not fit.
func (d *Dialog) layOut(in draw.Box) (layout, bool) {
	l := layout{Box: in, margin: 3, below: 1}
	if l.Width = min(in.Width, dialogWidth); l.Width < dialogWidth*2/3 {
		l.margin = 2
	}
	room := l.Width - 2*l.margin
	l.head, l.lines = draw.Wrap(d.head, room), draw.Wrap(d.text, room)
	widest, together := 0, -2
	for _, c := range d.choices {
		widest, together = max(widest, len(c.Label)+4), together+len(c.Label)+6
	}
	if d.Below || together > room {
		l.below = len(d.choices)
	}
	l.Height = len(l.head) + len(l.lines) + 3 + l.below
	return l, widest <= room && l.Height <= in.Height
}

// drawChoices draws the choices side by side or stacked.
func (d *Dialog) drawChoices(g *draw.Grid, at draw.Spot, stacked bool) {
	x, y, end := at.X, at.Y, at.X+at.Width
	d.spots = d.spots[:0]
	for i, c := range d.choices {
		label, s := "  "+c.Label+"  ", d.env.Styles.Text
		if i == d.selected {
			label, s = "[ "+c.Label+" ]", d.env.Styles.Chosen.With(draw.Bold)
		}
		used := g.Text(x, y, end-x, label, s)
		d.spots = append(d.spots, draw.Spot{X: x, Y: y, Width: used})
		if stacked {
			y++
		} else {
			x += used + 2
		}
	}
}

func (d *Dialog) DrawCompact(g *draw.Grid, y int) {
	text := d.head
	if d.selected >= 0 {
		text += " [" + d.choices[d.selected].Label + "]"
	}
	x := g.Text(0, y, g.Width, text, d.env.Styles.Text)
	d.env.Hints(g, x, Hint("tab", "next"), Hint("enter", "confirm"), Hint("esc", "close"))
}
