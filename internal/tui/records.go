package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
)

// recordScreen is a game as text, in each of its formats, to be read and to be
// copied.
type recordScreen struct {
	env    *env
	id     table.ID
	list   []record
	format int
	top    int
	note   string
}

type recordsMsg struct {
	r    *recordScreen
	list []record
	err  error
}

func newRecordScreen(e *env, id table.ID) *recordScreen { return &recordScreen{env: e, id: id} }

func (r *recordScreen) stop()         {}
func (r *recordScreen) dialog() bool  { return false }
func (r *recordScreen) title() string { return fmt.Sprintf("Record %d: Quadrille", r.id) }

func (r *recordScreen) start() tea.Cmd {
	e := r.env
	return func() tea.Msg {
		list, err := e.house.records(e.ctx, r.id)
		return recordsMsg{r, list, err}
	}
}

func (r *recordScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return r.key(msg.String())
	case tea.MouseWheelMsg:
		r.scroll(map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button])
	case recordsMsg:
		if msg.r == r {
			r.list = msg.list
			if msg.err != nil {
				r.note = msg.err.Error()
			}
		}
	}
	return stay, nil
}

func (r *recordScreen) key(key string) (step, tea.Cmd) {
	r.note = ""
	switch deedOf(key, recordKeys) {
	case goBack:
		return leave, nil
	case nextFormat:
		r.format, r.top = (r.format+1)%max(1, len(r.list)), 0
	case copyRecord:
		return stay, r.copy()
	case cursorUp:
		r.scroll(-1)
	case cursorDown:
		r.scroll(1)
	case pageUp:
		r.scroll(-r.room())
	case pageDown:
		r.scroll(r.room())
	}
	return stay, nil
}

// copyLimit is the longest text that terminals take for their clipboard.
const copyLimit = 70_000

// copy asks the terminal to put the text on the clipboard. It answers nothing, so
// nobody knows whether it did.
func (r *recordScreen) copy() tea.Cmd {
	if len(r.list) == 0 {
		return nil
	}
	text := r.list[r.format].text
	if len(text) > copyLimit {
		r.note = "that is too long for a clipboard; take the command below"
		return r.env.bell()
	}
	r.note = "sent to your terminal's clipboard, if it takes texts from programs"
	return tea.Raw(ansi.SetSystemClipboard(text))
}

// room is the lines for the text.
func (r *recordScreen) room() int { return max(1, r.env.height-6) }

func (r *recordScreen) scroll(by int) {
	r.top = max(0, min(r.top+by, len(r.lines())-r.room()))
}

// lines is the text as it is shown. Long lines are broken, which is no harm to
// reading: what is copied is as it was.
func (r *recordScreen) lines() []string {
	if len(r.list) == 0 {
		return nil
	}
	var lines []string
	for line := range strings.Lines(r.list[r.format].text) {
		lines = append(lines, wrap(line, max(20, r.env.width-3))...)
	}
	return lines
}

func (r *recordScreen) draw(g *board.Grid) {
	e := r.env
	e.header(g, fmt.Sprintf("Record of table %d", r.id), "")
	x := 1
	for i, rec := range r.list {
		look, text := e.ink.faint, " "+rec.format+" "
		if i == r.format {
			look, text = e.ink.chosen, "["+rec.format+"]"
		}
		x += 1 + g.Text(x, 1, g.Width-x, text, look)
	}
	lines := r.lines()
	r.scroll(0)
	for i, line := range lines[r.top:min(r.top+r.room(), len(lines))] {
		g.Text(1, 3+i, g.Width-2, player.Shown(line, g.Width-2), e.ink.text)
	}
	g.Text(1, g.Height-2, g.Width-2, r.hint(), e.ink.faint)
	at := 1
	if r.note != "" {
		at += 1 + g.Text(1, g.Height-1, g.Width-2, capital(r.note), e.ink.accent)
	}
	e.hints(g, at, hintsOf(recordKeys, goBack, copyRecord, nextFormat, cursorUp)...)
}

// hint is the command that gives the same text.
func (r *recordScreen) hint() string {
	if len(r.list) == 0 {
		return ""
	}
	return fmt.Sprintf("As a file: ssh HOST record %d --format %s > game.txt", r.id, r.list[r.format].format)
}

func (r *recordScreen) foot(g *board.Grid, y int) {
	text := fmt.Sprintf("Record of table %d", r.id)
	if len(r.list) > 0 {
		text += ", " + r.list[r.format].format
	}
	g.Text(0, y, g.Width, text, r.env.ink.text)
}
