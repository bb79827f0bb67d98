package forchess

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// refStart returns the starting position from the diagram in rule F2.
func refStart() *ref {
	diagram := []string{
		"KRNPPBRK", "RQBPPNQR", "BN.PP.BN", "PPPPPPPP",
		"PPPPPPPP", "NB.PP.NB", "RQNPPBQR", "KRBPPNRK",
	}
	r := &ref{owner: [4]int{0, 1, 2, 3}}
	for i, rank := range diagram {
		for x := range rank {
			y := 7 - i
			army := 1 // Southwest's army
			switch {
			case x < 4 && y >= 4:
				army = 2
			case x >= 4 && y >= 4:
				army = 3
			case x >= 4:
				army = 4
			}
			if rank[x] != '.' {
				r.board[x][y] = refPiece{army, rank[x]}
			}
		}
	}
	return r
}

// refRandom returns a random position with few or many pieces. Some kings have been
// captured, and their armies are controlled by another seat or by none.
func refRandom(dice *rand.Rand) *ref {
	for {
		r := &ref{cutthroat: dice.IntN(2) == 0, owner: [4]int{0, 1, 2, 3}, turn: dice.IntN(4), quiet: dice.IntN(300)}
		free := dice.Perm(64)
		put := func(army int, kind byte) {
			r.board[free[0]/8][free[0]%8] = refPiece{army + 1, kind}
			free = free[1:]
		}
		kinds := []string{"PPPPPPNBRQ", "PPPPPPPPPP", "QRBNQRBNPP"}[dice.IntN(3)]
		maxPieces := []int{2, 4, 6, 13}[dice.IntN(4)]
		for army := range 4 {
			if r.eliminated[army] = dice.IntN(5) == 0; !r.eliminated[army] {
				put(army, 'K')
			}
			for range dice.IntN(maxPieces) {
				put(army, kinds[dice.IntN(len(kinds))])
			}
		}
		for army, eliminated := range r.eliminated {
			if !eliminated {
				continue
			}
			if by := dice.IntN(4); r.eliminated[by] {
				r.owner[army] = -1
			} else {
				r.owner[army] = by
			}
			if r.owner[army] < 0 && dice.IntN(2) == 0 {
				put(army, 'K') // the king of a seat that resigned stays on the board
			}
		}
		if !r.eliminated[r.turn] {
			return r
		}
	}
}

// refBoxed returns a position in which Southwest must remove pieces, because the pawns of its
// teammate block its pawns.
func refBoxed(dice *rand.Rand) *ref {
	r := &ref{owner: [4]int{0, 1, 2, 3}}
	put := func(army int, kind byte, on string) {
		if p := refSquareOf(on); r.at(p).army == 0 {
			r.board[p.x][p.y] = refPiece{army + 1, kind}
		}
	}
	put(0, 'K', "a1")
	put(2, 'K', []string{"h8", "d1", "a5", "e5"}[dice.IntN(4)])
	for _, on := range []string{"a2", "b1", "b2"} {
		put(0, 'P', on)
	}
	for _, on := range []string{"b3", "c2", "c3"} {
		put(2, 'P', on)
	}
	put(1, 'K', "a8")
	put(3, 'K', "h1")
	for range 2 + dice.IntN(4) {
		put(1+2*dice.IntN(2), "RBQ"[dice.IntN(3)], refSquare{dice.IntN(8), dice.IntN(8)}.String())
	}
	return r
}

// counts holds the number of times that each kind of action, special case and termination
// occurred in random games. The test fails if one of the expected kinds never occurred.
type counts map[string]int

func TestReferenceImplementationAgrees(t *testing.T) {
	happened := counts{}
	for i := range rulestest.Games(100, 200) {
		dice := rand.New(rand.NewPCG(uint64(i), 1975))
		r := refRandom(dice)
		switch i % 8 {
		case 0:
			r = refStart()
			r.cutthroat = i%16 == 0
		case 1:
			r = refBoxed(dice)
		}
		compareGame(t, r, dice, happened, i%8 == 2)
		if t.Failed() {
			t.Fatalf("game %d", i)
		}
	}
	for _, what := range []string{
		"moves", "tokens", "removals", "king moves off", "token takes a king", "king takes", "handed on twice", "nobody's king taken",
		"removal of some", "promotion", "resignation", "king-taken", "last-seat", "repetition", "no-progress",
	} {
		if happened[what] == 0 {
			t.Errorf("%s never occurred: %v", what, happened)
		}
	}
}

// compareGame plays a game in both implementations and compares what they report after each
// action. If repeat is set, it always plays the first legal action, so that positions repeat.
func compareGame(t *testing.T, r *ref, dice *rand.Rand, happened counts, repeat bool) {
	t.Helper()
	text := r.text()
	g, effects, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r.finishTurn(g.Variant.(*Game).kingTermination().String())
	occurrences := map[string]int{}
	var record []string
	for range 120 {
		if occurrences[r.repetitionKey()]++; r.termination == "" && r.quiet >= 300 {
			r.termination = "no-progress"
		} else if r.termination == "" && occurrences[r.repetitionKey()] >= 5 {
			r.termination = "repetition"
		}
		words, kind := r.legal()
		if diff := cmp.Diff(r.line(words), gameLine(g, effects)); diff != "" {
			t.Fatalf("(-reference +game):\n%s\nafter %v from\n%s", diff, record, text)
		}
		if r.termination != "" {
			happened[r.termination]++
			return
		}
		happened[kind]++
		word, plain := words[0], words[0]
		if !repeat {
			word, plain = r.choose(dice, words)
		}
		record = append(record, plain)
		happened.count(r, word, kind, len(words))
		r.play(word)
		a, err := rules.ParsePlain(g.Variant.Facts(), g.Position.Turn, plain)
		if err != nil {
			t.Fatal(err)
		}
		if effects, err = g.Play(a); err != nil {
			t.Fatalf("%v from\n%s: %v", record, text, err)
		}
	}
}

// choose picks an action. It often captures a king, so that games end, and sometimes
// resigns.
func (r *ref) choose(dice *rand.Rand, words []string) (word, plain string) {
	if seat := dice.IntN(4); r.cutthroat && !r.eliminated[seat] && dice.IntN(150) == 0 {
		return fmt.Sprintf("resign:%d", seat), refNames[seat] + ":resign"
	}
	word = words[dice.IntN(len(words))]
	for _, w := range words {
		if !strings.HasSuffix(w, "-x") && r.at(refSquareOf(w[3:])).kind == 'K' && dice.IntN(3) > 0 {
			word = w
		}
	}
	return word, word
}

func (s counts) count(r *ref, word, kind string, choices int) {
	if strings.HasPrefix(word, "resign") {
		s["resignation"]++
		return
	}
	from := r.at(refSquareOf(word))
	if kind == "removals" {
		pieces := 0
		r.each(r.turn, func(refSquare, refPiece) { pieces++ })
		if from.kind == 'K' {
			s["king moves off"]++
		} else if choices < pieces-1 {
			s["removal of some"]++
		}
		return
	}
	if strings.Contains(word, "=") {
		s["promotion"]++
	}
	target := r.at(refSquareOf(word[3:]))
	if target.kind != 'K' {
		return
	}
	held := 0
	for _, by := range r.owner {
		if by == target.army-1 {
			held++
		}
	}
	switch {
	case r.eliminated[target.army-1]:
		s["nobody's king taken"]++
	case held > 1:
		s["handed on twice"]++
	}
	if s["king takes"]++; kind == "tokens" {
		s["token takes a king"]++
	}
}

// line holds what one of the two compared implementations reports about a position.
type line struct {
	Turn, Captured    string
	Check, Mated, Out []string
	Passed            int
	Over              bool
	Why               string
	Winners           []string
	Scores            [4]string
	Controllers       [4]int
	Quiet             int
	Legal             []string
}

func (r *ref) line(legal []string) line {
	l := line{
		Captured: r.captured,
		Over:     r.termination != "",
		Why:      r.termination,
		Quiet:    r.quiet,
		Legal:    legal,
		Scores:   [4]string{"0", "0", "0", "0"},
	}
	if !l.Over {
		l.Turn = refNames[r.turn]
	}
	draw := l.Over && !slices.Contains(r.winners[:], true)
	for seat, name := range refNames {
		l.Controllers[seat] = r.owner[seat]
		if r.check(seat) {
			l.Check = append(l.Check, name)
		}
		if r.eliminated[seat] {
			l.Out = append(l.Out, name)
		}
		if r.winners[seat] {
			l.Winners = append(l.Winners, name)
			l.Scores[seat] = "1"
		}
		if draw && !(r.cutthroat && r.eliminated[seat]) {
			l.Scores[seat] = "1/2"
		}
	}
	return l
}

func gameLine(g *rules.Game, e rules.Effects) line {
	trace := rules.TraceStart(g, e)
	l := line{
		Check: nilIfNone(
			trace.Check,
		), Mated: nilIfNone(trace.Mated), Out: nilIfNone(trace.Out), Passed: len(trace.Passed), Over: trace.Over,
		Quiet: int(g.Position.QuietPlies), Legal: nilIfNone(trace.Legal), Scores: [4]string{"0", "0", "0", "0"},
	}
	if trace.Turn != nil {
		l.Turn = *trace.Turn
	}
	if trace.Captured != nil {
		l.Captured = *trace.Captured
	}
	if o := trace.Outcome; o != nil {
		l.Why, l.Winners, l.Scores = o.Reason, nilIfNone(o.Winners), o.Scores.Values
	}
	for army, by := range g.Position.Controller {
		if l.Controllers[army] = int(by); by == rules.NoSeat {
			l.Controllers[army] = -1
		}
	}
	return l
}

func nilIfNone(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return words
}
