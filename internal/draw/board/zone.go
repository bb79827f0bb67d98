package board

import (
	"quadrille/internal/draw"
	"quadrille/rules"
)

// firstColumn returns the leftmost column of a zone in the view. A zone is a rectangle, so
// its first and last squares are opposite corners.
func (v *View) firstColumn(z *rules.Zone) int {
	_, a := v.place(z.Squares[0])
	_, b := v.place(z.Squares[len(z.Squares)-1])
	return min(a, b)
}

// borders returns the total width, in cells, of the zone borders to the left of a column.
func (v *View) borders(col int) int {
	n := 0
	zones := v.Facts().Zones
	for i := range zones {
		if first := v.firstColumn(&zones[i]); first > 0 && first <= col {
			n++
		}
	}
	return n
}

// captions returns the number of caption lines above the board. There are as many below the
// board. A caption names the seat of a zone.
func (v *View) captions() int { return min(len(v.Facts().Zones), 1) }

// drawZones draws the borders between zones. At the outer edge of each zone it draws the
// name of the seat that moves the pieces in the zone.
func (v *View) drawZones(g *draw.Grid, x, y int) {
	cols, rows := v.shape()
	zones := v.Facts().Zones
	for i := range zones {
		first := v.firstColumn(&zones[i])
		for dy := range rows * v.Size.H {
			if first > 0 {
				g.Set(x+v.left(first)-1, y+v.top()+dy, "│", draw.Style{Fg: v.Theme.Accent, Bg: v.Theme.Page, Attr: draw.Bold})
			}
		}
		width := min(cols, len(zones[i].Squares)/rows) * v.Size.W
		for seat := range rules.Seat(rules.SeatCount) {
			if zones[i].Seats.Has(seat) {
				v.drawCaption(g, x+v.left(first), y, width, seat)
			}
		}
	}
}

// drawCaption draws the sign and the name of a seat in the middle of the outer edge of its zone.
// The pointer beside the board tells whose turn it is.
func (v *View) drawCaption(g *draw.Grid, x, y, width int, s rules.Seat) {
	f := v.Facts()
	if Toward(f.Home[s]) == v.Turned&3 {
		y += v.Height() - 1
	}
	sign, text := " "+SeatSign(f, s)+" ", f.SeatTitle(s)
	at := x + max(0, width-len(sign)-1-len(text))/2
	army := f.SeatArmy(s)
	look := draw.Style{Fg: v.Theme.Army(f.Armies[army], int(army)), Bg: v.Theme.Board.Dark, Attr: draw.Bold}
	at += g.Text(at, y, len(sign), sign, look) + 1
	g.Text(at, y, width, text, draw.Style{Fg: v.Theme.Text, Bg: v.Theme.Page, Attr: draw.Bold})
}
