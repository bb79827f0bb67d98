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
func (pa *panel) drawNotice(g *board.Grid, y int) {
	ink := pa.t.env.Styles
	x := 1 + pa.drawTurn(g, 1, y)
	switch above, _ := pa.refused(); {
	case above != "":
		g.Text(pa.behindTurn(), y, g.Width-pa.behindTurn()-1, above, ink.Alarm)
	case pa.t.Link.closed && pa.t.View.Phase != table.Finished:
		g.Text(x+3, y, g.Width-x-4, "The table is closed for now; what was played is kept.", ink.Alarm)
	case pa.t.View.Aside != "":
		g.Text(x+3, y, g.Width-x-4, pa.t.View.Aside, ink.Alarm)
	case pa.notice() != "":
		g.Text(x+3, y, g.Width-x-4, pa.notice(), ink.Accent)
	default:
		pa.drawUnderCursor(g, pa.behindTurn(), y)
	}
}

// notice is what matters most now: what others ask; where one looks; what this
// person asked for; how it stands.
func (pa *panel) notice() string {
	for _, line := range [...]func() string{
		pa.t.asking.questionLine, pa.t.analysis.judgedLine, pa.t.History.lookingLine, pa.t.asking.offerLine, pa.t.asking.resignLine, pa.t.asking.undoLine,
		pa.t.asking.becameLine, pa.t.Premoves.premoveLine, pa.t.absence.goneLine, pa.t.asking.afterLine, pa.t.waiting.sentAwayLine, pa.turnNotice,
	} {
		if text := line(); text != "" {
			return text
		}
	}
	return ""
}

// turnWidth is the most that drawTurn takes while seats move their own armies:
// what stands behind it keeps its place, whosever turn it is.
func (pa *panel) turnWidth() int {
	widest := 0
	f := pa.t.View.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		widest = max(widest, len(yourMove)+len(board.SeatWord(f, seat))+1)
	}
	return widest
}

const yourMove = " Your move, "

func (pa *panel) drawTurn(g *board.Grid, x, y int) int {
	ink := pa.t.env.Styles
	look := ink.Text
	switch v := pa.t.View; {
	case v.Phase != table.Playing || v.Adjourned:
		look = ink.Strong
	case pa.t.seats.mine(v.Actor):
		look = ink.Chosen.With(board.Bold)
	}
	return g.Text(x, y, g.Width, pa.turnWords(), look)
}

// turnWords is whose turn it is, or why it is nobody's.
func (pa *panel) turnWords() string {
	v, f := pa.t.View, pa.t.View.Variant.Facts()
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
	case pa.t.seats.mine(v.Actor) && army != "":
		return " Your move" + army + " "
	case pa.t.seats.mine(v.Actor):
		return yourMove + board.SeatWord(f, v.Actor) + " "
	}
	return "To move: " + board.SeatWord(f, v.Actor) + army
}

// refused is why something was refused: what stands beside the move line, and what
// has no room there begins above it, behind whose turn it is.
func (pa *panel) refused() (above, beside string) {
	switch room := pa.t.env.Width - 2 - pa.t.Scene.moveWidth() - 2; {
	case pa.t.Input.Refusal == "":
		return "", ""
	case pa.t.Input.prompt != nil || board.TextWidth(pa.t.Input.Refusal)+2 <= room:
		return "", "! " + kit.Capital(pa.t.Input.Refusal)
	}
	lines := kit.Wrap("! "+kit.Capital(pa.t.Input.Refusal), pa.t.env.Width-pa.behindTurn()-1)
	return lines[0], strings.Join(lines[1:], " ")
}

// behindTurn is where what stands behind whose turn it is begins.
func (pa *panel) behindTurn() int {
	return 1 + max(board.TextWidth(pa.turnWords()), pa.turnWidth()) + 3
}

// drawUnderCursor tells in words what the cursor stands on.
func (pa *panel) drawUnderCursor(g *board.Grid, x, y int) {
	if pa.t.View.Phase != table.Playing || !pa.t.seats.seated() {
		return
	}
	f := pa.t.View.Variant.Facts()
	text := f.Geometry.Name(pa.t.Input.Hand.Cursor)
	if pa.t.View.Position.Board[pa.t.Input.Hand.Cursor].IsMan() {
		text += ": " + pa.manInWords(pa.t.Input.Hand.Cursor)
	}
	switch lifted := pa.t.Input.Hand.Lifted; {
	case lifted != rules.NoSquare && lifted == pa.t.Input.Hand.Cursor:
		text += ", lifted"
		if pa.t.Input.bound() {
			text += ": it must move"
		}
	case lifted != rules.NoSquare:
		text = rules.Describe(f, pa.t.View.Position.Board[lifted], lifted) + " to " + text
	}
	g.Text(x, y, g.Width-x-1, text, pa.t.env.Styles.Faint)
}

// manInWords is a man, and what his signs say.
func (pa *panel) manInWords(sq rules.Square) string {
	v, f := pa.t.View, pa.t.View.Variant.Facts()
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
func (pa *panel) turnNotice() string {
	v := pa.t.View
	if v.Actor == rules.NoSeat || pa.t.History.past.looking {
		return ""
	}
	f := v.Variant.Facts()
	switch {
	case pa.t.Input.choosing():
		return "Choose which army to keep: press Enter"
	case v.Lifted != rules.NoSquare && !pa.t.seats.mine(v.Actor):
		return board.SeatWord(f, v.Actor) + " has lifted " + pa.t.Input.liftedMan()
	}
	if prompter, ok := v.Variant.(rules.Prompter); ok && pa.t.Input.myTurn() {
		return kit.Capital(prompter.Prompt(&v.Position))
	}
	return ""
}
