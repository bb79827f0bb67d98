package kit

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

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
	drawn    *lipgloss.Compositor // nil before the first Draw; the IDs of its layers are the indices of the choices
	Quitting bool                 // whether this dialog asks if the player wants to quit
	Below    bool                 // whether to stack the choices even if they fit side by side
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
		if d.drawn == nil {
			break
		}
		if i, err := strconv.Atoi(d.drawn.Hit(msg.X, msg.Y).ID()); err == nil {
			return d.pick(i)
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
	area := d.env.DialogArea
	box := d.layOut(area.Width)
	if box.Width() > area.Width || box.Height() > area.Height {
		box = d.layOut(g.Width)
		area.X, area.Y = (g.Width-box.Width())/2, max((g.Height-box.Height())/2, 0)
	}
	d.drawn = lipgloss.NewCompositor(box.X(area.X).Y(area.Y))
	d.drawn.Draw(canvas{g, d.env.Ink.Text}, canvas{Grid: g}.Bounds())
	for y := range max(1, d.env.keyLines) { // the hints replace those of the screen below the dialog
		g.Bar(0, g.Height-1-y, g.Width, d.env.Ink.Text)
	}
	d.drawHints(g, 0)
}

func (d *Dialog) drawHints(g *draw.Grid, x int) {
	d.env.Hints(g, x, []KeyHint{Hint("arrows", "choose"), Hint("enter", "confirm"), Hint("esc", "close")}, nil)
}

// layOut returns the text of the dialog in a border, with a layer for each choice. The choices stand
// side by side if they fit.
func (d *Dialog) layOut(room int) *lipgloss.Layer {
	ink, padding := &d.env.Ink, 2
	if room < dialogWidth*2/3 {
		padding = 1
	}
	style := lipgloss.NewStyle().Border(lipEdge(ink.Signs.Edge)).BorderForeground(lip(ink.Accent).GetForeground()).
		Padding(0, padding).Width(min(room, dialogWidth))
	room = style.GetWidth() - style.GetHorizontalFrameSize()
	choices, together, rows := make([]*lipgloss.Layer, len(d.choices)), -2, 1
	for i, c := range d.choices {
		choices[i] = lipgloss.NewLayer(ink.button(c.Label, i == d.selected)).ID(strconv.Itoa(i)).Z(1)
		together += choices[i].Width() + 2
	}
	if d.Below || together > room {
		rows = len(choices)
	}
	wrapped := func(text string) string { // lipgloss alone would also break codes and commands at hyphens
		return strings.Join(draw.Wrap(safe(text), room), "\n")
	}
	text := lip(ink.Accent).Width(room).Render(wrapped(d.head)) + "\n" + lip(ink.Text).Width(room).Render(wrapped(d.text))
	box := lipgloss.NewLayer(style.PaddingBottom(rows + 1).Render(text))
	x, y := 1+padding, box.Height()-1-rows
	for _, choice := range choices {
		if choice.X(x).Y(y); rows > 1 {
			y++
		} else {
			x += choice.Width() + 2
		}
	}
	return box.AddLayers(choices...)
}

func (d *Dialog) DrawCompact(g *draw.Grid, y int) {
	text := d.head
	if d.selected >= 0 {
		text += " [" + d.choices[d.selected].Label + "]"
	}
	d.drawHints(g, g.Text(0, y, g.Width, text, d.env.Ink.Text))
}
