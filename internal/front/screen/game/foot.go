package game

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// foot draws the last two lines. The first of them shows a notice. The second shows the move
// line, the reason for a refusal and the key hints.
type foot struct {
	t *Screen
}

func (fo *foot) draw(g *draw.Grid, y int) {
	_, refusal := fo.refused()
	x := fo.drawTyped(g, 1, y, refusal)
	if p := fo.t.Input.typing(); p != nil {
		hints := []key.Help{kit.Hint("enter", "send"), kit.Hint("esc", "cancel")}
		if p.next != nil {
			hints = slices.Insert(hints, 1, kit.Hint("tab", p.nextName))
		}
		fo.t.env.Hints(g, x, hints...)
		return
	}
	fo.t.env.Hints(g, x, fo.hints()...)
}

// hints returns hints for the keys that are useful now, most important first.
func (fo *foot) hints() []key.Help {
	t := fo.t
	switch {
	case t.View.Phase == table.Waiting:
		return append(kit.HintsOf(kit.WaitingKeys, kit.Select), kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.WriteChat)...)
	case t.View.Phase == table.Finished && t.Study == nil && t.seats.seated():
		first, last := kit.OfferRematch, []kit.Action{kit.OfferRotatedRematch, kit.InviteSamePlayers}
		if t.View.Next != 0 {
			first, last = kit.GoToRematch, last[1:]
		}
		again := slices.Concat(
			kit.HintsOf(kit.FinishedKeys, first),
			t.analysis.hint(),
			kit.HintsOf(kit.FinishedKeys, kit.NewTable),
			kit.HintsOf(kit.TableKeys, kit.ShareGame),
		)
		again = append(again, kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack)...)
		return append(again, kit.HintsOf(kit.FinishedKeys, last...)...)
	case t.View.Phase == table.Finished && t.Study == nil:
		return append(
			t.analysis.hint(),
			kit.HintsOf(
				kit.TableKeys,
				kit.ShareGame,
				kit.OpenHelp,
				kit.GoBack,
				kit.PreviousMove,
				kit.NextTable,
				kit.Television,
				kit.WriteChat,
				kit.RotateBoard,
				kit.LargerSquares,
			)...)
	case t.lesson.reading():
		return append(
			t.analysis.hint(),
			kit.HintsOf(kit.TableKeys, kit.OpenHelp, kit.GoBack, kit.PreviousMove, kit.RotateBoard, kit.LargerSquares)...)
	case !t.seats.seated(), t.seats.eliminated():
		return kit.HintsOf(
			kit.TableKeys,
			kit.OpenHelp,
			kit.GoBack,
			kit.NextTable,
			kit.Television,
			kit.PreviousMove,
			kit.WriteChat,
			kit.RotateBoard,
			kit.LargerSquares,
		)
	}
	return kit.HintsOf(kit.TableKeys, fo.playing()...)
}

// playing returns the actions for which a player gets key hints during the game.
func (fo *foot) playing() []kit.Action {
	list := []kit.Action{kit.OpenHelp, kit.GoBack, kit.Select, kit.NextCandidate, kit.PreviousMove, kit.OfferDraw, kit.Resign}
	if !fo.t.View.Terms.Touch {
		list = append(list, kit.OfferTakeback)
	}
	if len(fo.t.chat.chats()) > 0 {
		list = append(list, kit.WriteChat)
	}
	return append(list, kit.RotateBoard, kit.LargerSquares)
}

// drawTyped draws the move line and the refusal. It returns the column after them.
func (fo *foot) drawTyped(g *draw.Grid, x, y int, refusal string) int {
	ink := fo.t.env.Styles
	if fo.t.Input.typing() != nil {
		x = fo.t.Input.drawPrompt(g, x, y)
	} else if fo.moveWidth() > 0 {
		x += g.Text(x, y, 7, "Move: ", ink.Faint)
		x += fo.t.Input.drawLine(g, x, y) + 1
	}
	if refusal != "" {
		x += g.Text(x+1, y, g.Width-x-2, refusal, ink.Alarm) + 1
	}
	return x + 1
}

// moveWidth returns the width of the move line, or 0 if the viewer cannot type a move.
func (fo *foot) moveWidth() int {
	t := fo.t
	if t.Input.Line.Text == "" && (t.View.Phase != table.Playing || !t.seats.seated() || t.seats.eliminated() || t.lesson.reading()) {
		return 0
	}
	return len("Move: ") + draw.TextWidth(t.Input.Line.Text) + len("_ ")
}

// DrawCompact draws the only line that fits into a very small terminal.
func (t *Screen) DrawCompact(g *draw.Grid, y int) {
	if t.View == nil {
		g.Text(0, y, g.Width, t.Link.Failed, t.env.Styles.Text)
		return
	}
	s := t.Picture()
	x := s.DrawTurn(g, 0, y)
	refusal := ""
	if t.Input.Refusal != "" {
		refusal = "! " + present.Capital(t.Input.Refusal)
	}
	t.foot.drawTyped(g, x+1, y, refusal)
}
