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

// The law and the reference agree on every action and every state of random
// games: from the start, from sparse positions, and from crowded ones in which
// seats must pass.
func TestQ1_Q15_ReferenceImplementationAgrees(t *testing.T) {
	saw := map[string]int{}
	for i := range rulestest.Games(200) {
		dice := rand.New(rand.NewPCG(uint64(i), 2026))
		text := rules.PositionText(atStart(t).Variant, &table.start)
		switch i % 4 {
		case 1, 2:
			text = sparse(dice)
		case 3:
			text = crowded(dice)
		}
		for what, n := range playBoth(t, dice, text) {
			saw[what] += n
		}
	}
	for _, what := range []string{
		"castling", "in passing", "in passing over the border", "promotion", "over the border",
		"pass", "king-taken", "nobody-can-move", "repetition", "no-progress",
	} {
		if saw[what] == 0 {
			t.Errorf("never saw %s: %v", what, saw)
		}
	}
}

func playBoth(t *testing.T, dice *rand.Rand, text string) map[string]int {
	b, r := at(t, text), newReference(text)
	mood := dice.IntN(3)
	var played []string
	for range 100 {
		if want, got := r.state(), stateOf(b); !reflect.DeepEqual(want, got) {
			t.Fatalf("after %v from\n%s(-reference +law):\n%s", played, text, cmp.Diff(want, got))
		}
		if len(r.legal) == 0 {
			break
		}
		action := r.pick(dice, mood, played)
		played = append(played, action)
		b.play(action)
		r.play(action)
	}
	return r.saw
}

// pick returns a random legal action, often a rare one. Mood 0 allows every action. The
// other moods spare kings, so that games last longer; mood 2 prefers moves back, so that
// positions repeat.
func (r *reference) pick(dice *rand.Rand, mood int, played []string) string {
	var rare, mild, back []string
	for _, action := range r.legal {
		from, to := action[:2], action[3:5]
		straight, m := from[0] == to[0], r.men[from]
		switch {
		case m.kind == "P" && !straight && r.men[to].kind == "", m.kind == "K" && (from[0]+2 == to[0] || to[0]+2 == from[0]):
			rare = append(rare, action)
		case r.men[to].kind == "K":
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
	case mood == 2 && len(back) > 0:
		list = back
	case mood > 0 && len(mild) > 0:
		list = mild
	}
	return list[dice.IntN(len(list))]
}

// state is what both implementations report about a position.
type state struct {
	Turn, Captured, Reason        string
	Passed, Check, Legal, Winners []string
	Claim                         bool
}

func (r *reference) state() state {
	s := state{Captured: r.captured, Reason: r.reason, Passed: r.passed, Check: r.check(), Legal: r.legal, Winners: r.winners, Claim: r.claimable()}
	if r.reason == "" {
		s.Turn = r.seat()
	}
	return s.tidy()
}

func stateOf(b *board) state {
	line := rules.TraceStart(b.Game, b.effects)
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
	return s.tidy()
}

// tidy makes empty lists equal.
func (s state) tidy() state {
	for _, list := range []*[]string{&s.Passed, &s.Check, &s.Legal, &s.Winners} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	return s
}

// sparse returns a random position with few pieces, some of them where rare rules apply: on
// castling squares, on the pawns' ranks, next to a double step.
func sparse(dice *rand.Rand) string {
	men := map[string]string{}
	put := func(man string, squares ...string) {
		if square := squares[dice.IntN(len(squares))]; men[square] == "" {
			men[square] = man
		}
	}
	turn := refSeats[dice.IntN(4)]
	lines := []string{"turn " + turn}
	var unmoved []string
	for _, seat := range refSeats {
		unmoved = append(unmoved, placeCamp(dice, seat, men)...)
	}
	lines = append(lines, doubleStep(dice, turn, men)...)
	for range dice.IntN(30) {
		colour := []string{"white", "black"}[dice.IntN(2)]
		put(colour+" "+string("PPPPNBRQ"[dice.IntN(8)]), anySquare(dice, 2, 8), anySquare(dice, 3, 7))
	}
	var barred []string
	for _, square := range slices.Sorted(maps.Keys(men)) { // so that the test repeats itself
		man := men[square]
		lines = append(lines, man+" "+square)
		second := turn == "white-a" || turn == "black-b"
		if second && man[:5] == turn[:5] && !slices.Contains(unmoved, square) && dice.IntN(8) == 0 {
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

// placeCamp puts a seat's king somewhere in its zone, or at home with rooks; it
// returns those that have not moved.
func placeCamp(dice *rand.Rand, seat string, men map[string]string) []string {
	rank, files := "1", "dah"
	if refColour(seat) == "black" {
		rank = "9"
	}
	if seat[6:] == "b" {
		files = "mpi"
	}
	king := files[:1] + rank
	if dice.IntN(2) == 0 {
		for king = ""; king == "" || men[king] != "" || refZone(king) != seat[6:]; {
			king = anySquare(dice, 2, 8)
		}
		men[king] = refColour(seat) + " K"
		return nil
	}
	men[king] = refColour(seat) + " K"
	unmoved := []string{king}
	for _, file := range files[1:] {
		if square := string(file) + rank; men[square] == "" {
			men[square] = refColour(seat) + " R"
			unmoved = append(unmoved, square)
		}
	}
	return unmoved
}

// doubleStep puts down a pawn that has just made one, and one that may answer.
func doubleStep(dice *rand.Rand, turn string, men map[string]string) []string {
	file, side := 1+dice.IntN(14), 1-2*dice.IntN(2)
	start, over, pawn, foe := 2, 3, 4, "white"
	if refColour(turn) == "white" {
		start, over, pawn, foe = 8, 7, 6, "black"
	}
	name := func(file, rank int) string { return fmt.Sprintf("%c%d", 'a'+file, rank) }
	answer := name(file+side, pawn)
	if men[name(file, start)]+men[name(file, over)]+men[name(file, pawn)]+men[answer] != "" {
		return nil
	}
	men[name(file, pawn)], men[answer] = foe+" P", refColour(turn)+" P"
	holders := refColour(turn) + "-b " + refColour(turn) + "-a"
	if second := turn == "white-a" || turn == "black-b"; second && dice.IntN(2) == 0 {
		holders = turn
	}
	return []string{"passed " + name(file, over) + " " + name(file, pawn) + " " + holders}
}

// crowded returns a position in which few pieces can move: each colour behind the squares
// in front of its pawns, with a few pieces removed and one or two added.
func crowded(dice *rand.Rand) string {
	lines := strings.Split(locked("turn "+refSeats[dice.IntN(4)]), ";")
	for range dice.IntN(3) {
		if i := dice.IntN(len(lines)); strings.Contains(lines[i], " B ") || strings.Contains(lines[i], " P ") {
			lines = slices.Delete(lines, i, i+1)
		}
	}
	taken := strings.Join(lines, "\n") + "\n"
	for range dice.IntN(3) {
		man := []string{"white", "black"}[dice.IntN(2)] + " " + string("NBRQ"[dice.IntN(4)]) + " "
		if square := anySquare(dice, 3, 7); !strings.Contains(taken, square) {
			taken += man + square + "\n"
		}
	}
	return taken
}
