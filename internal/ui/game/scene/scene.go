// Package scene draws the part of a table's screen that looks the same for many viewers: the
// header, the board, the seats, the moves, the notes and the chat. Package game then draws
// what only one viewer sees: the cursor, premoves, questions and typed text.
//
// A [Scene] is a comparable value that determines this part of the screen. [Compose] draws
// it and depends on nothing else, so spectators with equal scenes can share one drawing.
package scene

import (
	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// Scene contains everything that the shared part of a table's screen depends on. Scenes are
// compared with ==; equal scenes are drawn as equal cells.
//
// The pointers in a scene refer to values that never change: a table makes a new View for each
// event and gives the same one to all spectators. A scene contains nothing private to
// one connection: no typed text, cursor, premove, notice, count of unread chat, or
// piece lifted on one screen only.
type Scene struct {
	Width, Height int // in cells
	Styles        kit.Styles
	Pieces        *assets.Set // nil for the default piece set of the size
	Size          board.Size
	Turned        int // clockwise quarter turns of the board

	View  *table.View // the table's view for this viewer
	Mine  rules.Seats // seats of the viewer
	Shown Position    // position on the board
	At    int         // number of actions before Shown
	Back  bool        // Shown is not the newest position

	Clocks [rules.SeatCount]string // text of each clock; empty if no clock is shown
	Away   [rules.SeatCount]string // how long each player has been away; empty if present

	NoChat   bool                  // the chat is not drawn
	Study    bool                  // an analysis board, annotated game or lesson
	Score    *assets.AnnotatedGame // nil if not an annotated game or a lesson
	Analysis *analysis.Analysis    // nil while the analysis is off
}

// Position is a position of the game, together with its checks, checkmates and material.
type Position struct {
	rules.Position
	Check, Mated rules.Seats
	Checkers     [rules.SeatCount]rules.Seats // the seats that give check to each seat
	Material     [rules.SeatCount]int
}

// PositionOf returns a position together with its checks, checkmates and material.
func PositionOf(v rules.Variant, p *rules.Position) Position {
	shown := Position{Position: *p, Check: v.InCheck(p), Mated: v.Mated(p), Material: rules.Material(v, p)}
	for seat := range shown.Check.All() {
		shown.Checkers[seat] = rules.Checkers(v, p, seat)
	}
	return shown
}

// PositionAfter returns the position after the first n actions at a table. If there are no
// more than n actions, it returns the table's current position.
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

// Compose draws a scene on g, a blank grid of the scene's size.
func Compose(s Scene, g *board.Grid) {
	l := s.Layout()
	s.drawNotesAndMoves(g, &l)
	s.Board().Draw(g, l.Board.X, l.Board.Y)
	if l.Panel.Width > 0 {
		s.drawPanel(g, &l)
	}
	if l.Chat.Height > 0 {
		s.drawChat(g, &l)
	}
	if s.Header() {
		s.DrawHeader(g, s.Spectators())
	}
	s.DrawTurn(g, 1, g.Height-2)
}

// Mover reports whether the viewer is to move. It is false when a lesson plays the next move
// itself.
func (s *Scene) Mover() bool {
	if step := s.Step(); step != nil && step.Prompt == "" {
		return false
	}
	return s.View.Actor != rules.NoSeat && s.Mine.Has(s.View.Actor)
}

func (s *Scene) facts() *rules.Facts { return s.View.Variant.Facts() }
