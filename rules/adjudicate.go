package rules

// Retirer is a variant that keeps account of who left before whom, so that it has
// to know who leaves at the same time.
type Eliminator interface {
	// Retire puts seats without partners out together, each as if it had resigned.
	Eliminate(p *Position, leaving Seats)
}

// Adjudicate ends the game by the word of somebody who stands above it, and
// reports whether that can be its result. Several seats of a team are the team.
// What they get is what they would have if everybody else had resigned now (G5),
// and who is left had agreed to a draw (G4): so all that still play have a draw.
// The board stays as it stood.
func (g *Game) Adjudicate(to Seats) bool {
	p := g.Position
	to = g.withPartners(to)
	if p.Over() || to&p.InPlay() == 0 {
		return false
	}
	g.eliminate(&p, p.InPlay()&^to)
	if !p.Over() {
		g.Variant.End(&p, ByAdjudication)
	}
	p.Outcome.Termination = ByAdjudication
	g.Position.Outcome, g.Position.Points = p.Outcome, p.Points
	return true
}

// sides is these seats and their partners.
func (g *Game) withPartners(seats Seats) Seats {
	all := seats
	for a := range Seat(SeatCount) {
		for b := range Seat(SeatCount) {
			if seats.Has(a) && g.Variant.Facts().Partners(a, b) {
				all = all.With(b)
			}
		}
	}
	return all
}

// retire lets seats lose.
func (g *Game) eliminate(p *Position, losers Seats) {
	if r, ok := g.Variant.(Eliminator); ok && losers != 0 && !g.Variant.Facts().Teams() {
		r.Eliminate(p, losers)
		return
	}
	for seat := range Seat(SeatCount) {
		if losers.Has(seat) && !p.Over() && p.State[seat] != Eliminated {
			g.Variant.Apply(p, p, Action{Type: Resign, Seat: seat})
		}
	}
}
