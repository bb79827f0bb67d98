package game

import (
	"strings"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// drawNotice is the line above the move line: whose turn it is, and what else
// matters now.
func (t *Screen) drawNotice(g *board.Grid, y int) {
	ink := t.env.Styles
	x := 1 + t.drawTurn(g, 1, y)
	switch above, _ := t.refused(); {
	case above != "":
		g.Text(t.behindTurn(), y, g.Width-t.behindTurn()-1, above, ink.Alarm)
	case t.closed && t.View.Phase != table.Finished:
		g.Text(x+3, y, g.Width-x-4, "The table is closed for now; what was played is kept.", ink.Alarm)
	case t.View.Aside != "":
		g.Text(x+3, y, g.Width-x-4, t.View.Aside, ink.Alarm)
	case t.notice() != "":
		g.Text(x+3, y, g.Width-x-4, t.notice(), ink.Accent)
	default:
		t.drawUnderCursor(g, t.behindTurn(), y)
	}
}

// notice is what matters most now: what others ask; where one looks; what this
// person asked for; how it stands.
func (t *Screen) notice() string {
	for _, line := range [...]func() string{
		t.questionLine, t.judgedLine, t.lookingLine, t.offerLine, t.resignLine, t.undoLine,
		t.becameLine, t.premoveLine, t.goneLine, t.afterLine, t.sentAwayLine, t.turnNotice,
	} {
		if text := line(); text != "" {
			return text
		}
	}
	return ""
}

// turnWidth is the most that drawTurn takes while seats move their own armies:
// what stands behind it keeps its place, whosever turn it is.
func (t *Screen) turnWidth() int {
	widest := 0
	f := t.View.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		widest = max(widest, len(yourMove)+len(board.SeatWord(f, seat))+1)
	}
	return widest
}

const yourMove = " Your move, "

func (t *Screen) drawTurn(g *board.Grid, x, y int) int {
	ink := t.env.Styles
	look := ink.Text
	switch v := t.View; {
	case v.Phase != table.Playing || v.Adjourned:
		look = ink.Strong
	case t.mine(v.Actor):
		look = ink.Chosen.With(board.Bold)
	}
	return g.Text(x, y, g.Width, t.turnWords(), look)
}

// turnWords is whose turn it is, or why it is nobody's.
func (t *Screen) turnWords() string {
	v, f := t.View, t.View.Variant.Facts()
	army := ""
	if v.Actor != v.Position.Turn && v.Actor != rules.NoSeat {
		army = " with " + board.SeatWord(f, v.Position.Turn) + "'s army"
	}
	switch {
	case v.Phase == table.Waiting:
		return "Waiting for the players"
	case v.Phase == table.Finished:
		return "Over"
	case v.Actor == rules.NoSeat:
		return ""
	case v.Adjourned:
		return "Adjourned"
	case t.mine(v.Actor) && army != "":
		return " Your move" + army + " "
	case t.mine(v.Actor):
		return yourMove + board.SeatWord(f, v.Actor) + " "
	}
	return "To move: " + board.SeatWord(f, v.Actor) + army
}

// refused is why something was refused: what stands beside the move line, and what
// has no room there begins above it, behind whose turn it is.
func (t *Screen) refused() (above, beside string) {
	switch room := t.env.Width - 2 - t.moveWidth() - 2; {
	case t.Refusal == "":
		return "", ""
	case t.prompt != nil || board.TextWidth(t.Refusal)+2 <= room:
		return "", "! " + kit.Capital(t.Refusal)
	}
	lines := kit.Wrap("! "+kit.Capital(t.Refusal), t.env.Width-t.behindTurn()-1)
	return lines[0], strings.Join(lines[1:], " ")
}

// behindTurn is where what stands behind whose turn it is begins.
func (t *Screen) behindTurn() int {
	return 1 + max(board.TextWidth(t.turnWords()), t.turnWidth()) + 3
}

// drawUnderCursor tells in words what the cursor stands on.
func (t *Screen) drawUnderCursor(g *board.Grid, x, y int) {
	if t.View.Phase != table.Playing || !t.seated() {
		return
	}
	f := t.View.Variant.Facts()
	text := f.Geometry.Name(t.Hand.Cursor)
	if t.View.Position.Board[t.Hand.Cursor].IsMan() {
		text += ": " + t.manInWords(t.Hand.Cursor)
	}
	switch lifted := t.Hand.Lifted; {
	case lifted != rules.NoSquare && lifted == t.Hand.Cursor:
		text += ", lifted"
		if t.bound() {
			text += ": it must move"
		}
	case lifted != rules.NoSquare:
		text = rules.Describe(f, t.View.Position.Board[lifted], lifted) + " to " + text
	}
	g.Text(x, y, g.Width-x-1, text, t.env.Styles.Faint)
}

// manInWords is a man, and what his signs say.
func (t *Screen) manInWords(sq rules.Square) string {
	v, f := t.View, t.View.Variant.Facts()
	m, mover := v.Position.Board[sq], v.Variant.Controller(&v.Position, sq)
	text := f.Armies[m.Army()] + " " + m.Kind().Word()
	switch {
	case mover == rules.NoSeat || v.Position.State[mover] == rules.Out:
		text += ", nobody's"
	case v.Position.State[mover] == rules.Frozen:
		text += ", inert: in checkmate"
	case f.Side(mover) != m.Army() || f.Sides != nil:
		text += ", " + board.SeatWord(f, mover) + "'s"
	}
	if m.Barred() {
		text += ", has moved already"
	}
	if m.Reversed() {
		text += ", travels backward"
	}
	return text
}

// turnNotice is what is special about the turn, in words; empty if nothing is.
func (t *Screen) turnNotice() string {
	v := t.View
	if v.Actor == rules.NoSeat || t.past.looking {
		return ""
	}
	f := v.Variant.Facts()
	switch {
	case t.choosing():
		return "Choose which army to keep: press Enter"
	case v.Lifted != rules.NoSquare && !t.mine(v.Actor):
		return board.SeatWord(f, v.Actor) + " has lifted " + t.liftedMan()
	}
	if prompter, ok := v.Variant.(rules.Prompter); ok && t.myTurn() {
		return kit.Capital(prompter.Prompt(&v.Position))
	}
	return ""
}
