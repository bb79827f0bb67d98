package rules

// Standing is implemented by variants whose result depends on more than the pieces: on points,
// and on what a seat can still expect.
type Standing interface {
	// Standing returns the value of each seat's points and prospects, in hundredths of a pawn,
	// without its pieces. An evaluation adds it to the value of the pieces.
	Standing(p *Position) [SeatCount]int
}

// StandingOf returns the value of each seat's points and prospects, or zeros if only pieces count.
func StandingOf(v Variant, p *Position) (values [SeatCount]int) {
	if s, ok := v.(Standing); ok {
		return s.Standing(p)
	}
	return values
}

// Adjudicator is implemented by variants that decide themselves how a game ends that a
// moderator decides.
type Adjudicator interface {
	// Adjudicate ends the game: the seats in `to` win, or share the first place. It returns
	// false, and changes nothing, if the result is impossible.
	Adjudicate(p *Position, to Seats) bool
}

// Resigner is implemented by variants in which resigning can mean something else than losing.
type Resigner interface {
	// Leaving returns what resigning is called in this position: a label such as "claim the win",
	// and a sentence on what happens. The label is empty if it is a usual resignation, and the
	// sentence if nothing special happens.
	Leaving(p *Position, seat Seat) (label, text string)
}

// Leaving returns what resigning is called for a seat, as [Resigner] does; an empty label for a usual
// resignation.
func Leaving(v Variant, p *Position, seat Seat) (label, text string) {
	if l, ok := v.(Resigner); ok {
		return l.Leaving(p, seat)
	}
	return "", ""
}
