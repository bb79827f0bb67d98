package chess4

import (
	"strings"

	"quadrille/rules"
)

// The game's own notation for records, c4pgn, in two forms that read alike
// (C32): annotated tells everything, condensed only what cannot be derived.
//
// Besides what the rule book lays down, three tokens of ours: %% with a seat's
// letter for a resignation out of turn, before the token of the turn; = for a
// draw agreed and == for one claimed, after the last.
const (
	annotated = "c4pgn"
	condensed = "c4pgn-condensed"
)

const (
	tokenPassed     = "%"   // C38
	tokenResign     = "%%"  // C38
	tokenEliminated = "%%%" // C38
	tokenAgreed     = "="
	tokenClaimed    = "=="
)

func formats() []rules.Format {
	return []rules.Format{
		{Name: annotated, Read: readRecord, Write: func(r *rules.Record) (string, error) { return writeRecord(r, true) }},
		{Name: condensed, Read: readRecord, Write: func(r *rules.Record) (string, error) { return writeRecord(r, false) }},
	}
}

// titled is a seat's name as headers and comments write it.
func seatTitle(s rules.Seat) string {
	return strings.ToUpper(seatNames[s][:1]) + seatNames[s][1:]
}

func seatLetter(s rules.Seat) string { return seatNames[s][:1] }

// lettered is the seat of a letter, as check marks write it.
func seatByLetter(letter string) (rules.Seat, bool) {
	for s := range rules.Seat(rules.SeatCount) {
		if seatLetter(s) == letter {
			return s, true
		}
	}
	return rules.NoSeat, false
}

// results are the two results of a finished game, White to Gold (C39); of a team
// game only the first is kept (C22).
func results(p *rules.Position) (result, points string) {
	join := func(sixths [rules.SeatCount]uint8) string {
		var parts []string
		for _, n := range sixths {
			parts = append(parts, rules.FormatSixths(n))
		}
		return strings.Join(parts, "-")
	}
	if !p.Over() {
		return "", ""
	}
	if p.Outcome.HasPoints {
		points = join(p.Points)
	}
	return join(p.Outcome.Scores), points
}
