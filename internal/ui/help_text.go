package ui

import (
	"slices"
	"strings"

	"quadrille/docs"
	"quadrille/internal/ui/admin"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
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

func composeHelp(e *kit.Env, game nav.Help, width int) []kit.TextLine {
	var lines []kit.TextLine
	if code := e.Cfg.ReturnCode; code != "" {
		lines = append(lines, kit.TextLine{Text: "Coming back", Head: true, Part: true})
		for _, part := range kit.Wrap("You are a guest. Your seats wait for you if you come back with  ssh -t HOST return "+code, width-5) {
			lines = append(lines, kit.TextLine{Text: part})
		}
		lines = append(lines, kit.TextLine{})
	}
	lines = append(lines, e.ClubRules(width)...)
	for _, part := range [...]struct {
		head  string
		pairs [][2]string
	}{
		{"Keys at a table", kit.HelpOf(kit.TableKeys)},
		{"Keys at a table when the game is over", slices.Concat(kit.HelpOf(kit.FinishedKeys), kit.HelpOf(kit.AnnotatedKeys))},
		{"Keys in the lobby, and among games to look at", slices.Concat(kit.HelpOf(kit.LobbyKeys), kit.HelpOf(kit.LobbyPlaceKeys), kit.HelpOf(kit.ArchiveKeys), kit.HelpOf(kit.LadderKeys))},
		{"Keys for who looks after the house", admin.KeyHelp(e)},
		{"Keys anywhere", kit.HelpOf(kit.CommonKeys)},
		{"Signs", append(signLines[:len(signLines):len(signLines)], armySigns(game.Facts)...)},
	} {
		if len(part.pairs) == 0 {
			continue
		}
		lines = append(lines, kit.TextLine{Text: part.head, Head: true, Part: true})
		lines = append(lines, pairs(part.pairs, width)...)
		lines = append(lines, kit.TextLine{})
	}
	if text := docs.Rules(game.Game); text != "" {
		first := len(lines)
		lines = append(lines, page(text, width)...)
		lines[first].Text, lines[first].Part = "The rules of "+lines[first].Text, true
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
func pairs(list [][2]string, width int) []kit.TextLine {
	const column = 17
	var lines []kit.TextLine
	for _, p := range list {
		for i, part := range kit.Wrap(p[1], width-5-column) {
			key := ""
			if i == 0 {
				key = p[0]
			}
			lines = append(lines, kit.TextLine{Text: key + strings.Repeat(" ", column-len(key)) + part})
		}
	}
	return lines
}

// page lays out a page of Markdown: a paragraph's number stands before its text.
func page(markdown string, width int) []kit.TextLine {
	var lines []kit.TextLine
	blocks := docs.Blocks(markdown)
	for i, b := range blocks {
		switch b.Kind {
		case docs.Heading:
			lines = append(lines, kit.TextLine{Text: b.Text, Head: true})
			continue
		case docs.Code:
			lines = append(lines, kit.TextLine{Text: b.Text})
		default:
			for n, part := range kit.Wrap(b.Text, width-5) {
				number := b.Number
				if n > 0 {
					number = ""
				}
				lines = append(lines, kit.TextLine{Text: part, Number: number})
			}
		}
		if apart := b.Kind == docs.Paragraph || i+1 == len(blocks) || blocks[i+1].Kind != b.Kind; apart {
			lines = append(lines, kit.TextLine{})
		}
	}
	return lines
}
