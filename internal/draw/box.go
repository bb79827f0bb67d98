package draw

// Spot is a part of a screen line, for example the part where a choice was drawn.
type Spot struct{ X, Y, Width int }

// Box is a rectangle of the screen.
type Box struct{ X, Y, Width, Height int }
