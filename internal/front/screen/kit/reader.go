package kit

import (
	"fmt"
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
	Pager
	Lines   []TextLine // the text, wrapped to Width
	texts   []string
	Width   int
	FromEnd bool // whether to start at the end of the text

	typing bool // whether the player is typing a search text
	line   Line
	Found  int // index of the line that contains the search text, plus 1; 0 if no line does
	note   string
}

// TextLine is a line of a text. The text may have parts with headings; a digit key scrolls
// to the heading of a part.
type TextLine struct {
	Text   string
	Number string // number of the paragraph, drawn before the text
	Head   bool
	Part   bool // whether the line is the heading of a part of the text
	Link   bool // whether the text is the address of a web page
}

func NewReader(e *Env, head string, compose func(width int) []TextLine) *Reader {
	return &Reader{env: e, head: head, compose: compose, line: Line{Limit: 40}, Pager: NewPager(readerKeys)}
}

func (r *Reader) Start() tea.Cmd { return nil }

func (r *Reader) Stop() {}

func (r *Reader) Overlay() bool { return false }

func (r *Reader) Title() string { return r.head + ": Quadrille" }

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
		}
	case tea.MouseWheelMsg:
		r.Pager.Update(msg)
	}
	return Stay, nil
}

func (r *Reader) key(msg tea.KeyPressMsg) (Step, tea.Cmd) {
	r.note = ""
	key := msg.String()
	switch ActionOf(key, readerKeys) {
	case GoBack:
		return Leave, nil
	case GoToStart:
		r.GoTo(0)
	case GoToEnd:
		r.GoTo(len(r.Lines))
	case goToPart:
		r.toPart(int(key[0] - '0'))
	case SearchText:
		r.typing, r.line.Text = true, ""
	case findNext:
		return Stay, r.search()
	case openLesson:
		if r.Lesson != nil {
			return Visit(r.Lesson), nil
		}
	default:
		r.Pager.Update(msg)
	}
	return Stay, nil
}

// typed handles a key while the player is typing a search text.
func (r *Reader) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "enter":
		r.typing, r.Found = false, 0
		return r.search()
	case "esc":
		r.typing = false
	default:
		r.line.Key(msg)
	}
	return nil
}

// search scrolls to the next line that contains the search text. At the end of the text it
// continues at the start.
func (r *Reader) search() tea.Cmd {
	wanted := strings.ToLower(strings.TrimSpace(r.line.Text))
	if wanted == "" {
		return nil
	}
	from := r.Found
	if from == 0 {
		from = r.Top()
	}
	for i := range r.Lines {
		at := (from + i) % len(r.Lines)
		if l := &r.Lines[at]; strings.Contains(strings.ToLower(l.Number+" "+l.Text), wanted) {
			r.Found = at + 1
			if at < r.Top() || at >= r.End() {
				r.GoTo(at - r.room()/3)
			}
			return nil
		}
	}
	r.Found = 0
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

// room returns the number of screen lines available for the text.
func (r *Reader) room() int { return max(1, r.env.Height-3) }

const helpWidth = 78

// arrange wraps the text for the current size of the terminal.
func (r *Reader) arrange() {
	width := max(20, min(r.env.Width-2, helpWidth))
	if r.Lines == nil || r.Width != width {
		r.Width, r.Lines, r.Found = width, r.compose(width), 0
		r.texts = make([]string, len(r.Lines))
		for i := range r.Lines {
			r.texts[i] = r.Lines[i].Text
		}
	}
	r.Show(r.texts, r.room())
	if r.FromEnd {
		r.GoTo(len(r.Lines))
		r.FromEnd = false
	}
}

func (r *Reader) Draw(g *draw.Grid) {
	e := r.env
	r.arrange()
	e.Styles.Header(g, r.head, "")
	for n := r.Top(); n < r.End(); n++ {
		r.drawHelpLine(g, 1, 2+n-r.Top(), r.Width, n)
	}
	r.drawLast(g)
}

// drawLast draws the search text while the player types it, otherwise the key hints.
func (r *Reader) drawLast(g *draw.Grid) {
	e, y := r.env, g.Height-1
	text, look := "", e.Styles.Faint
	switch {
	case r.typing:
		text, look = "Find: "+r.line.Marked(), e.Styles.Strong
	case r.note != "":
		text, look = present.Capital(r.note), e.Styles.Accent
	case r.More():
		text = "more below"
	}
	x := 2 + g.Text(1, y, g.Width-2, text, look)
	if r.typing {
		e.Hints(g, x, Hint("enter", "find"), Hint("esc", "back"))
		return
	}
	hints := HintsOf(readerKeys, GoBack, CursorUp, SearchText)
	if len(r.Lines) > 0 && r.Lines[0].Part {
		hints = append(hints, HintOf(readerKeys, goToPart))
	}
	if r.Found > 0 {
		hints = append(hints, HintOf(readerKeys, findNext))
	}
	if r.Lesson != nil {
		hints = append(hints, HintOf(readerKeys, openLesson))
	}
	e.Hints(g, x, hints...)
}

func (r *Reader) drawHelpLine(g *draw.Grid, x, y, width, n int) {
	ink, l := r.env.Styles, &r.Lines[n]
	if l.Head {
		g.Text(x, y, width, l.Text, ink.Accent)
		return
	}
	look := ink.Text
	if r.Found == n+1 {
		look = ink.Chosen
	}
	if l.Link {
		ink.DrawLink(g, x+2, y, g.Width-x-2, l.Text, look)
		return
	}
	if l.Number != "" {
		g.Text(x, y, 5, l.Number, ink.Strong)
	}
	g.Text(x+5, y, width-5, l.Text, look)
}

func (r *Reader) DrawCompact(g *draw.Grid, y int) {
	text := r.head + ". Esc goes back."
	if r.typing {
		text = "Find: " + r.line.Marked()
	}
	g.Text(0, y, g.Width, text, r.env.Styles.Text)
}
