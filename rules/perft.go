package rules

// Perft returns the number of sequences of board actions that start from p and have the given
// length (T1). Sequences that end the game earlier are not counted.
func Perft(v Variant, p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := &leafWalker{variant: v, levels: make([]level, depth)}
	w.leafCounter, _ = v.(LeafCounter)
	return w.count(p, depth)
}

// leafWalker counts leaves. It has a list of actions and a position for each depth, so that
// visiting a node allocates no memory.
type leafWalker struct {
	variant     Variant
	leafCounter LeafCounter
	levels      []level
}

type level struct {
	actions  []Action
	position Position
}

func (w *leafWalker) count(p *Position, depth int) uint64 {
	if depth == 1 && w.leafCounter != nil {
		return w.leafCounter.CountLeaves(p)
	}
	l := &w.levels[depth-1]
	l.actions = w.variant.Legal(p, l.actions[:0])
	if depth == 1 {
		return uint64(len(l.actions))
	}
	var total uint64
	for _, a := range l.actions {
		w.variant.Apply(&l.position, p, a)
		if EndWithoutProgress(w.variant, &l.position) {
			continue
		}
		total += w.count(&l.position, depth-1)
	}
	return total
}

// Perft counts sequences of actions as the function [Perft] does, starting from the current
// position of the game. It also applies the repetition rule to the game's history: a position
// that occurs as often as [Draws] says ends the game (G4.3).
func (g *Game) Perft(depth int) uint64 {
	// ignore the repetition rule if no position can occur that often in `depth` plies; a position takes at
	// least two plies to recur
	if limit := g.Variant.Facts().Draws.Repetitions; limit == 0 || g.maxRepetitions()+depth/2 < limit {
		return Perft(g.Variant, &g.Position, depth)
	}
	if depth == 0 {
		return 1
	}
	legal := g.Variant.Legal(&g.Position, nil)
	if depth == 1 {
		return uint64(len(legal))
	}
	var total uint64
	for _, a := range legal {
		after := g.Clone()
		if _, err := after.Play(a); err == nil {
			total += after.Perft(depth - 1)
		}
	}
	return total
}

// maxRepetitions returns how many times the most frequent position in the history has
// occurred.
func (g *Game) maxRepetitions() int {
	times, most := map[Key]int{}, 0
	for _, key := range g.history {
		times[key]++
		most = max(most, times[key])
	}
	return most
}
