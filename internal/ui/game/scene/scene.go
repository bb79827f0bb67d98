// Package scene composes the part of a table's picture that many viewers share:
// the header, the board, the seats, the moves, the notes and the chat. What only
// one viewer has is drawn over it by package game.
package scene

import (
	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// Scene holds everything that the shared part of a picture depends on. Scenes are
// compared with ==, and equal scenes compose to equal cells, so that spectators
// with equal scenes can share one picture.
//
// Pointers in it lead to values that never change: a table makes a new View for
// each event and gives the same one to all spectators. Nothing in a scene is
// private to one connection: no text being typed, no cursor, no lifted piece that
// the table does not know of, no premove, no notice, and no count of unread lines.
type Scene struct {
	Width, Height int // of the picture
	Styles        kit.Styles
	Pieces        *assets.Set // nil for the set that suits the size
	Size          board.Size
	Turned        int // quarters of a turn

	View  *table.View // what the viewer may see
	Mine  rules.Seats // held by the viewer; none for a spectator
	Shown Position    // on the board: the newest, or an earlier one
	At    int         // number of actions up to what is shown
	Back  bool        // an earlier position is shown

	Clocks [rules.SeatCount]string // empty where no clock is shown
	Gone   [rules.SeatCount]string // how long the player has been away; empty if present

	Study    bool                  // a board of one's own, not a table of the club
	Score    *assets.AnnotatedGame // a game with notes or a lesson; nil without
	Analysis *analysis.Analysis    // nil unless the viewer asked for it
}

// Position is a position, and the kings that stand in check or are mated in it.
type Position struct {
	rules.Position
	Check, Mated rules.Seats
}

// PositionOf returns a position with its checks.
func PositionOf(v rules.Variant, p *rules.Position) Position {
	return Position{*p, v.InCheck(p), v.Mated(p)}
}

// Compose draws a scene on g, a blank grid of the scene's size. It reads nothing
// but the scene.
func Compose(s Scene, g *board.Grid) {
	l := s.Layout()
	s.drawStory(g, &l)
	s.Board().Draw(g, l.Board.X, l.Board.Y)
	s.drawCorners(g, &l)
	if l.Panel.Width > 0 {
		s.drawPanel(g, &l)
	}
	if l.Chat.Height > 0 {
		s.drawChat(g, &l)
	}
	s.DrawHeader(g, s.Spectators())
	s.DrawTurn(g, 1, g.Height-2)
}

// Mover reports whether the viewer must act now.
func (s *Scene) Mover() bool {
	return s.View.Actor != rules.NoSeat && s.Mine.Has(s.View.Actor)
}

// facts returns those of the game.
func (s *Scene) facts() *rules.Facts { return s.View.Variant.Facts() }
