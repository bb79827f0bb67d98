package rules

import (
	"fmt"
	"strconv"
	"unsafe"
)

// Termination tells how a game ended. It is stored by name: do not rename or reorder the
// values.
type Termination uint8

// The terminations: the ways in which a game can end (T2).
const (
	Unfinished Termination = iota
	ByCheckmate
	ByKingTaken
	ByLastSeat
	ByResignation
	ByFlag
	ByStalemate
	ByRepetition
	ByNoProgress
	ByMaterial
	ByAgreement
	ByNobodyCanMove
	ByAdjudication // decided by a moderator
	terminationCount
)

var terminationNames = [terminationCount]string{
	"", "checkmate", "king-taken", "last-seat", "resignation", "flag", "stalemate",
	"repetition", "no-progress", "material", "agreement", "nobody-can-move", "adjudication",
}

// String returns the name of the termination, as defined in T2.
func (e Termination) String() string { return terminationNames[e] }

// Terminations returns all terminations except Unfinished.
func Terminations() []Termination {
	var list []Termination
	for e := Unfinished + 1; e < terminationCount; e++ {
		list = append(list, e)
	}
	return list
}

// Outcome is the result of a game. Its zero value means that the game has not ended.
type Outcome struct {
	Termination Termination
	Winners     Seats
	Scores      [SeatCount]uint8 // score of each seat, in sixths of a point
	HasPoints   bool             // whether seats also score points during play (Position.Points)
}

// Places returns the place of each seat in a finished game: one more than the number of
// seats with a better score. In a free-for-all, seats with equal scores are ranked by the
// time of their elimination: the later, the better.
func Places(f *Facts, p *Position) (place [SeatCount]int) {
	stayed := func(s Seat) int {
		if p.EliminationOrder[s] == 0 {
			return 1 << 8
		}
		return int(p.EliminationOrder[s])
	}
	for s := range Seat(SeatCount) {
		place[s] = 1
		for other := range Seat(SeatCount) {
			own, opposing := p.Outcome.Scores[s], p.Outcome.Scores[other]
			tied := opposing == own && !f.Teams() && !p.Outcome.Winners.Has(s)
			if opposing > own || tied && stayed(other) > stayed(s) {
				place[s]++
			}
		}
	}
	return place
}

// FormatSixths formats a number of sixths exactly, as in C30 and C39: "0", "1/2", "1+1/3".
func FormatSixths(n uint8) string { return formatFraction(int(n), sixths) }

// sixths is the number of units in one point of a score.
const sixths = 6

// FormatPoints formats points that a seat has scored during play, which are counted in units of
// [Facts.PointUnit].
func FormatPoints(f *Facts, n uint16) string { return formatFraction(int(n), int(max(1, f.PointUnit))) }

// formatFraction formats n parts of a point that has `unit` parts.
func formatFraction(n, unit int) string {
	whole, part := n/unit, n%unit
	if part == 0 {
		return strconv.Itoa(whole)
	}
	divisor := unit
	for rest := part; rest != 0; {
		divisor, rest = rest, divisor%rest
	}
	fraction := fmt.Sprintf("%d/%d", part/divisor, unit/divisor)
	if whole == 0 {
		return fraction
	}
	return fmt.Sprintf("%d+%s", whole, fraction)
}

// FirstCheckmated returns a seat that is eliminated or in checkmate, or that was in
// checkmate at its last turn. It returns NoSeat if there is none. It is used in matches
// against programs that end a team game at the first checkmate.
func (p *Position) FirstCheckmated() Seat {
	for seat := range Seat(SeatCount) {
		if c := p.Credit[seat]; p.State[seat] != Playing || c.Kind == MateCredit && c.Passed {
			return seat
		}
	}
	return NoSeat
}

// Effects tells what an action caused in addition to the new position. Screens, notation and
// records use it. It is never stored.
type Effects struct {
	Captured          Piece // zero if nothing was captured
	CapturedOn        Square
	Also              Piece // a second captured piece, zero if there is none
	AlsoOn            Square
	Won               uint16 // points that the acting seat won, in units of Facts.PointUnit
	Checked           Seats  // seats whose king the action newly puts in check, in games that count checks
	Mated, Stalemated Seats  // seats that the action takes out by checkmate or stalemate, in games that judge them at once
	passed            [16]Seat
	creditedTo        [16]Seat  // for each forced pass, the seat credited with the mate that caused it, or NoSeat
	eliminated        [17]Seats // see EliminatedAt
	passes            uint8
}

// This line fails to compile if effects become too large to be returned by every action of a
// search.
const _ = uint(64 - unsafe.Sizeof(Effects{}))

// Passed returns the seats that were forced to pass, in order (T2).
func (e *Effects) Passed() []Seat { return e.passed[:e.passes] }

// AddPass records that a seat had to pass for a reason other than checkmate.
func (e *Effects) AddPass(s Seat) { e.AddMatedPass(s, NoSeat) }

// AddMatedPass adds the forced pass of a seat that is in checkmate, and the seat that is
// credited with this checkmate.
func (e *Effects) AddMatedPass(s, credited Seat) {
	if int(e.passes) < len(e.passed) {
		e.passed[e.passes], e.creditedTo[e.passes] = s, credited
		e.passes++
	}
}

// MatedBy returns the seat credited with the checkmate of the seat Passed()[i], or NoSeat if
// that seat passed for another reason.
func (e *Effects) MatedBy(i int) Seat { return e.creditedTo[i] }

// AddEliminated adds seats that are eliminated at the start of the next turn, whether that
// turn is passed or played.
func (e *Effects) AddEliminated(set Seats) { e.eliminated[e.passes] |= set }

// EliminatedAt returns the seats that were eliminated at the start of a turn: the turn that
// the seat Passed()[i] passed, or the current turn if i is len(Passed()).
func (e *Effects) EliminatedAt(i int) Seats { return e.eliminated[i] }
