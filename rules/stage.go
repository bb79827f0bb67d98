package rules

// Stage is a part of a game: the opening, the middlegame or the endgame.
type Stage uint8

// The stages of a game, in order.
const (
	Opening Stage = iota
	Middlegame
	Endgame
)

// String returns the stage as a word.
func (s Stage) String() string { return [...]string{"opening", "middlegame", "endgame"}[s] }

// openingRounds is the number of rounds after which the opening is over.
const openingRounds = 6

// StageOf returns the stage of a game after a number of plies. The opening ends after
// openingRounds rounds, or earlier if a tenth of the material has been lost. The endgame
// begins when the seats in play have only two fifths of the initial material left.
func StageOf(v Variant, p *Position, plies int) Stage {
	start := v.Start()
	had, left := fighting(v, &start), fighting(v, p)
	switch {
	case 5*left <= 2*had:
		return Endgame
	case plies < openingRounds*SeatCount && 10*left > 9*had:
		return Opening
	}
	return Middlegame
}

// fighting returns the material of the seats in play, without their kings.
func fighting(v Variant, p *Position) (total int) {
	for seat, value := range Material(v, p) {
		if p.HasStake().Has(Seat(seat)) {
			total += value
			if p.King[seat] != NoSquare {
				total -= v.Facts().Values[King]
			}
		}
	}
	return total
}
