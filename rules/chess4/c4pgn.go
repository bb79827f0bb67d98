package chess4

import (
	"strings"

	"quadrille/rules"
)

// Names of the two forms of c4pgn, the game's own record format. The annotated form contains
// everything; the condensed form leaves out what a reader can derive. The same code reads
// both forms (C32).
const (
	annotated = "c4pgn"
	condensed = "c4pgn-condensed"
)

// Tokens of c4pgn. This implementation adds three tokens to those of the rule book. %% with
// a seat's letter, before the token of the turn, means that this seat resigns out of turn.
// At the end of a record, = means a draw by agreement and == a draw that a player claimed.
const (
	tokenPassed     = "%"   // the seat is mated or stalemated and passes
	tokenResign     = "%%"  // the seat resigns
	tokenEliminated = "%%%" // the seat was eliminated before this turn
	tokenAgreed     = "="
	tokenClaimed    = "=="
)

func formats() []rules.Format {
	return []rules.Format{
		{Name: annotated, Read: readRecord, Write: func(r *rules.Record) (string, error) { return writeRecord(r, true) }},
		{Name: condensed, Read: readRecord, Write: func(r *rules.Record) (string, error) { return writeRecord(r, false) }},
	}
}

// seatTitle returns a seat's name with a capital letter, for headers and messages.
func seatTitle(s rules.Seat) string {
	return strings.ToUpper(seatNames[s][:1]) + seatNames[s][1:]
}

func seatLetter(s rules.Seat) string { return seatNames[s][:1] }

// seatByLetter returns the seat that a letter in the notation stands for.
func seatByLetter(letter string) (rules.Seat, bool) {
	for s := range rules.Seat(rules.SeatCount) {
		if seatLetter(s) == letter {
			return s, true
		}
	}
	return rules.NoSeat, false
}

// results returns the scores and the points of a finished game, each listed from White to
// Gold (C39). A team game has no points (C22).
func results(p *rules.Position) (result, points string) {
	if !p.Over() {
		return "", ""
	}
	var scores, won [rules.SeatCount]string
	for seat := range scores {
		scores[seat] = rules.FormatSixths(p.Outcome.Scores[seat])
		won[seat] = rules.FormatPoints(&rules.Facts{PointUnit: pointUnit}, p.Points[seat])
	}
	if p.Outcome.HasPoints {
		points = strings.Join(won[:], "-")
	}
	return strings.Join(scores[:], "-"), points
}
