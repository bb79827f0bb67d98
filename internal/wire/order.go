package wire

import "slices"

// orderMax is the most strokes that are put in order. More of them are a new
// picture, of which each line has its own looks anyway.
const orderMax = 24

// order puts strokes in an order that takes few bytes: what has the pen's style
// comes before what has not, wherever it stands. It begins with the nearest each
// time, and then moves strokes to where they cost less until none does.
func (s *Screen) order(b []byte, c *canvas) {
	var route [orderMax]int
	list, d := c.strokes, &c.distances
	s.measure(d, b, list, c.cells)
	here := 0
	for n := range list {
		best := -1
		for i := range list {
			if !slices.Contains(route[:n], i+1) && (best < 0 || d[here][i] < d[here][best]) {
				best = i
			}
		}
		here = best + 1
		route[n] = here
	}
	d.improve(route[:len(list)])
	var sorted [orderMax]stroke
	for n := range list {
		sorted[n] = list[route[n]-1]
	}
	copy(list, sorted[:])
}

// distances are the bytes from the end of one stroke to another, as far as they
// are the same in each order. Row 0 is from where the pen is now.
type distances [orderMax + 1][orderMax]int16

func (s *Screen) measure(d *distances, b []byte, list []stroke, want []cell) {
	begun, now, styled := len(b), s.pen, s.styled
	for from := range len(list) + 1 {
		if from > 0 {
			s.pen, s.styled = lost, false
			b = s.stroke(b[:begun], list[from-1], want)
		}
		end, known := s.pen, s.styled
		for to, next := range list {
			if to+1 != from {
				s.pen, s.styled = end, known
				d[from][to] = int16(len(s.reach(b[:begun], next, want)) - begun)
			}
		}
		s.pen, s.styled = now, styled
	}
}

// improve moves one to three strokes at a time to another place of the route, as
// long as that makes it shorter.
func (d *distances) improve(route []int) {
	for better := true; better; {
		better = false
		for size := 1; size <= 3; size++ {
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
	gain := d.step(before(route, from), first) + d.step(last, after(route, from+size-1)) - d.step(before(route, from), after(route, from+size-1))
	best, to := int16(0), -1
	for at := range len(route) - size + 1 { // a place in the route without the block
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

// step is the way from one stroke to the next; 0 is where the pen is now, and as
// the next it is the end.
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
