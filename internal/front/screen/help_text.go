package screen

import (
	"slices"
	"strings"

	"quadrille/docs"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/admin"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/rules"
)

var signLines = [...][2]string{
	{"[ ]", "the cursor; on a piece, only the ] is drawn"},
	{"^", "lifted piece; with touch-move everyone sees it"},
	{"o", "where the lifted piece can move; a dot in large squares"},
	{"x", "a piece that you can capture or remove; X under the cursor"},
	{"%", "the pawn that would be captured en passant"},
	{":", "premove"},
	{"~", "the start and target squares of the last move"},
	{"!", "king in check"},
	{"#", "on the board: king in checkmate"},
	{"#, ##, %%", "after a move, in some notations: check, checkmate, resigned"},
	{">", "before the name of a seat: that seat is to move"},
	{"lower case", "pieces that nobody moves: their seat is eliminated or in checkmate, or they have no player"},
	{"- after a piece", "its seat is eliminated, so nobody moves the piece"},
	{"* after a piece", "inert: its seat is in checkmate, so it cannot move; this may end"},
	{"= after a piece", "this piece has already moved in the double move and may not move again"},
	{"< after a piece", "a pawn that moves backward"},
	{"another sign", "after a piece: the sign of the seat that moves this piece now"},
	{"* before a line", "new chat since your last key press"},
	{"(Name) ...", "spectator chat; players do not see it"},
	{"Name (team): ...", "team chat; only your team can read it"},
	{"a border", "the line between zones; a name at a zone's edge is the seat that moves its pieces"},
}

func composeHelp(e *kit.Env, game nav.Help, width int) []kit.TextLine {
	var lines []kit.TextLine
	if code := e.Cfg.ReturnCode; code != "" {
		lines = append(lines, kit.TextLine{Text: "Returning", Head: true, Part: true})
		for _, part := range []string{"You are a guest. To return to your seats, run", "ssh -t HOST return " + code} {
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
		{"Keys after a game", slices.Concat(kit.HelpOf(kit.FinishedKeys), kit.HelpOf(kit.AnnotatedKeys))},
		{"Keys in the lobby, the archive and the ladder", slices.Concat(kit.HelpOf(kit.LobbyKeys), kit.HelpOf(kit.LobbyPlaceKeys),
			kit.HelpOf(kit.ArchiveKeys), kit.HelpOf(kit.LadderKeys), kit.HelpOf(kit.ProfileKeys))},
		{"Keys for moderators and owners", admin.KeyHelp(e)},
		{"Keys on every screen", kit.HelpOf(kit.CommonKeys)},
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
		lines[first].Text, lines[first].Part = "Rules of "+lines[first].Text, true
	}
	return contents(lines, lessonIn(game.Game))
}

func armySigns(f *rules.Facts) [][2]string {
	var signs [][2]string
	if f == nil { // the help was opened in the lobby
		return nil
	}
	for a, word := range f.Armies {
		signs = append(signs, [2]string{board.Sign(f, rules.Army(a)), word + "'s pieces"})
	}
	for s, word := range f.Seats {
		if f.Zones != nil {
			signs = append(signs, [2]string{board.SeatSign(f, rules.Seat(s)), word})
		}
	}
	return signs
}

// pairs lays out keys or signs in one column, and their meanings in a second column.
func pairs(list [][2]string, width int) []kit.TextLine {
	const column = 17
	var lines []kit.TextLine
	for _, p := range list {
		for i, part := range draw.Wrap(p[1], width-5-column) {
			key := ""
			if i == 0 {
				key = p[0]
			}
			lines = append(lines, kit.TextLine{Text: key + strings.Repeat(" ", column-len(key)) + part})
		}
	}
	return lines
}

// page lays out a page of Markdown. The number of a rule, such as F11, is drawn before the
// text of the rule.
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
			for n, part := range draw.Wrap(b.Text, width-5) {
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
