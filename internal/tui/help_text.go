package tui

import (
	"strings"

	"quadrille/docs"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// keyLines are the keys of the table; the lobby's stand on its screen.
var keyLines = [...][2]string{
	{"arrows", "move the cursor"},
	{"enter, space", "lift a man, and drop him; take a man off, or choose an army, where that is the turn"},
	{"mouse", "click a man and where he goes, or drag him; the wheel looks back"},
	{"letters, digits", "begin the move line: Nk3 or m7-k7, then enter. Words: resign, draw, help, quit"},
	{"tab, shift+tab", "next man that can move; next square for a lifted man; what typed letters could mean"},
	{"esc", "empties the line, lets go of the man, ends looking back, then goes to the lobby"},
	{"[ ]  pgup pgdn", "look back one move, and forth"},
	{"< >", "look back one round, and forth"},
	{"home, end", "the start of the game; the game as it stands"},
	{"ctrl+a", "analyse: a board of your own from here, with all seats yours; not while you play"},
	{"=", "offer, answer or claim a draw"},
	{"!", "resign; answer a partner who wants your team to resign"},
	{"/", "turn the board; it stays so. With several seats it lies before your first one"},
	{"+ -", "larger and smaller squares"},
	{"ctrl+p", "how men are drawn: letters, figures, pictures"},
	{"ctrl+t", "colours"},
	{"ctrl+g", "bell off and on: it rings when your turn comes, and when something is refused"},
	{"ctrl+l", "draw the screen anew"},
	{"ctrl+c", "end; asks first if you play. Your seat stays yours in any case"},
}

var signLines = [...][2]string{
	{"[ ]", "the cursor; ] alone behind a man"},
	{"^", "the man that is lifted; everybody sees it where touched men must be moved"},
	{"o", "he may go here; a dot in large squares"},
	{"x", "he may take here (X under the cursor); on a turn for it, the man may be taken off"},
	{"%", "the pawn that would be taken in passing"},
	{":", "a move that is made when your turn comes"},
	{"~", "from where and to where the last move went"},
	{"!", "a king in check"},
	{"#", "a king in checkmate"},
	{">", "beside a seat: its turn"},
	{"small letters", "men that do not fight: their seat is out, or in checkmate, or they are nobody's"},
	{"- behind a man", "nobody moves him: his seat is out"},
	{"* behind a man", "inert: his seat is in checkmate, and may be released"},
	{"= behind a man", "he has moved in this double move, and may not move again in it"},
	{"< behind a man", "a pawn that travels backward"},
	{"another sign", "behind a man: that army's seat moves him now"},
	{"a border", "between the zones of a board: the seat named at its edge moves the men there"},
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
	for s, word := range f.Seats {
		if f.Zones != nil {
			signs = append(signs, [2]string{board.SeatSign(f, rules.Seat(s)), word})
		}
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
