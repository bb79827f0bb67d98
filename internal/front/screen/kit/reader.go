package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
)

// Reader is a screen that shows a long text, which can be scrolled and searched.
type Reader struct {
	env     *Env
	head    string
	compose func(width int) []TextLine
	Lesson  nav.Place // the lesson that the key f opens; nil if there is none
	Page
	Width  int    // of the lines
	Goal   string // heading of the part to start at; empty for the start of the text
	Filter bool   // whether / lists only the lines that match, in place of going to the next one
	Wide   bool   // whether to use two columns if the terminal is wide enough
	Whole  bool   // whether the lines use the whole width of the terminal, without numbers of paragraphs

	typing bool // whether the player is typing a search text
	line   Line
	note   string
	failed bool // whether the note says that nothing was found
}

func NewReader(e *Env, head string, compose func(width int) []TextLine) *Reader {
	return &Reader{env: e, head: head, compose: compose, Page: NewPage(), line: Line{Limit: 40}}
}

func (r *Reader) Start() tea.Cmd { return nil }

func (r *Reader) Stop() {}

func (r *Reader) Overlay() bool { return false }

func (r *Reader) Title() string { return r.head + ": Quadrille" }

// KeyGroups returns the keys of a long text.
func (r *Reader) KeyGroups() []KeyGroup { return []KeyGroup{InText} }

// Typing reports whether the player is typing the text to find.
func (r *Reader) Typing() bool { return r.typing }

func (r *Reader) Update(msg tea.Msg) (Step, tea.Cmd) {
	r.arrange()
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if r.typing {
			return Stay, r.typed(msg)
		}
		return r.key(msg)
	case tea.PasteMsg:
		if r.typing {
			r.line.Paste(msg)
			r.refilter()
		}
	default:
		r.Page.Update(msg)
	}
	return Stay, nil
}

func (r *Reader) key(msg tea.KeyPressMsg) (Step, tea.Cmd) {
	r.note, r.failed = "", false
	key := msg.String()
	switch ActionOf(key, readerKeys) {
	case GoBack:
		if key == "esc" && r.Filter && r.line.Text != "" {
			r.line.Text = ""
			r.refilter()
			return Stay, nil
		}
		return Leave, nil
	case goToPart:
		if r.copies() > 0 && !r.parted() {
			return Stay, r.copy(int(key[0] - '0'))
		}
		r.toPart(int(key[0] - '0'))
	case SearchText:
		r.typing, r.line.Text = true, ""
	case CopyText:
		return Stay, r.copy(1)
	case findNext:
		return Stay, r.search()
	case openLesson:
		if r.Lesson != nil {
			return Visit(r.Lesson), nil
		}
	default:
		r.Page.Update(msg)
	}
	return Stay, nil
}

// typed handles a key while the player is typing a search text.
func (r *Reader) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		r.typing, r.Found = false, 0
		if !r.Filter {
			return r.search()
		}
	case "esc":
		if r.typing = false; r.Filter {
			r.line.Text = ""
			r.refilter()
		}
	default:
		r.line.Key(msg)
		r.refilter()
	}
	return nil
}

// refilter lists the lines that match the typed words, if the text can be filtered.
func (r *Reader) refilter() {
	if r.Filter {
		r.Lines = nil
		r.arrange()
		r.GoTo(0)
	}
}

// filtered returns the lines of a text that contain the words, with the continuations of these
// lines and the headings above them.
func filtered(lines []TextLine, words string) (list []TextLine) {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return lines
	}
	head := -1
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end].More {
			end++
		}
		text := ""
		for _, l := range lines[i:end] {
			text += " " + strings.ToLower(l.Number+" "+l.Text)
		}
		switch matches := !slices.ContainsFunc(wanted, func(word string) bool { return !strings.Contains(text, word) }); {
		case lines[i].Head:
			head = i
		case matches:
			if head >= 0 {
				if len(list) > 0 {
					list = append(list, TextLine{})
				}
				list, head = append(list, lines[head]), -1
			}
			list = append(list, lines[i:end]...)
		}
		i = end
	}
	return list
}

// copies returns the number of lines that can be copied.
func (r *Reader) copies() (n int) {
	for i := range r.Lines {
		if r.Lines[i].Copy != "" {
			n++
		}
	}
	return n
}

// copy copies the line with the given number among those that can be copied.
func (r *Reader) copy(number int) (cmd tea.Cmd) {
	for i := range r.Lines {
		if r.Lines[i].Copy == "" {
			continue
		}
		if number--; number == 0 {
			r.note, cmd = r.env.Copy(r.Lines[i].Copy)
		}
	}
	return cmd
}

// parted reports whether the text has parts.
func (r *Reader) parted() bool {
	return slices.ContainsFunc(r.Lines, func(l TextLine) bool { return l.Part })
}

// search scrolls to the next line that contains the search text. At the end of the text it
// continues at the start.
func (r *Reader) search() tea.Cmd {
	wanted := strings.ToLower(strings.TrimSpace(r.line.Text))
	if wanted == "" {
		return nil
	}
	top, end := r.Visible()
	from := cmp.Or(r.Found, top)
	for i := range r.Lines {
		at := (from + i) % len(r.Lines)
		if l := &r.Lines[at]; strings.Contains(strings.ToLower(l.Number+" "+l.Text), wanted) {
			r.Found = at + 1
			if at < top || at >= end {
				r.GoTo(at - (end-top)/3)
			}
			return nil
		}
	}
	r.Found, r.failed = 0, true
	r.note = fmt.Sprintf("%q not found", player.Shown(r.line.Text, 40))
	return r.env.Bell()
}

// toPart scrolls to the part with the given number, counting from 1.
func (r *Reader) toPart(number int) {
	for i := range r.Lines {
		if r.Lines[i].Part {
			if number--; number == 0 {
				r.GoTo(i)
				return
			}
		}
	}
}

// twoColumns is the minimum width of a terminal that shows a text in two columns.
const twoColumns = 120

// readerWidth is the maximum width of a column of text.
const readerWidth = 78

// arrange wraps the text for the current size of the terminal.
func (r *Reader) arrange() {
	room := draw.Inside(draw.Box{Width: r.env.Width}).Width
	if r.Columns = 1; r.Wide && r.env.Width >= twoColumns {
		r.Columns = 2
	}
	width := max(20, min(columnWidth(room, r.Columns), readerWidth))
	if r.Whole {
		width = max(20, room)
	}
	if r.Lines == nil || r.Width != width {
		r.Width, r.Lines, r.Found = width, r.compose(width), 0
		if r.Filter {
			r.Lines = filtered(r.Lines, r.line.Text)
		}
		for i := range r.Lines {
			if l := &r.Lines[i]; !l.Head && !r.Whole {
				l.Indent = map[bool]int{true: 2, false: 5}[l.Link]
			}
		}
		r.Set(r.Lines)
	}
	if r.Goal != "" {
		r.GoTo(max(0, slices.IndexFunc(r.Lines, func(l TextLine) bool { return l.Part && l.Text == r.Goal })))
		r.Goal = ""
	}
}

func (r *Reader) Draw(g *draw.Grid) {
	r.arrange()
	ink := &r.env.Ink
	f := Frame{Place: r.head, Status: present.Capital(r.note), Refused: r.failed, Keys: r.hints()}
	if r.typing {
		f.Typing, f.Prompt = &r.line, map[bool]string{true: "/ ", false: "Find: "}[r.Filter]
	}
	body := r.env.Frame(g, &f)
	inner := draw.Inside(body)
	inner.Width = r.Columns*(r.Width+columnGap) - columnGap
	r.Page.Draw(g, inner, ink)
	p := Panel{Title: r.head, Focus: true}
	if r.Filter && r.line.Text != "" {
		p.About = "/ " + r.line.Text
	}
	if top, end := r.Visible(); end-top < len(r.Lines) {
		p.State = fmt.Sprintf("%d to %d of %d", top+1, end, len(r.Lines))
	}
	p.Draw(g, body, ink)
	if r.Filter && len(r.Lines) == 0 {
		g.Text(inner.X, inner.Y, inner.Width, "Nothing matches. Esc shows everything again.", ink.Faint)
	}
}

// hints returns the keys for the last lines of the screen.
func (r *Reader) hints() []KeyHint {
	if r.typing {
		return []KeyHint{Hint("enter", "find"), Hint("esc", "back")}
	}
	hints := HintsOf(readerKeys, GoBack, CursorUp, SearchText)
	if r.Filter {
		hints[2].Desc = "filter"
	}
	switch n := r.copies(); {
	case r.parted() && r.Filter:
		hints = append(hints, Hint("1", "contents"))
	case r.parted():
		hints = append(hints, HintOf(readerKeys, goToPart))
	case n > 1:
		hints = append(hints, Hint(fmt.Sprintf("1-%d", n), "copy"))
	case n == 1:
		hints = append(hints, HintOf(readerKeys, CopyText))
	}
	if r.Found > 0 {
		hints = append(hints, HintOf(readerKeys, findNext))
	}
	if r.Lesson != nil {
		hints = append(hints, HintOf(readerKeys, openLesson))
	}
	return hints
}

func (r *Reader) DrawCompact(g *draw.Grid, y int) {
	text := r.head + ". Esc goes back."
	if r.typing {
		text = "Find: " + r.line.Marked()
	}
	g.Text(0, y, g.Width, text, r.env.Styles.Text)
}
