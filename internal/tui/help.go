package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/docs"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// gameOf is a game as help knows it: its name for docs, and its seats' signs.
type gameOf struct {
	name  string
	facts *rules.Facts // nil in the lobby
}

func (t *tableScreen) game() gameOf {
	f := t.view.Variant.Facts()
	return gameOf{f.Name, f}
}

// help is keys, signs, and the rules of a game, to scroll through.
type help struct {
	env   *env
	game  gameOf
	top   int
	lines []helpLine // for the width below
	width int
}

type helpLine struct {
	text   string
	number string // a paragraph's, before the text
	head   bool
}

func newHelp(e *env, g gameOf) *help { return &help{env: e, game: g} }

func (h *help) start() tea.Cmd { return nil }
func (h *help) stop()          {}
func (h *help) dialog() bool   { return false }
func (h *help) title() string  { return "Help: Quadrille" }

func (h *help) update(msg tea.Msg) (step, tea.Cmd) {
	room := h.env.height - 3
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "esc", "q", "?", "enter":
			return leave, nil
		case "up", "k":
			h.top--
		case "down", "j":
			h.top++
		case "pgup", "b":
			h.top -= room
		case "pgdown", "space":
			h.top += room
		case "home":
			h.top = 0
		case "end":
			h.top = len(h.lines)
		}
	case tea.MouseWheelMsg:
		h.top += map[tea.MouseButton]int{tea.MouseWheelUp: -3, tea.MouseWheelDown: 3}[msg.Button]
	}
	h.top = max(0, min(h.top, len(h.lines)-room))
	return stay, nil
}

const helpWidth = 78

func (h *help) draw(g *board.Grid) {
	e := h.env
	width := min(g.Width-2, helpWidth)
	if h.lines == nil || h.width != width {
		h.width, h.lines = width, h.compose(width)
	}
	room := g.Height - 3
	h.top = max(0, min(h.top, len(h.lines)-room))
	e.header(g, "Help", "")
	for i := range min(room, len(h.lines)-h.top) {
		h.drawHelpLine(g, 1, 2+i, width, &h.lines[h.top+i])
	}
	more := ""
	if h.top+room < len(h.lines) {
		more = "more below"
	}
	g.Text(1, g.Height-1, 20, more, e.ink.faint)
	e.hints(g, 22, [2]string{"up down pgup pgdn", "scroll"}, [2]string{"esc", "back"})
}

func (h *help) drawHelpLine(g *board.Grid, x, y, width int, l *helpLine) {
	ink := h.env.ink
	if l.head {
		g.Text(x, y, width, l.text, ink.accent)
		return
	}
	if l.number != "" {
		g.Text(x, y, 5, l.number, ink.strong)
	}
	g.Text(x+5, y, width-5, l.text, ink.text)
}

func (h *help) foot(g *board.Grid, y int) {
	g.Text(0, y, g.Width, "Help: esc goes back.", h.env.ink.text)
}

// keyLines are the keys of the table; the lobby's stand on its screen.
var keyLines = [...][2]string{
	{"arrows", "move the cursor"},
	{"enter, space", "lift a man, and drop him"},
	{"mouse", "click a man and where he goes, or drag him; the wheel looks back"},
	{"letters, digits", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, draw, help, quit"},
	{"tab, shift+tab", "next man that can move; next square for a lifted man; what typed letters could mean"},
	{"esc", "empties the line, lets go of the man, ends looking back, then goes to the lobby"},
	{"[ ]  pgup pgdn", "look back one move, and forth"},
	{"< >", "look back one round, and forth"},
	{"home, end", "the start of the game; the game as it stands"},
	{"=", "offer, answer or claim a draw"},
	{"!", "resign"},
	{"/", "turn the board; it stays so. With several seats it lies before your first one"},
	{"+ -", "larger and smaller squares"},
	{"ctrl+p", "how men are drawn: letters, figures, pictures"},
	{"ctrl+t", "colours"},
	{"ctrl+g", "bell off and on: it rings when your turn comes, and when something is refused"},
	{"ctrl+l", "draw the screen anew"},
	{"ctrl+c", "end; asks first if you play. Your seat stays yours in any case"},
}

var signLines = [...][2]string{
	{"[ ]", "the cursor"},
	{"^", "the man you have lifted"},
	{"o", "he may go here"},
	{"x", "he may take here"},
	{"~", "from where and to where the last move went"},
	{"!", "a king in check"},
	{"#", "a king in checkmate"},
	{">", "beside a seat: its turn"},
	{"small letters", "men that do not fight any more: their seat is out"},
}

func (h *help) compose(width int) []helpLine {
	var lines []helpLine
	if code := h.env.cfg.ReturnCode; code != "" {
		lines = append(lines, helpLine{text: "Coming back", head: true})
		for _, part := range wrap("You are a guest. Your seats wait for you if you come back with  ssh -t HOST return "+code, width-5) {
			lines = append(lines, helpLine{text: part})
		}
		lines = append(lines, helpLine{})
	}
	lines = append(lines, helpLine{text: "Keys at a table", head: true})
	lines = append(lines, pairs(keyLines[:], width)...)
	lines = append(lines, helpLine{}, helpLine{text: "Signs", head: true})
	lines = append(lines, pairs(signLines[:], width)...)
	if h.game.facts != nil {
		lines = append(lines, pairs(armySigns(h.game.facts), width)...)
	}
	if text := docs.Rules(h.game.name); text != "" {
		lines = append(lines, helpLine{})
		lines = append(lines, markdown(text, width)...)
	}
	return lines
}

func armySigns(f *rules.Facts) [][2]string {
	var signs [][2]string
	for a, word := range f.Armies {
		signs = append(signs, [2]string{board.Sign(f, rules.Army(a)), word + "'s men"})
	}
	return signs
}

// pairs writes keys or signs in one column and what they do in another.
func pairs(list [][2]string, width int) []helpLine {
	const column = 17
	var lines []helpLine
	for _, p := range list {
		for i, part := range wrap(p[1], width-5-column) {
			key := ""
			if i == 0 {
				key = p[0]
			}
			lines = append(lines, helpLine{text: key + strings.Repeat(" ", column-len(key)) + part})
		}
	}
	return lines
}

// markdown lays out the little of Markdown that the rules use: headings,
// paragraphs, and a bold number at the beginning of a paragraph.
func markdown(text string, width int) []helpLine {
	plain := strings.NewReplacer("`", "", "*", "")
	var lines []helpLine
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if head := strings.TrimLeft(paragraph, "#"); head != paragraph {
			lines = append(lines, helpLine{text: strings.TrimSpace(head), head: true})
			continue
		}
		number := ""
		if rest, ok := strings.CutPrefix(paragraph, "**"); ok {
			number, paragraph, _ = strings.Cut(rest, "**")
		}
		for i, part := range wrap(plain.Replace(paragraph), width-5) {
			if i > 0 {
				number = ""
			}
			lines = append(lines, helpLine{text: part, number: number})
		}
		lines = append(lines, helpLine{})
	}
	return lines
}
