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
	{draw.AllSigns.Turn + " or " + draw.ASCIISigns.Turn, "before the name of a seat: that seat is to move"},
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

// composeHelp returns the text of the help. The keys of the screen from which it was opened
// come first, in the groups `here`; those of other screens come last.
func composeHelp(e *kit.Env, game nav.Help, here []kit.KeyGroup, width int) []kit.TextLine {
	lines := returning(e, width)
	lines = append(lines, e.ClubRules(width)...)
	part := func(head string, list [][2]string, opens bool) {
		if len(list) > 0 {
			lines = append(lines, kit.TextLine{Text: head, Head: true, Part: opens})
			lines = append(lines, pairs(list, width)...)
			lines = append(lines, kit.TextLine{})
		}
	}
	for i := range here {
		part(headOf(&here[i]), e.HelpOf(here[i].Keys), true)
	}
	part(headOf(&kit.Everywhere), e.HelpOf(kit.CommonKeys), true)
	part("Signs", append(signLines[:len(signLines):len(signLines)], armySigns(game.Facts)...), true)
	if text := docs.Rules(game.Game); text != "" {
		first := len(lines)
		lines = append(lines, page(text, width)...)
		lines[first].Text, lines[first].Part = "Rules of "+lines[first].Text, true
	}
	first := len(lines)
	lines = append(lines, kit.TextLine{Text: "Keys of other screens", Head: true, Part: true}, kit.TextLine{})
	for _, group := range append(kit.AllKeys[:len(kit.AllKeys):len(kit.AllKeys)], admin.AllKeys(e)) {
		if !slices.ContainsFunc(here, func(g kit.KeyGroup) bool { return g.Where == group.Where }) {
			part(headOf(&group), e.HelpOf(group.Keys), false)
		}
	}
	if len(lines) == first+2 {
		lines = lines[:first]
	}
	return contents(lines, lessonIn(game.Game))
}

func headOf(g *kit.KeyGroup) string { return "Keys " + g.Where }

// returningHead is the heading of the part for guests.
const returningHead = "Returning"

// returning tells a guest how to come back to their seats. It returns nothing for other players.
func returning(e *kit.Env, width int) (lines []kit.TextLine) {
	command := e.ReturnCommand()
	if command == "" {
		return nil
	}
	lines = append(lines, kit.TextLine{Text: returningHead, Head: true, Part: true})
	for _, part := range draw.Wrap("You are a guest. To return to your seats, run this command in your shell; "+
		kit.KeyName(kit.InText.Keys, kit.CopyText)+" copies it:", width-5) {
		lines = append(lines, kit.TextLine{Text: part})
	}
	for _, part := range draw.Wrap(command, width-5) {
		lines = append(lines, kit.TextLine{Text: part})
	}
	lines[len(lines)-1].Copy = command
	return append(lines, kit.TextLine{})
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
			lines = append(lines, kit.TextLine{Text: key + strings.Repeat(" ", column-len(key)) + part, More: i > 0})
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
				lines = append(lines, kit.TextLine{Text: part, Number: number, More: n > 0})
			}
		}
		if apart := b.Kind == docs.Paragraph || i+1 == len(blocks) || blocks[i+1].Kind != b.Kind; apart {
			lines = append(lines, kit.TextLine{})
		}
	}
	return lines
}
