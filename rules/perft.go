package rules

// Perft is the number of sequences of depth board actions from p: moves,
// removals and choices of army; nothing is counted beyond the end of a game
// (T1).
func Perft(v Variant, p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := &walker{variant: v, levels: make([]level, depth)}
	w.leaver, _ = v.(Leaver)
	return w.count(p, depth)
}

// walker holds a list of actions and a position for each depth, so that no node
// allocates.
type walker struct {
	variant Variant
	leaver  Leaver
	levels  []level
}

type level struct {
	actions  []Action
	position Position
}

func (w *walker) count(p *Position, depth int) uint64 {
	if depth == 1 && w.leaver != nil {
		return w.leaver.Leaves(p)
	}
	l := &w.levels[depth-1]
	l.actions = w.variant.Legal(p, l.actions[:0])
	if depth == 1 {
		return uint64(len(l.actions))
	}
	var total uint64
	for _, a := range l.actions {
		w.variant.Apply(&l.position, p, a)
		if endQuietly(w.variant, &l.position) {
			continue
		}
		total += w.count(&l.position, depth-1)
	}
	return total
}
