// Package scene draws the part of a table's screen that is the same for many viewers: the
// header, the board, the seats, the moves, the notes and the chat. Package game draws what
// only one viewer sees: the cursor, premoves, questions and typed text.
//
// A [Scene] is a comparable value that determines this part of the screen. [Compose] draws
// it and depends on nothing else, so spectators with equal scenes can share one drawing.
package scene

import (
	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Scene contains everything that the shared part of a table's screen depends on. Scenes are
// compared with ==; the cells of equal scenes are equal.
//
// The pointers in a scene refer to values that never change: after each event a table makes
// a new View, which all spectators share. A scene contains nothing that belongs to one
// connection: no typed text, cursor, premove, notice, number of unread chat lines, or piece
// that is lifted on one screen only.
type Scene struct {
	Width, Height int // in cells
	Styles        draw.Styles
	Pieces        *assets.Set // nil for the default piece set of this size
	Size          board.Size
	Turned        int // number of clockwise quarter turns of the board

	View  *table.View // the table's view for this viewer
	Seats [rules.SeatCount]present.SeatLine
	Own   bool     // whether it is the viewer's turn
	Shown Position // the position that the board shows
	At    int      // number of actions that led to the position Shown
	Back  bool     // whether Shown is an earlier position

	Status, OwnResult string                  // whose turn it is, or the state of the game; whether the viewer has won or lost
	Clocks            [rules.SeatCount]string // text of each clock; empty if no clock is shown
	Away              [rules.SeatCount]string // how long each player has been away; empty for players who are present

	NoChat   bool                  // whether the chat is omitted
	Chat     present.Chat          // where the viewer can write
	Study    bool                  // whether this is an analysis board, an annotated game or a lesson
	Score    *assets.AnnotatedGame // the annotated game or lesson; nil for other tables
	Task     string                // what the learner has to do; "" outside lessons
	Analysis *view.Analysis        // nil while the analysis is off

	ChatKey, MistakeKey string // names of the keys that open the chat, if the viewer can write now, and that show the next mistake
}

// Position is a position of the game, with its checks, checkmates and material.
type Position struct {
	rules.Position
	Check, Mated rules.Seats
	Checkers     [rules.SeatCount]rules.Seats // for each seat, the seats that give check to it
	Material     [rules.SeatCount]int
}

// PositionOf returns a position with its checks, checkmates and material.
func PositionOf(v rules.Variant, p *rules.Position) Position {
	shown := Position{Position: *p, Check: v.InCheck(p), Mated: v.Mated(p), Material: rules.Material(v, p)}
	for seat := range shown.Check.All() {
		shown.Checkers[seat] = rules.Checkers(v, p, seat)
	}
	return shown
}

// PositionAfter returns the position at a table after n actions. If there are no more than n
// actions, it returns the current position.
func PositionAfter(v *table.View, n int) Position {
	if n >= len(v.Moves) {
		return PositionOf(v.Variant, &v.Position)
	}
	p := v.Variant.Start()
	v.Variant.Settle(&p)
	for _, m := range v.Moves[:n] {
		if m.Action.IsBoardAction() || m.Action.Type == rules.Resign || m.Action.Type == rules.Flag {
			v.Variant.Apply(&p, &p, m.Action)
		}
	}
	return PositionOf(v.Variant, &p)
}

// Compose draws a scene with its layout on g, which is a blank grid of the scene's size.
func Compose(s *Scene, l *Layout, g *draw.Grid) {
	if l.Board.Width > 0 {
		s.Board().Draw(g, l.Board.X, l.Board.Y)
	}
	if l.Panel.Width > 0 {
		s.drawPanel(g, l)
	}
	s.drawNotesAndMoves(g, l)
	if l.Chat.Height > 0 {
		s.drawChat(g, l)
	}
	s.DrawHeader(g, l, s.Spectators())
	s.DrawTurn(g, 1, g.Height-2)
}

func (s *Scene) facts() *rules.Facts { return s.View.Variant.Facts() }
