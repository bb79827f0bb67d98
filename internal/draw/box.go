package draw

// Spot is a part of a screen line, for example the part where a choice was drawn.
type Spot struct{ X, Y, Width int }

// Box is a rectangle of the screen.
type Box struct{ X, Y, Width, Height int }

// Border draws an empty box with a border.
func Border(g *Grid, b Box, ink *Styles) {
	right, bottom := b.X+b.Width-1, b.Y+b.Height-1
	for y := b.Y; y <= bottom; y++ {
		g.Bar(b.X, y, b.Width, ink.Text)
		g.Set(b.X, y, "│", ink.Rule)
		g.Set(right, y, "│", ink.Rule)
	}
	for x := b.X; x <= right; x++ {
		g.Set(x, b.Y, "─", ink.Rule)
		g.Set(x, bottom, "─", ink.Rule)
	}
	g.Set(b.X, b.Y, "┌", ink.Rule)
	g.Set(right, b.Y, "┐", ink.Rule)
	g.Set(b.X, bottom, "└", ink.Rule)
	g.Set(right, bottom, "┘", ink.Rule)
}
