package quadrochess

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// TestQ1_Q15_ReferenceImplementationAgrees checks that the game and the reference
// implementation agree on every action and state of random games. The games begin from the
// starting position, from positions with few pieces, and from blocked positions in which
// seats must pass.
func TestQ1_Q15_ReferenceImplementationAgrees(t *testing.T) {
	counts := map[string]int{}
	for i := range rulestest.Games(200, 200) {
		dice := rand.New(rand.NewPCG(uint64(i), 2026))
		text := rules.PositionText(atStart(t).Variant, &table.start)
		switch i % 4 {
		case 1, 2:
			text = sparsePosition(dice)
		case 3:
			text = blockedPosition(dice)
		}
		for what, n := range playBoth(t, dice, text) {
			counts[what] += n
		}
	}
	for _, what := range []string{
		"castling", "en passant", "en passant across the border", "promotion", "across the border",
		"pass", "king-taken", "nobody-can-move", "repetition", "no-progress",
	} {
		if counts[what] == 0 {
			t.Errorf("%s never occurred: %v", what, counts)
		}
	}
}

func playBoth(t *testing.T, dice *rand.Rand, text string) map[string]int {
	b, r := at(t, text), newReference(text)
	style := dice.IntN(3)
	var played []string
	for range 100 {
		if want, got := r.state(), stateOf(b); !reflect.DeepEqual(want, got) {
			t.Fatalf("after %v from\n%s(-reference +game):\n%s", played, text, cmp.Diff(want, got))
		}
		if len(r.legal) == 0 {
			break
		}
		action := r.pick(dice, style, played)
		played = append(played, action)
		b.play(action)
		r.play(action)
	}
	return r.counts
}

// pick returns a random legal action, often of a rare kind. Style 0 picks from all actions.
// The other styles do not capture kings, so that games last longer. Style 2 prefers to move
// back, so that positions are repeated.
func (r *reference) pick(dice *rand.Rand, style int, played []string) string {
	var rare, mild, back []string
	for _, action := range r.legal {
		from, to := action[:2], action[3:5]
		straight, m := from[0] == to[0], r.board[from]
		switch {
		case m.kind == "P" && !straight && r.board[to].kind == "", m.kind == "K" && (from[0]+2 == to[0] || to[0]+2 == from[0]):
			rare = append(rare, action)
		case r.board[to].kind == "K":
			continue
		case len(played) >= 4 && played[len(played)-4] == to+"-"+from:
			back = append(back, action)
		}
		mild = append(mild, action)
	}
	list := r.legal
	switch {
	case len(rare) > 0 && dice.IntN(2) == 0:
		list = rare
	case style == 2 && len(back) > 0:
		list = back
	case style > 0 && len(mild) > 0:
		list = mild
	}
	return list[dice.IntN(len(list))]
}

// state holds what one of the two compared implementations reports about a position.
type state struct {
	Turn, Captured, Reason        string
	Passed, Check, Legal, Winners []string
	Claim                         bool
}

func (r *reference) state() state {
	s := state{
		Captured: r.captured,
		Reason:   r.reason,
		Passed:   r.passed,
		Check:    r.check(),
		Legal:    r.legal,
		Winners:  r.winners,
		Claim:    r.claimable(),
	}
	if r.reason == "" {
		s.Turn = r.seat()
	}
	return s.normalize()
}

func stateOf(b *board) state {
	line := rules.TraceStart(b.Game, b.Effects)
	s := state{Passed: line.Passed, Check: line.Check, Legal: line.Legal, Claim: b.CanClaim()}
	if line.Turn != nil {
		s.Turn = *line.Turn
	}
	if line.Captured != nil {
		s.Captured = *line.Captured
	}
	if line.Outcome != nil {
		s.Reason, s.Winners = line.Outcome.Reason, line.Outcome.Winners
	}
	if len(line.Mated)+len(line.Out) > 0 {
		b.Fatal("a seat is mated or eliminated")
	}
	return s.normalize()
}

// normalize replaces empty lists with nil.
func (s state) normalize() state {
	for _, list := range []*[]string{&s.Passed, &s.Check, &s.Legal, &s.Winners} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return s
}

// sparsePosition returns a random position with few pieces, some of them on squares where
// rare rules apply: castling squares, the pawns' ranks, and squares next to a pawn that has
// made a double step.
func sparsePosition(dice *rand.Rand) string {
	board := map[string]string{}
	put := func(piece string, squares ...string) {
		if square := squares[dice.IntN(len(squares))]; board[square] == "" {
			board[square] = piece
		}
	}
	turn := refSeats[dice.IntN(4)]
	lines := []string{"turn " + turn}
	var unmoved []string
	for _, seat := range refSeats {
		unmoved = append(unmoved, placeKing(dice, seat, board)...)
	}
	lines = append(lines, doubleStep(dice, turn, board)...)
	for range dice.IntN(30) {
		colour := []string{"white", "black"}[dice.IntN(2)]
		put(colour+" "+string("PPPPNBRQ"[dice.IntN(8)]), anySquare(dice, 2, 8), anySquare(dice, 3, 7))
	}
	var barred []string
	for _, square := range slices.Sorted(maps.Keys(board)) { // a fixed order makes the test repeatable
		piece := board[square]
		lines = append(lines, piece+" "+square)
		second := turn == "white-a" || turn == "black-b"
		if second && piece[:5] == turn[:5] && !slices.Contains(unmoved, square) && dice.IntN(8) == 0 {
			barred = append(barred, square)
		}
	}
	if len(barred) > 0 {
		lines = append(lines, "barred "+strings.Join(barred, " "))
	}
	if len(unmoved) > 0 {
		lines = append(lines, "unmoved "+strings.Join(unmoved, " "))
	}
	lines = append(lines, fmt.Sprintf("quiet %d", []int{0, 0, 150, 195, 280}[dice.IntN(5)]))
	return strings.Join(lines, "\n") + "\n"
}

func anySquare(dice *rand.Rand, low, high int) string {
	return fmt.Sprintf("%c%d", 'a'+dice.IntN(16), low+dice.IntN(high-low+1))
}

// placeKing puts a seat's king on a random square of its zone, or on its starting square
// together with its rooks. It returns the squares of pieces that may still castle.
func placeKing(dice *rand.Rand, seat string, board map[string]string) []string {
	rank, files := "1", "dah"
	if refColour(seat) == "black" {
		rank = "9"
	}
	if seat[6:] == "b" {
		files = "mpi"
	}
	king := files[:1] + rank
	if dice.IntN(2) == 0 {
		for king = ""; king == "" || board[king] != "" || refZone(king) != seat[6:]; {
			king = anySquare(dice, 2, 8)
		}
		board[king] = refColour(seat) + " K"
		return nil
	}
	board[king] = refColour(seat) + " K"
	unmoved := []string{king}
	for _, file := range files[1:] {
		if square := string(file) + rank; board[square] == "" {
			board[square] = refColour(seat) + " R"
			unmoved = append(unmoved, square)
		}
	}
	return unmoved
}

// doubleStep adds a pawn that has just made a double step, and a pawn that may capture it.
func doubleStep(dice *rand.Rand, turn string, board map[string]string) []string {
	file, side := 1+dice.IntN(14), 1-2*dice.IntN(2)
	start, over, pawn, opponent := 2, 3, 4, "white"
	if refColour(turn) == "white" {
		start, over, pawn, opponent = 8, 7, 6, "black"
	}
	name := func(file, rank int) string { return fmt.Sprintf("%c%d", 'a'+file, rank) }
	answer := name(file+side, pawn)
	if board[name(file, start)]+board[name(file, over)]+board[name(file, pawn)]+board[answer] != "" {
		return nil
	}
	board[name(file, pawn)], board[answer] = opponent+" P", refColour(turn)+" P"
	holders := refColour(turn) + "-b " + refColour(turn) + "-a"
	if second := turn == "white-a" || turn == "black-b"; second && dice.IntN(2) == 0 {
		holders = turn
	}
	return []string{"passed " + name(file, over) + " " + name(file, pawn) + " " + holders}
}

// blockedPosition returns a position in which few pieces can move. The pieces of each colour
// stand behind the pawns of the other colour. A few pieces are then removed and one or two
// added.
func blockedPosition(dice *rand.Rand) string {
	lines := strings.Split(locked("turn "+refSeats[dice.IntN(4)]), ";")
	for range dice.IntN(3) {
		if i := dice.IntN(len(lines)); strings.Contains(lines[i], " B ") || strings.Contains(lines[i], " P ") {
			lines = slices.Delete(lines, i, i+1)
		}
	}
	text := strings.Join(lines, "\n") + "\n"
	for range dice.IntN(3) {
		piece := []string{"white", "black"}[dice.IntN(2)] + " " + string("NBRQ"[dice.IntN(4)]) + " "
		if square := anySquare(dice, 3, 7); !strings.Contains(text, square) {
			text += piece + square + "\n"
		}
	}
	return text
}
