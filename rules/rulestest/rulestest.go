// Package rulestest tests the properties that every game must have, whatever its rules.
// [Run] plays random games and checks the contract of [rules.Variant]. [Traces] replays
// recorded games and compares each ply.
package rulestest

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/rules"
)

// Suite configures the tests of one game.
type Suite struct {
	Variant     rules.Variant
	Open        func(name string, options map[string]string) (rules.Variant, error)
	Games       int                // number of random games to play
	Plies       int                // maximum number of plies in a game
	ActionTypes []rules.ActionType // types of actions that must occur among the legal actions
	// Starts are position texts from which every other random game begins. They contain
	// situations that random play from the starting position does not reach.
	Starts []string
}

// Games returns the number of random games to play: the first argument or, if the environment
// variable QUADRILLE_SOAK is set, that number times the second.
func Games(few, many int) int {
	if n, err := strconv.Atoi(os.Getenv("QUADRILLE_SOAK")); err == nil && n > 0 {
		return many * n
	}
	return few
}

// Positions returns the position texts in the folder testdata of the game, for [Suite.Starts].
func Positions(t *testing.T) (texts []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.pos")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// Run plays the random games of a suite.
func Run(t *testing.T, s Suite) {
	t.Helper()
	seen := map[rules.ActionType]bool{}
	for i := range s.Games {
		game := s.begin(t, i)
		r := &run{T: t, Suite: s, seen: seen, random: rand.New(rand.NewPCG(uint64(i), 1881)), game: game, start: game.Position}
		r.play()
	}
	for _, verb := range s.ActionTypes {
		if !seen[verb] {
			t.Errorf("action type %d never occurred in %d games", verb, s.Games)
		}
	}
}

func (s *Suite) begin(t *testing.T, i int) *rules.Game {
	if len(s.Starts) == 0 || i%2 == 0 {
		return rules.NewGame(s.Variant)
	}
	g, _, err := rules.ParsePosition(strings.NewReader(s.Starts[i/2%len(s.Starts)]), s.Open, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// run is one random game.
type run struct {
	*testing.T
	Suite
	seen   map[rules.ActionType]bool
	random *rand.Rand
	game   *rules.Game
	start  rules.Position
	plain  []string
	known  rules.Known // about the position of game
}

func (r *run) play() {
	for range r.Plies {
		legal := r.game.Variant.Legal(&r.game.Position, nil)
		r.checkPosition(legal)
		if r.game.Position.Over() {
			break
		}
		a := r.pick(legal)
		r.seen[a.Type] = true
		r.plain = append(r.plain, r.roundTrip(a))
		before := r.game.Position
		var apart rules.Position
		r.game.Variant.Apply(&apart, &before, a)
		r.checkKnown(&before, &apart, a)
		effects, err := r.game.Play(a)
		if err != nil {
			r.Fatalf("%s is among the legal actions but was refused: %v", r.plain[len(r.plain)-1], err)
		}
		r.checkApply(&apart)
		r.checkPasses(&before, effects)
	}
	r.checkReplay()
}

// pick returns a random legal action, and occasionally a resignation.
func (r *run) pick(legal []rules.Action) rules.Action {
	if r.random.IntN(200) == 0 && !r.game.Variant.Facts().Teams() {
		for {
			if s := rules.Seat(r.random.IntN(rules.SeatCount)); r.game.Position.MayAct().Has(s) {
				return rules.Action{Type: rules.Resign, Seat: s}
			}
		}
	}
	return legal[r.random.IntN(len(legal))]
}

// checkPosition checks the properties that every position reached in play must have.
func (r *run) checkPosition(legal []rules.Action) {
	p := &r.game.Position
	switch {
	case p.Over() && len(legal) > 0:
		r.Fatalf("the game is over and has %d legal actions", len(legal))
	case p.Over() != (r.game.Variant.Actor(p) == rules.NoSeat):
		r.Fatal("Actor must return a seat until the game is over, and NoSeat afterwards")
	case !p.Over() && len(legal) == 0:
		r.Fatal("the seat to act has no legal action")
	}
	if l, ok := r.game.Variant.(rules.LeafCounter); ok && l.CountLeaves(p) != uint64(len(legal)) {
		r.Fatalf("CountLeaves returned %d, but there are %d legal actions", l.CountLeaves(p), len(legal))
	}
	if e, ok := r.game.Variant.(rules.Evaluable); ok {
		var captures []rules.Action
		for _, a := range legal {
			if rules.IsCapture(p, a) {
				captures = append(captures, a)
			}
		}
		if got := e.LegalCaptures(p, nil); !slices.Equal(got, captures) {
			r.Fatalf("the legal captures are %v, want %v", got, captures)
		}
	}
	again := *p
	if effects := r.game.Variant.Settle(&again); again != *p || len(effects.Passed()) > 0 {
		r.Fatal("Settle changed a position that was reached in play")
	}
	if p.Over() {
		return
	}
	if p.Choosing == 0 { // skip positions in which a seat must choose an army, because position text cannot express this (P1)
		r.textRoundTrip()
	}
	r.refusals(legal)
}

// textRoundTrip writes the position as text and reads it again. It ignores what the text
// does not contain: the order of elimination, the points, and the castling rights that a
// gained army has lost (P1).
func (r *run) textRoundTrip() {
	text := rules.PositionText(r.game.Variant, &r.game.Position)
	again, _, err := rules.ParsePosition(strings.NewReader(text), r.Open, "", nil)
	if err != nil {
		r.Fatalf("%v\n%s", err, text)
	}
	if twice := rules.PositionText(again.Variant, &again.Position); twice != text {
		r.Fatalf("the text changes when it is read and written again (-first +second):\n%s", cmp.Diff(text, twice))
	}
	was, is := r.game.Position, again.Position
	for army, by := range was.Controller {
		if by != rules.Seat(army) {
			was.Castling[army], is.Castling[army] = 0, 0
		}
	}
	if rules.KeyOf(&was) != rules.KeyOf(&is) {
		r.Fatalf("the text describes another position:\n%s", text)
	}
}

// refusals tries random actions. It checks that each illegal action is refused with a reason
// and changes nothing.
func (r *run) refusals(legal []rules.Action) {
	squares := r.game.Variant.Facts().Geometry.Squares
	is := map[rules.Action]bool{}
	for _, a := range legal {
		is[a] = true
	}
	for range 20 {
		a := rules.NewMove(squares[r.random.IntN(len(squares))], squares[r.random.IntN(len(squares))])
		switch r.random.IntN(10) {
		case 0:
			a.Promote = rules.Kind(r.random.IntN(8))
		case 1:
			a = rules.Action{Type: rules.Remove, Path: rules.Path{From: a.From}}
		case 2:
			a = rules.Action{Type: rules.ChooseArmy, Seat: rules.Seat(r.random.IntN(rules.SeatCount))}
		case 3:
			a = legal[r.random.IntN(len(legal))]
			a.Seat = 3
		}
		if is[a] {
			continue
		}
		before, times := r.game.Position, r.game.Repetitions()
		_, err := r.game.Play(a)
		var refusal *rules.Refusal
		if !errors.As(err, &refusal) || refusal.Reason == nil || refusal.Error() == "refused" {
			r.Fatalf("%+v: refused with %v, want a reason in words", a, err)
		}
		if r.game.Position != before || r.game.Repetitions() != times {
			r.Fatalf("%+v was refused and changed the game", a)
		}
	}
}

// roundTrip writes an action in plain notation and in the game's own notation, and checks
// that both texts are read as the same action.
func (r *run) roundTrip(a rules.Action) string {
	v, p := r.game.Variant, &r.game.Position
	actor := v.Actor(p)
	text := rules.Plain(v.Facts(), actor, a)
	if again, err := rules.ParsePlain(v.Facts(), actor, text); err != nil || again != a {
		r.Fatalf("%+v was written as %q and read as %+v: %v", a, text, again, err)
	}
	if n, ok := v.(rules.Notation); ok && a.IsBoardAction() {
		own := n.Write(p, a)
		if again, err := n.Read(p, own); err != nil || again != a {
			r.Fatalf("%s was written as %q and read as %s: %v", text, own, rules.Plain(v.Facts(), actor, again), err)
		}
	}
	return text
}

// checkApply checks that Apply and Play lead to the same position. It skips a position in
// which Play ended the game by repetition or lack of progress, because Apply ignores these
// rules.
func (r *run) checkApply(apart *rules.Position) {
	p := r.game.Position
	if p.Outcome.Termination == rules.ByRepetition || p.Outcome.Termination == rules.ByNoProgress {
		return
	}
	if *apart != p {
		r.Fatalf("Apply and Play differ:\n%s", cmp.Diff(*apart, p))
	}
}

// checkKnown checks that the variant applies an action in the same way with what is known about the
// position before it, and that it then knows which seats are in check.
func (r *run) checkKnown(before, after *rules.Position, a rules.Action) {
	v, ok := r.game.Variant.(rules.Incremental)
	if !ok {
		return
	}
	var got rules.Position
	v.ApplyKnown(&got, before, a, &r.known)
	if got != *after {
		r.Fatalf("ApplyKnown and Apply differ:\n%s", cmp.Diff(got, *after))
	}
	if want := r.game.Variant.InCheck(&got); r.known.Checks && !got.Over() && r.known.Checked != want {
		r.Fatalf("the seats in check are %04b, want %04b", r.known.Checked, want)
	}
}

// checkPasses checks that, after an action, the first seat that passed had no legal
// action.
func (r *run) checkPasses(before *rules.Position, effects rules.Effects) {
	if len(effects.Passed()) == 0 || r.game.Position.Over() {
		return
	}
	p := r.game.Position
	p.Turn = effects.Passed()[0]
	if p.State[p.Turn] != rules.Playing || p.State[before.Turn] != rules.Playing {
		return
	}
	// Two kinds of pass cannot be checked afterwards, because the pass itself may have
	// changed the legal actions: a pass that ends an en passant right, and a pass by a
	// partner of the seat that moved, which can end a double move.
	if r.game.Variant.Facts().Partners(before.Turn, p.Turn) {
		return
	}
	if before.EnPassantCount == 0 && p.EnPassantCount == 0 && len(r.game.Variant.Legal(&p, nil)) > 0 {
		r.Fatalf("%s passed although it had a legal action", r.game.Variant.Facts().SeatName(p.Turn))
	}
}

// checkReplay plays the recorded game again from the beginning.
func (r *run) checkReplay() {
	again, _ := rules.NewGameFrom(r.game.Variant, r.start)
	if err := rules.PlayRecord(again, r.plain); err != nil {
		r.Fatal(err)
	}
	if again.Position != r.game.Position {
		r.Fatal("replaying the record leads to a different position")
	}
}
