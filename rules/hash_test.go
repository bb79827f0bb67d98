package rules

import "testing"

func TestHashDistinguishesPositions(t *testing.T) {
	var base Position
	changes := map[string]func(p *Position){
		"nothing":    func(*Position) {},
		"a piece":    func(p *Position) { p.Board[100] = NewPiece(Queen, 2) },
		"beside it":  func(p *Position) { p.Board[101] = NewPiece(Queen, 2) },
		"the first":  func(p *Position) { p.Board[0] = NewPiece(Queen, 2) },
		"the last":   func(p *Position) { p.Board[255] = NewPiece(Queen, 2) },
		"a king":     func(p *Position) { p.King[3] = 9 },
		"a credit":   func(p *Position) { p.Credit[1].Kind = MateCredit },
		"points":     func(p *Position) { p.Points[2] = 6 },
		"a right":    func(p *Position) { p.AddEnPassant(EnPassant{Target: 3, Pawn: 4, holders: 1}) },
		"the turn":   func(p *Position) { p.Turn = 1 },
		"a choice":   func(p *Position) { p.Choosing = 3 },
		"an outcome": func(p *Position) { p.Outcome.Termination = ByFlag },
		"its scores": func(p *Position) { p.Outcome.Scores[3] = 6 },
	}
	seen := map[uint64]string{}
	for name, change := range changes {
		p := base
		change(&p)
		h := Hash(&p)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[h] = name
		if p.QuietPlies = 7; Hash(&p) != h {
			t.Errorf("%s: quiet plies change the hash", name)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	var p Position
	for b.Loop() {
		p.Board[7] = Piece(Hash(&p))
	}
}
