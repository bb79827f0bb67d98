package rules

import "fmt"

// Ending is why a game ended. Stored by name: do not rename or reorder.
type Termination uint8

// The endings (T2).
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
	ByAdjudication // by the word of somebody who stands above the game
	terminationCount
)

var terminationNames = [terminationCount]string{
	"", "checkmate", "king-taken", "last-seat", "resignation", "flag", "stalemate",
	"repetition", "no-progress", "material", "agreement", "nobody-can-move", "adjudication",
}

// String is the ending's word in T2.
func (e Termination) String() string { return terminationNames[e] }

// Endings returns why games end, in the order of the endings.
func Terminations() []Termination {
	var list []Termination
	for e := Unfinished + 1; e < terminationCount; e++ {
		list = append(list, e)
	}
	return list
}

// Outcome is how a game ended. The zero value says that it has not.
type Outcome struct {
	Termination Termination
	Winners     Seats
	Scores      [SeatCount]uint8 // each seat's share, in sixths of a point
	HasPoints   bool             // whether Position.Points mean anything
}

// Sixths writes a number of sixths exactly, as C30 and C39 do: "0", "1/2",
// "1+1/3".
func FormatSixths(n uint8) string {
	fraction := [6]string{"", "1/6", "1/3", "1/2", "2/3", "5/6"}[n%6]
	switch {
	case fraction == "":
		return fmt.Sprint(n / 6)
	case n < 6:
		return fraction
	}
	return fmt.Sprintf("%d+%s", n/6, fraction)
}

// Effects is what an action brought about besides the new position: for
// screens, notation and records; never stored.
type Effects struct {
	Captured   Piece // zero when nothing was taken
	CapturedOn Square
	passed     [16]Seat
	creditedTo [16]Seat  // who has the credit for the mate that made each pass
	eliminated [17]Seats // who went out at the beginning of each passed turn, and of the one that stands
	passes     uint8
}

// Passed is the seats whose turn was passed by force, in order (T2).
func (e *Effects) Passed() []Seat { return e.passed[:e.passes] }

// Pass notes a forced pass.
func (e *Effects) AddPass(s Seat) { e.AddMatedPass(s, NoSeat) }

// PassUnder notes the forced pass of a seat that is mated, to the credit of
// another.
func (e *Effects) AddMatedPass(s, credited Seat) {
	if int(e.passes) < len(e.passed) {
		e.passed[e.passes], e.creditedTo[e.passes] = s, credited
		e.passes++
	}
}

// MatedBy is the seat credited with the mate for which Passed()[i] passed, NoSeat
// if it passed for another reason.
func (e *Effects) MatedBy(i int) Seat { return e.creditedTo[i] }

// Leave notes seats that go out at the beginning of the turn that comes next:
// one that is then passed, or the one that stands.
func (e *Effects) AddEliminated(set Seats) { e.eliminated[e.passes] |= set }

// Left is the seats that went out at the beginning of the turn of Passed()[i];
// with i = len(Passed()), of the turn that stands now.
func (e *Effects) EliminatedAt(i int) Seats { return e.eliminated[i] }
