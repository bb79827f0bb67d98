package draw

// Spot is a part of a screen line, for example the part where a choice was drawn.
type Spot struct{ X, Y, Width int }

// Has reports whether a cell is in the spot.
func (s Spot) Has(x, y int) bool { return y == s.Y && x >= s.X && x < s.X+s.Width }

// Box is a rectangle of the screen.
type Box struct{ X, Y, Width, Height int }

// Has reports whether a cell is in the box.
func (b Box) Has(x, y int) bool { return x >= b.X && x < b.X+b.Width && y >= b.Y && y < b.Y+b.Height }

// Below returns the part of a box below its first lines.
func (b Box) Below(lines int) Box {
	b.Y, b.Height = b.Y+lines, max(0, b.Height-lines)
	return b
}

// Inside returns the part of a box inside of its border: one line less at the top and at the
// bottom, and two columns less at both sides.
func Inside(b Box) Box {
	return Box{X: b.X + 2, Y: b.Y + 1, Width: max(0, b.Width-4), Height: max(0, b.Height-2)}
}
