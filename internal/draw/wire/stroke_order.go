package wire

import "slices"

// orderMax is the largest number of strokes (runs of cells to draw) that are sorted. If a
// frame has more strokes, most of its cells have changed, and sorting would save little.
const orderMax = 96

// order sorts strokes (runs of cells to draw) so that the cursor movements and style
// changes between them take few bytes. It starts with the nearest-neighbour route, and
// then moves strokes within the route as long as the route becomes shorter.
func (s *Screen) order(b []byte, c *canvas, want []cell) {
	var route [orderMax]int
	var taken [orderMax]bool
	list, d := c.strokes, &c.distances
	s.measure(c, b, want)
	current := 0
	for n := range list {
		best := -1
		for i := range list {
			if !taken[i] && (best < 0 || d[current][i] < d[current][best]) {
				best = i
			}
		}
		current = best + 1
		route[n], taken[best] = current, true
	}
	d.improve(route[:len(list)])
	var sorted [orderMax]stroke
	for n := range list {
		sorted[n] = list[route[n]-1]
	}
	copy(list, sorted[:])
}

// distances holds, for each pair of strokes, the estimated number of bytes that move the pen
// (the place where the terminal draws next) from the end of the first stroke to the start of
// the second. Row 0 holds the distances from the current position of the pen.
type distances [orderMax + 1][orderMax]int16

// dressing holds, for each stroke, the number of bytes that select the style of its first cell after another style.
type dressing struct {
	after style
	known bool // whether the style before it is known
	bytes [orderMax]int16
}

// measure fills the distances of a canvas. Few strokes end in different styles, so it measures the changes of style once
// for each of these.
func (s *Screen) measure(c *canvas, b []byte, want []cell) {
	begun, now, styled := len(b), s.pen, s.styled
	c.dressings = c.dressings[:0]
	for from := range len(c.strokes) + 1 {
		if from > 0 {
			s.pen, s.styled = lost, false
			b = s.stroke(b[:begun], c.strokes[from-1], want)
		}
		end, known := s.pen, s.styled
		dress := s.dressing(c, b[:begun], want)
		for to, next := range c.strokes {
			switch {
			case to+1 == from:
			case next.y == end.y && end.x >= 0 && next.from > end.x && next.from-end.x <= gapMax:
				s.pen, s.styled = end, known
				c.distances[from][to] = int16(len(s.reach(b[:begun], next, want)) - begun)
			default:
				s.pen.x, s.pen.y = end.x, end.y
				c.distances[from][to] = dress.bytes[to] + int16(s.moveLength(next.from, next.y))
			}
		}
		s.pen, s.styled = now, styled
	}
}

// dressing returns the bytes that select the style of each stroke after the current style.
func (s *Screen) dressing(c *canvas, b []byte, want []cell) *dressing {
	now, styled := s.pen.style, s.styled
	for i := range c.dressings {
		if d := &c.dressings[i]; d.known == styled && (!styled || d.after == now) {
			return d
		}
	}
	c.dressings = append(c.dressings, dressing{after: now, known: styled})
	d := &c.dressings[len(c.dressings)-1]
	for to, next := range c.strokes {
		d.bytes[to] = int16(len(s.dress(b, row(s.shown, s.width, next.y), row(want, s.width, next.y), next.from)) - len(b))
		s.pen.style, s.styled = now, styled
	}
	return d
}

// blockMax is the largest number of strokes that are moved together.
const blockMax = 4

// improve shortens the route, the order in which strokes are drawn: it moves up to blockMax
// consecutive strokes to another place, until no such change saves bytes.
func (d *distances) improve(route []int) {
	for better := true; better; {
		better = false
		for size := 1; size <= blockMax; size++ {
			for from := 0; from+size <= len(route); from++ {
				better = d.relocate(route, from, size) || better
			}
		}
	}
}

func (d *distances) relocate(route []int, from, size int) bool {
	var room [orderMax]int
	block := append(room[:0], route[from:from+size]...)
	first, last := block[0], block[size-1]
	gain := d.step(
		before(route, from),
		first,
	) + d.step(
		last,
		after(route, from+size-1),
	) - d.step(
		before(route, from),
		after(route, from+size-1),
	)
	if gain <= 0 {
		return false
	}
	best, to := int16(0), -1
	for at := range len(route) - size + 1 { // remove the block from the route, and try to insert it at each other index
		if at == from {
			continue
		}
		i := at
		if at > from {
			i += size
		}
		a, z := before(route, i), 0
		if i < len(route) {
			z = route[i]
		}
		if more := gain - d.step(a, first) - d.step(last, z) + d.step(a, z); more > best {
			best, to = more, at
		}
	}
	if to < 0 {
		return false
	}
	copy(route, slices.Insert(slices.Delete(route, from, from+size), to, block...))
	return true
}

// step returns the distance between two strokes, which are numbered from 1. If `from` is 0,
// it stands for the current position of the cursor. If `to` is 0, it stands for the end of
// the route, and the distance is 0.
func (d *distances) step(from, to int) int16 {
	if to == 0 {
		return 0
	}
	return d[from][to-1]
}

func before(route []int, i int) int {
	if i == 0 {
		return 0
	}
	return route[i-1]
}

func after(route []int, i int) int {
	if i+1 == len(route) {
		return 0
	}
	return route[i+1]
}
