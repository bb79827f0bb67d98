package picture

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/draw/board"
	"quadrille/internal/draw/scene"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Shot is a position of a table, to be drawn.
type Shot struct {
	View   *table.View
	At     int // number of moves before the position
	Turned int // number of quarter turns by which the board is rotated
	Theme  *assets.Theme
}

// scene returns the position as the screens draw it.
func (s Shot) scene(size board.Size) scene.Scene {
	return scene.Scene{
		Styles: draw.Styles{Theme: s.Theme}, Size: size, Turned: s.Turned,
		View: s.View, Shown: scene.PositionAfter(s.View, s.At), At: s.At, Back: s.At < len(s.View.Moves),
	}
}

// named returns the board of a scene as pictures show it: with the names of the columns, which
// a screen with few lines omits.
func named(s *scene.Scene) *board.View {
	v := s.Board()
	v.Unnamed = false
	return v
}

func (s Shot) page() draw.Style { return draw.Style{Fg: s.Theme.Text, Bg: s.Theme.Page} }

// ground returns the background colour of the theme.
func (s Shot) ground() color.RGBA { return colour(s.Theme, s.Theme.Page, DefaultBg) }

// The margins for captions: lines above and below the board, and cells at each side.
const (
	linesAbove = 2
	linesBelow = 4
	cellsAside = 1
)

// Captioned returns the board with captions: the game, the number of moves, the players and,
// after the last move, the result.
func (s Shot) Captioned(size board.Size) GridCells {
	shown := s.scene(size)
	return s.captioned(named(&shown), &shown)
}

func (s Shot) captioned(v *board.View, shown *scene.Scene) GridCells {
	g := draw.NewGrid(v.Width()+2*cellsAside, v.Height()+linesAbove+linesBelow, s.page())
	v.Draw(g, cellsAside, linesAbove)
	s.writeHeader(g)
	below := linesAbove + v.Height() + 1
	for seat := range rules.Seat(rules.SeatCount) {
		if !s.View.Seats[seat].Closed {
			half := (g.Width - 2*cellsAside) / 2
			s.writeSeat(g, cellsAside+int(seat%2)*half, below+int(seat/2), half, seat, shown)
		}
	}
	if !shown.Back && s.View.Phase == table.Finished {
		g.Text(cellsAside, below+2, g.Width, present.Result(s.View.Variant.Facts(), &s.View.Position.Outcome), s.page().With(draw.Bold))
	}
	return GridCells{g, s.Theme}
}

func (s Shot) writeHeader(g *draw.Grid) {
	used := g.Text(
		cellsAside,
		0,
		g.Width-2*cellsAside,
		fmt.Sprintf("%s, table %d", s.View.Variant.Facts().Title, s.View.ID),
		s.page().With(draw.Bold),
	)
	moves := s.moves()
	if at := g.Width - cellsAside - len(moves); at > cellsAside+used+1 {
		g.Text(at, 0, len(moves), moves, s.page())
	}
}

// moves returns the number of moves as text, such as "move 3 of 40".
func (s Shot) moves() string {
	if s.At < len(s.View.Moves) {
		return fmt.Sprintf("move %d of %d", s.At, len(s.View.Moves))
	}
	return present.Count(present.Moves(s.View.Moves[:s.At]), "move")
}

// writeSeat writes a line about a seat: ">" if it is the seat's turn, the character that
// stands for the seat, the player, and the points that they have scored in the position shown.
func (s Shot) writeSeat(g *draw.Grid, x, y, width int, seat rules.Seat, shown *scene.Scene) {
	if !shown.Shown.Over() && s.View.Phase != table.Waiting && s.View.Variant.Actor(&shown.Shown.Position) == seat {
		g.Text(x, y, 1, ">", s.page().With(draw.Bold))
	}
	f := s.View.Variant.Facts()
	army := f.SeatArmy(seat)
	look := draw.Style{Fg: s.Theme.Army(f.Armies[army], int(army)), Bg: s.Theme.Board.Dark, Attr: draw.Bold}
	x += 2 + g.Text(x+2, y, 4, " "+board.SeatSign(f, seat)+" ", look)
	text := present.Occupant(s.View, seat)
	if won := shown.Shown.Position.Points[seat]; won > 0 {
		text += ", " + present.PointsWon(f, won)
	}
	g.Text(x+1, y, width-7, text, s.page())
}

// Title describes the picture for people who cannot see it.
func (s Shot) Title() string {
	return fmt.Sprintf("%s, table %d, %s", s.View.Variant.Facts().Title, s.View.ID, s.moves())
}

// SVG returns the picture with captions as an SVG image.
func (s Shot) SVG() []byte {
	size := board.Size{W: 10, H: 5}
	shown := s.scene(size)
	v := named(&shown)
	v.Bare = true
	over := &pieces{list: v.Placed(), theme: s.Theme, size: size, left: cellsAside, above: linesAbove}
	return svg(s.captioned(v, &shown), s.Title(), over)
}

// BoardSVG returns only the board, without names of players, as an SVG image.
func (s Shot) BoardSVG(size board.Size) []byte {
	shown := s.scene(size)
	v := named(&shown)
	v.Bare = true
	return svg(s.cells(v), s.Title(), &pieces{list: v.Placed(), theme: s.Theme, size: size})
}

// cells draws a board, without captions.
func (s Shot) cells(v *board.View) GridCells {
	g := draw.NewGrid(v.Width(), v.Height(), s.page())
	v.Draw(g, 0, 0)
	return GridCells{g, s.Theme}
}

// PNG writes the picture with captions as an image of a given size in pixels. If w has a method
// Yield, PNG calls it often, and returns its error.
func (s Shot) PNG(ctx context.Context, w io.Writer, size image.Point) error {
	img, err := s.best(size, yieldOf(ctx, w))
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// best returns the picture with captions as an image of a given size in pixels. It chooses
// the size of squares that needs the least scaling.
func (s Shot) best(size image.Point, yield func() error) (*image.RGBA, error) {
	return centre(s.Captioned(s.squares(size)), GoFonts(), size, s.ground(), yield)
}

// usualCell is the width in pixels of a cell with easily readable letters.
const usualCell = 7

func (s Shot) squares(size image.Point) board.Size {
	view := board.View{Variant: s.View.Variant, Turned: s.Turned}
	fit, _ := view.Fit(size.X/usualCell-2*cellsAside, size.Y/(2*usualCell)-linesAbove-linesBelow)
	return board.Size{W: max(fit.W, 6), H: max(fit.H, 3)} // in smaller squares, pieces could be characters instead of drawings
}
