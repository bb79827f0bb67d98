package archive

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	page   kit.Page
	panel  kit.Panel
	note   string
}

type recordsMsg struct {
	r    *Record
	list []record
	err  error
}

func NewRecord(e *kit.Env, id table.ID) *Record {
	return &Record{env: e, id: id, page: kit.NewPage()}
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
		r.page.Update(msg)
	case tea.MouseClickMsg:
		if i := r.panel.TabAt(msg.X, msg.Y); i >= 0 {
			r.format = i
			r.page.GoTo(0)
		}
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
		r.page.GoTo(0)
	case kit.CopyText:
		return kit.Stay, r.copy()
	default:
		r.page.Update(msg)
	}
	return kit.Stay, nil
}

// copy copies the text to the clipboard.
func (r *Record) copy() (cmd tea.Cmd) {
	if len(r.list) > 0 {
		r.note, cmd = r.env.Copy(r.list[r.format].text)
	}
	return cmd
}

// lines returns the text with long lines wrapped. The text that is copied to the clipboard is
// not wrapped.
func (r *Record) lines(width int) (lines []kit.TextLine) {
	if len(r.list) == 0 {
		return nil
	}
	for line := range strings.Lines(r.list[r.format].text) {
		for _, part := range draw.Wrap(line, max(20, width)) {
			lines = append(lines, kit.TextLine{Text: player.Shown(part, width)})
		}
	}
	return lines
}

func (r *Record) Draw(g *draw.Grid) {
	e := r.env
	f := kit.Frame{
		Place: "Record", What: fmt.Sprintf("Table %d", r.id), Status: present.Capital(r.note),
		Keys: kit.HintsOf(kit.RecordKeys, kit.CursorUp, kit.CopyText, kit.NextFormat, kit.GoBack),
	}
	body := e.Frame(g, &f)
	r.panel = kit.Panel{Focus: true}
	for i, rec := range r.list {
		r.panel.Tabs = append(r.panel.Tabs, kit.Tab{Label: rec.format, Open: i == r.format})
	}
	inner := r.panel.Draw(g, body, &e.Ink)
	if hint := r.hint(); hint != "" && inner.Height > 8 {
		inner = kit.Foot(g, body, inner, hint, true, &e.Ink)
	}
	r.page.Set(r.lines(inner.Width))
	r.page.Draw(g, inner, &e.Ink)
}

// hint returns a hint with the shell command that saves the displayed text to a file.
func (r *Record) hint() string {
	if len(r.list) == 0 {
		return ""
	}
	return "To save: " + r.env.Command("", fmt.Sprintf("record %d --format %s > game.txt", r.id, r.list[r.format].format))
}

func (r *Record) DrawCompact(g *draw.Grid, y int) {
	text := fmt.Sprintf("Record of table %d", r.id)
	if len(r.list) > 0 {
		text += ", " + r.list[r.format].format
	}
	g.Text(0, y, g.Width, text, r.env.Ink.Text)
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

// KeyGroups returns the keys of the screen.
func (r *Record) KeyGroups() []kit.KeyGroup { return []kit.KeyGroup{kit.OnRecord} }

// Typing reports whether letters go to a line of text.
func (r *Record) Typing() bool { return false }
