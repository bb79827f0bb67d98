package draw

// NeedWidth and NeedHeight are the size of the smallest terminal in which no part of a
// screen is left out.
const NeedWidth, NeedHeight = 80, 24

// SmallWidth and SmallHeight are the size of the smallest terminal in which most screens are
// drawn. In a terminal of this size, they show fewer columns and panels.
const SmallWidth, SmallHeight = 46, 16

// Small reports whether a terminal is too small to show all parts of the screens.
func Small(g *Grid) bool { return g.Width < NeedWidth || g.Height < NeedHeight }
