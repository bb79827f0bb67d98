package tui

import (
	"slices"
	"strings"

	"quadrille/internal/tui/nav"

	"quadrille/docs"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

var signLines = [...][2]string{
	{"[ ]", "the cursor; ] alone behind a man"},
	{"^", "the man that is lifted; everybody sees it where touched men must be moved"},
	{"o", "he may go here; a dot in large squares"},
	{"x", "he may take here (X under the cursor); on a turn for it, the man may be taken off"},
	{"%", "the pawn that would be taken in passing"},
	{":", "a move that is made when your turn comes"},
	{"~", "from where and to where the last move went"},
	{"!", "a king in check"},
	{"#", "on the board: a king in checkmate"},
	{"#, ##, %%", "behind a move, in games that are written so: check, checkmate, resigned"},
	{">", "beside a seat: its turn"},
	{"small letters", "men that do not fight: their seat is out, or in checkmate, or they are nobody's"},
	{"- behind a man", "nobody moves him: his seat is out"},
	{"* behind a man", "inert: his seat is in checkmate, and may be released"},
	{"= behind a man", "he has moved in this double move, and may not move again in it"},
	{"< behind a man", "a pawn that travels backward"},
	{"another sign", "behind a man: that army's seat moves him now"},
	{"* beside a line", "somebody said it since you pressed a key last"},
	{"(Name) ...", "said by who looks on, to those who look on: who plays never gets it"},
	{"a border", "between the zones of a board: the seat named at its edge moves the men there"},
}

func composeHelp(e *env, game nav.Help, width int) []helpLine {
	var lines []helpLine
	if code := e.cfg.ReturnCode; code != "" {
		lines = append(lines, helpLine{text: "Coming back", head: true, part: true})
		for _, part := range wrap("You are a guest. Your seats wait for you if you come back with  ssh -t HOST return "+code, width-5) {
			lines = append(lines, helpLine{text: part})
		}
		lines = append(lines, helpLine{})
	}
	lines = append(lines, e.houseRules(width)...)
	for _, part := range [...]struct {
		head  string
		pairs [][2]string
	}{
		{"Keys at a table", helpOf(tableKeys)},
		{"Keys at a table when the game is over", slices.Concat(helpOf(afterKeys), helpOf(notesKeys))},
		{"Keys in the lobby, and among games to look at", slices.Concat(helpOf(lobbyKeys), helpOf(houseKeys), helpOf(shelfKeys), helpOf(ladderKeys))},
		{"Keys for who looks after the house", deskHelp(e)},
		{"Keys anywhere", helpOf(commonKeys)},
		{"Signs", append(signLines[:len(signLines):len(signLines)], armySigns(game.Facts)...)},
	} {
		if len(part.pairs) == 0 {
			continue
		}
		lines = append(lines, helpLine{text: part.head, head: true, part: true})
		lines = append(lines, pairs(part.pairs, width)...)
		lines = append(lines, helpLine{})
	}
	if text := docs.Rules(game.Game); text != "" {
		first := len(lines)
		lines = append(lines, markdown(text, width)...)
		lines[first].text, lines[first].part = "The rules of "+lines[first].text, true
	}
	return contents(lines, lessonIn(game.Game))
}

func armySigns(f *rules.Facts) [][2]string {
	var signs [][2]string
	if f == nil { // in the lobby
		return nil
	}
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
