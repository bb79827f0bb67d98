package archive

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
)

// Record is the screen that shows a game as text, in the format that the viewer selects.
type Record struct {
	env    *kit.Env
	id     table.ID
	list   []record
	format int
	pager  kit.Pager
	note   string
}

type recordsMsg struct {
	r    *Record
	list []record
	err  error
}

func NewRecord(e *kit.Env, id table.ID) *Record {
	return &Record{env: e, id: id, pager: kit.NewPager(kit.RecordKeys)}
}

func (r *Record) Stop() {}

func (r *Record) Overlay() bool { return false }

func (r *Record) Title() string { return fmt.Sprintf("Record %d: Quadrille", r.id) }

func (r *Record) Start() tea.Cmd {
	e := r.env
	return func() tea.Msg {
		list, err := loadRecords(e, r.id)
		return recordsMsg{r, list, err}
	}
}

func (r *Record) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return r.key(msg)
	case tea.MouseWheelMsg:
		r.pager.Update(msg)
	case recordsMsg:
		if msg.r == r {
			r.list = msg.list
			if msg.err != nil {
				r.note = msg.err.Error()
			}
		}
	}
	return kit.Stay, nil
}

func (r *Record) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	r.note = ""
	switch kit.ActionOf(msg.String(), kit.RecordKeys) {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.NextFormat:
		r.format = (r.format + 1) % max(1, len(r.list))
		r.pager.GoTo(0)
	case kit.CopyRecord:
		return kit.Stay, r.copy()
	default:
		r.pager.Show(r.lines(), r.room())
		r.pager.Update(msg)
	}
	return kit.Stay, nil
}

// copyLimit is the maximum length, in bytes, of a text that terminals copy to the clipboard.
// The screen refuses to copy a longer text.
const copyLimit = 70_000

// copy asks the terminal to copy the text to the clipboard. The terminal does not report
// whether it has done so.
func (r *Record) copy() tea.Cmd {
	if len(r.list) == 0 {
		return nil
	}
	text := r.list[r.format].text
	if len(text) > copyLimit {
		r.note = "the record is too long for the clipboard; run the command below"
		return r.env.Bell()
	}
	r.note = "copied to the clipboard, if your terminal allows it"
	return tea.Raw(ansi.SetSystemClipboard(text))
}

// room returns the number of screen lines available for the text.
func (r *Record) room() int { return max(1, r.env.Height-6) }

// lines returns the text with long lines wrapped. The text that is copied to the clipboard is
// not wrapped.
func (r *Record) lines() []string {
	if len(r.list) == 0 {
		return nil
	}
	var lines []string
	for line := range strings.Lines(r.list[r.format].text) {
		lines = append(lines, draw.Wrap(line, max(20, r.env.Width-3))...)
	}
	return lines
}

func (r *Record) Draw(g *draw.Grid) {
	e := r.env
	e.Styles.Header(g, fmt.Sprintf("Record of table %d", r.id), "")
	x := 1
	for i, rec := range r.list {
		look, text := e.Styles.Faint, " "+rec.format+" "
		if i == r.format {
			look, text = e.Styles.Chosen, "["+rec.format+"]"
		}
		x += 1 + g.Text(x, 1, g.Width-x, text, look)
	}
	lines := r.lines()
	r.pager.Show(lines, r.room())
	for i, line := range lines[r.pager.Top():r.pager.End()] {
		g.Text(1, 3+i, g.Width-2, player.Shown(line, g.Width-2), e.Styles.Text)
	}
	g.Text(1, g.Height-2, g.Width-2, r.hint(), e.Styles.Faint)
	at := 1
	if r.note != "" {
		at += 1 + g.Text(1, g.Height-1, g.Width-2, present.Capital(r.note), e.Styles.Accent)
	}
	e.Hints(g, at, kit.HintsOf(kit.RecordKeys, kit.GoBack, kit.CopyRecord, kit.NextFormat, kit.CursorUp)...)
}

// hint returns a hint with the shell command that saves the displayed text to a file.
func (r *Record) hint() string {
	if len(r.list) == 0 {
		return ""
	}
	return fmt.Sprintf("To save: ssh HOST record %d --format %s > game.txt", r.id, r.list[r.format].format)
}

func (r *Record) DrawCompact(g *draw.Grid, y int) {
	text := fmt.Sprintf("Record of table %d", r.id)
	if len(r.list) > 0 {
		text += ", " + r.list[r.format].format
	}
	g.Text(0, y, g.Width, text, r.env.Styles.Text)
}

// record is a game as text in one format.
type record struct{ format, text string }

// loadRecords reads a game from its table and returns its text in every format.
func loadRecords(e *kit.Env, id table.ID) ([]record, error) {
	t, err := e.Cfg.Lobby.TableFor(e.Ctx, e.Me.ID, id)
	if err != nil {
		return nil, err
	}
	return recordsOf(t.View()), nil
}

// recordsOf returns a game in every format. If a format cannot represent the game, its text
// says why.
func recordsOf(v *table.View) []record {
	var list []record
	for _, format := range records.Formats(v.Terms.Game) {
		text, err := records.Record(v, format)
		if err != nil {
			text = present.Capital(err.Error())
		}
		list = append(list, record{format, text})
	}
	return list
}
