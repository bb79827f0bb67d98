package game

import (
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// drawNotice draws the most important notice, to the right of the text that says whose turn
// it is.
func (fo *foot) drawNotice(g *draw.Grid, s *scene.Scene, y int) {
	ink := fo.t.env.Styles
	x := s.TurnEnd()
	switch above, _ := fo.refused(); {
	case above != "":
		g.Text(s.AfterTurn(), y, g.Width-s.AfterTurn()-1, above, ink.Alarm)
	case fo.t.Link.ended() && fo.t.View.Phase != table.Finished:
		g.Text(x+3, y, g.Width-x-4, "The table is closed for now. The game is saved.", ink.Alarm)
	case fo.t.View.Fault != "":
		g.Text(x+3, y, g.Width-x-4, fo.t.View.Fault, ink.Alarm)
	case fo.notice() != "":
		g.Text(x+3, y, g.Width-x-4, fo.notice(), ink.Accent)
	case fo.t.View.Phase == table.Finished:
		if page := fo.t.env.PageOf(fo.t.View); page != "" {
			ink.DrawLink(g, x+3, y, g.Width-x-4, page, ink.Text)
		}
	default:
		fo.drawUnderCursor(g, s.AfterTurn(), y)
	}
}

// notice returns the most important notice. Questions come first, then the number of the
// earlier position if the board shows one, the viewer's own requests, and the state of the
// game.
func (fo *foot) notice() string {
	for _, line := range [...]func() string{
		fo.t.requests.questionLine, fo.t.analysis.line, fo.t.History.lookingLine, fo.t.requests.offerLine, fo.t.requests.resignLine,
		fo.t.requests.takebackLine,
		fo.t.requests.endedLine, fo.t.Premoves.premoveLine, fo.t.awayLine, fo.t.requests.rematchLine,
		fo.t.waiting.removedLine, fo.t.waiting.noteLine, fo.resultLine, fo.turnNotice, fo.t.requests.firstMoveLine,
	} {
		if text := line(); text != "" {
			return text
		}
	}
	return ""
}

// resultLine returns the result and the viewer's new rating. It returns "" if the screen
// has room for the panel, which shows them.
func (fo *foot) resultLine() string {
	v := fo.t.View
	if v.Phase != table.Finished || fo.t.Study != nil {
		return ""
	}
	if s := fo.t.Picture(); s.Layout().Panel.Width > 0 {
		return ""
	}
	text := present.Ending(v)
	if change, ok := player.RatingChangeOf(v.Ratings, fo.t.env.Me.ID); ok {
		text = change.String() + "  " + text
	}
	return text
}

// refused splits the reason for a refusal: `above` is the part for the notice line, and
// `beside` is the part after the move line. If the whole reason fits after the move line,
// `above` is empty.
func (fo *foot) refused() (above, beside string) {
	switch room := fo.t.env.Width - 2 - fo.t.foot.moveWidth() - 2; {
	case fo.t.Input.refused() == "":
		return "", ""
	case fo.t.Input.typing() != nil || draw.TextWidth(fo.t.Input.refused())+2 <= room:
		return "", "! " + present.Capital(fo.t.Input.refused())
	}
	s := fo.t.Picture()
	lines := draw.Wrap("! "+present.Capital(fo.t.Input.refused()), fo.t.env.Width-s.AfterTurn()-1)
	return lines[0], strings.Join(lines[1:], " ")
}

// drawUnderCursor draws a description of the square under the cursor.
func (fo *foot) drawUnderCursor(g *draw.Grid, x, y int) {
	if fo.t.View.Phase != table.Playing || !fo.t.seats.seated() {
		return
	}
	f := fo.t.View.Variant.Facts()
	text := f.Geometry.Name(fo.t.Input.selection().Cursor)
	if fo.t.View.Position.Board[fo.t.Input.selection().Cursor].IsPiece() {
		text += ": " + fo.pieceText(fo.t.Input.selection().Cursor)
	}
	switch lifted := fo.t.Input.selection().Lifted; {
	case lifted != rules.NoSquare && lifted == fo.t.Input.selection().Cursor:
		text += ", lifted"
		if fo.t.Input.mustMove() {
			text += ": it must move"
		}
	case lifted != rules.NoSquare:
		text = rules.DescribePiece(f, fo.t.View.Position.Board[lifted], lifted) + " to " + text
	}
	g.Text(x, y, g.Width-x-1, text, fo.t.env.Styles.Faint)
}

// pieceText returns a description of a piece and of its state.
func (fo *foot) pieceText(sq rules.Square) string {
	v, f := fo.t.View, fo.t.View.Variant.Facts()
	piece, mover := v.Position.Board[sq], v.Variant.Controller(&v.Position, sq)
	text := f.Armies[piece.Army()] + " " + piece.Kind().Name()
	switch {
	case mover == rules.NoSeat:
		text += ", no player"
	case v.Position.State[mover] == rules.Eliminated:
		text += ", eliminated"
	case v.Position.State[mover] == rules.Frozen:
		text += ", inert: in checkmate"
	case f.SeatArmy(mover) != piece.Army() || f.SeatArmies != nil:
		text += ", " + present.Seat(f, mover) + "'s"
	}
	if piece.Barred() {
		text += ", already moved"
	}
	if piece.Reversed() {
		text += ", moves backward"
	}
	return text
}

// turnNotice returns what is special about the viewer's turn, for example that they must
// remove a piece. It returns "" for an ordinary turn.
func (fo *foot) turnNotice() string {
	v := fo.t.View
	if v.Actor == rules.NoSeat || fo.t.History.back() {
		return ""
	}
	f := v.Variant.Facts()
	switch {
	case fo.t.Input.choosing():
		return "Press Enter to choose the army to keep"
	case v.Lifted != rules.NoSquare && !fo.t.seats.mine(v.Actor):
		return present.Seat(f, v.Actor) + " touched " + fo.t.Input.liftedPiece()
	}
	if prompter, ok := v.Variant.(rules.Prompter); ok && fo.t.Input.myTurn() {
		return present.Capital(prompter.Prompt(&v.Position))
	}
	return ""
}
