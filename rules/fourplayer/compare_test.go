package fourplayer

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

// positionsToCompare returns the number of positions that TestReferenceAgrees compares: few, or as
// many as the environment variable QUADRILLE_POSITIONS says; see [rulestest.Games] for `many`.
func positionsToCompare(few, many int) int {
	if n, err := strconv.Atoi(os.Getenv("QUADRILLE_POSITIONS")); err == nil && n > 0 {
		return n
	}
	return rulestest.Games(few, many)
}

// TestReferenceAgrees plays random games, from random positions too, and compares each position
// with a second implementation: legal actions, points, states of seats, checks, FEN4 and the result.
func TestReferenceAgrees(t *testing.T) {
	want := positionsToCompare(300, 600)
	seen := map[string]int{}
	for n := uint64(0); want > 0; n++ {
		dice := rand.New(rand.NewPCG(n, 160))
		c := newComparison(t, dice, seen)
		for range 400 {
			if want--; want < 0 || !c.step(dice) {
				break
			}
		}
	}
	t.Log(seen)
}

// comparison is a game that both implementations play.
type comparison struct {
	t    *testing.T
	game *rules.Game
	ref  *reference
	seen map[string]int
	past []string
}

func newComparison(t *testing.T, dice *rand.Rand, seen map[string]int) *comparison {
	pick := func(words ...string) string { return words[dice.IntN(len(words))] }
	options := map[string]string{
		"setup": pick("modern", "classic", "by", "byg", "rg"), "teams": pick("off", "off", "on"),
		"walk": pick("on", "on", "off"), "autoclaim": pick("off", "on"),
	}
	v, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	ref := newReference(options["setup"], options["teams"] == "on", options["walk"] == "on", options["autoclaim"] == "on")
	c := &comparison{t: t, ref: ref, seen: seen, past: []string{fmt.Sprint(options)}}
	p := v.Start()
	if dice.IntN(3) > 0 {
		thinOut(v.(*Game), &p, ref, dice)
	}
	c.game, _ = rules.NewGameFrom(v, p)
	ref.begin("last-seat")
	ref.draws()
	return c
}

// thinOut removes random pieces from the starting position, so that games end sooner, and gives
// pawns other squares.
func thinOut(g *Game, p *rules.Position, ref *reference, dice *rand.Rand) {
	keep := 1 + dice.IntN(9)
	for _, sq := range g.facts.Geometry.Squares {
		at := spotOf(g.facts.Geometry.Name(sq))
		piece, stands := ref.board[at]
		if !stands || piece.kind == 'K' {
			continue
		}
		if dice.IntN(10) >= keep {
			g.removePiece(p, sq)
			delete(ref.board, at)
			delete(ref.castle, at)
			continue
		}
		if piece.kind != 'P' || dice.IntN(2) == 0 {
			continue
		}
		to := at.to(refAhead[piece.seat], 1+dice.IntN(5))
		if _, taken := ref.board[to]; taken || !to.exists() {
			continue
		}
		target, _ := g.facts.Geometry.Square(to.String())
		p.Board[target], p.Board[sq] = p.Board[sq], 0
		ref.board[to] = piece
		delete(ref.board, at)
	}
}

// step compares the position and plays an action. It returns false if the game is over.
func (c *comparison) step(dice *rand.Rand) bool {
	c.compare()
	if c.ref.over {
		c.seen[c.ref.reason]++
		return false
	}
	if c.ref.state[c.ref.turn] == "walks" {
		c.seen["walks"]++
	}
	if dice.IntN(120) == 0 {
		seat := dice.IntN(4)
		if c.ref.state[seat] == "plays" {
			word, reason := "resign", "resignation"
			if dice.IntN(2) == 0 {
				word, reason = "flag", "flag"
			}
			c.past = append(c.past, seatNames[seat]+":"+word)
			c.play(seatNames[seat] + ":" + word)
			c.ref.leave(seat, reason)
			return true
		}
	}
	moves := c.ref.moves(c.ref.turn)
	slices.SortFunc(moves, func(a, b refMove) int { return strings.Compare(a.String(), b.String()) })
	m := moves[dice.IntN(len(moves))]
	for _, other := range moves { // captures and promotions are more interesting
		if _, takes := c.ref.board[other.to]; (takes || other.also != (spot{}) || other.becomes != 0) && dice.IntN(4) == 0 {
			m = other
			break
		}
	}
	switch _, takes := c.ref.board[m.to]; {
	case m.also != (spot{}) && takes:
		c.seen["two captured"]++
	case m.also != (spot{}):
		c.seen["en passant"]++
	case m.rook[0] != (spot{}):
		c.seen["castling"]++
	case m.becomes != 0:
		c.seen["promotion"]++
	}
	if target, takes := c.ref.board[m.to]; takes && target.kind == 'K' {
		c.seen["king taken"]++
	}
	c.past = append(c.past, m.String())
	out := c.ref.count("out")
	effects := c.play(m.String())
	before := c.ref.copy()
	c.ref.play(m)
	if c.ref.count("out") > out {
		c.seen["out"]++
	}
	if c.ref.bonus(before, m, before.turn) > 0 {
		c.seen["bonus"]++
	}
	captured := ""
	if effects.Captured != 0 {
		captured = seatNames[effects.Captured.Army()] + " " + string(effects.Captured.Kind().Letter())
	}
	if captured != c.ref.taken {
		c.fail("captured %q, want %q", captured, c.ref.taken)
	}
	return true
}

func (c *comparison) play(text string) rules.Effects {
	a, err := rules.ParsePlain(c.game.Variant.Facts(), c.game.Variant.Actor(&c.game.Position), text)
	if err != nil {
		c.fail("%v", err)
	}
	effects, err := c.game.Play(a)
	if err != nil {
		c.fail("%v", err)
	}
	return effects
}

func (c *comparison) fail(format string, args ...any) {
	c.t.Fatalf("%s\n%s\n%s", fmt.Sprintf(format, args...), strings.Join(c.past, " "), c.game.Position.Board[:0])
}

func (c *comparison) compare() {
	v, p, r := c.game.Variant, &c.game.Position, c.ref
	if r.over != p.Over() || r.over && r.reason != p.Outcome.Termination.String() {
		c.fail("over %v by %v, want %v by %s", p.Over(), p.Outcome.Termination, r.over, r.reason)
	}
	for s := range 4 {
		state := [...]string{"plays", "frozen", "out", "walks"}[p.State[s]]
		if state != r.state[s] {
			c.fail("%s %s, want %s", seatNames[s], state, r.state[s])
		}
		if int(p.Points[s]) != r.points[s] {
			c.fail("%s has %d points, want %d", seatNames[s], p.Points[s], r.points[s])
		}
		if checked := v.InCheck(p).Has(rules.Seat(s)); checked != r.attacked(s) {
			c.fail("%s in check: %v, want %v", seatNames[s], checked, r.attacked(s))
		}
		if winner := p.Outcome.Winners.Has(rules.Seat(s)); winner != r.winners[s] {
			c.fail("%s winner: %v, want %v", seatNames[s], winner, r.winners[s])
		}
		if r.over && int(6*r.scores[s]+.5) != int(p.Outcome.Scores[s]) {
			c.fail("%s scores %d/6, want %v", seatNames[s], p.Outcome.Scores[s], r.scores[s])
		}
	}
	for _, sq := range v.Facts().Geometry.Squares {
		piece, stands := r.board[spotOf(v.Facts().Geometry.Name(sq))]
		kind := byte(0)
		if got := p.Board[sq]; got != 0 {
			if kind = got.Kind().Letter(); got.Marked(onePoint) {
				kind = 'D'
			}
			if int(got.Army()) != piece.seat {
				c.fail("the piece on %s is of another army", v.Facts().Geometry.Name(sq))
			}
		}
		if (kind != 0) != stands || kind != piece.kind {
			c.fail("%c on %s, want %c", kind, v.Facts().Geometry.Name(sq), piece.kind)
		}
	}
	if r.over {
		return
	}
	if int(p.Turn) != r.turn || int(p.QuietPlies) != r.quiet {
		c.fail("turn %d, quiet %d; want %d, %d", p.Turn, p.QuietPlies, r.turn, r.quiet)
	}
	var words []string
	for _, m := range r.moves(r.turn) {
		words = append(words, m.String())
	}
	slices.Sort(words)
	if got := rules.LegalPlain(v, p); !slices.Equal(got, words) {
		c.fail("legal %v, want %v", got, words)
	}
	c.compareFEN4(words)
}

// compareFEN4 compares FEN4 of the position with that of the second implementation, and reads it again.
func (c *comparison) compareFEN4(legal []string) {
	g, p := c.game.Variant.(*Game), &c.game.Position
	text, err := g.writeFEN4(p)
	if want := c.ref.fen4(); err != nil || text != want {
		c.fail("%v, FEN4\n%s\nwant\n%s", err, text, want)
	}
	again, err := g.readFEN4(text)
	if err != nil || rules.KeyOf(&again) != rules.KeyOf(p) || again.Points != p.Points || again.QuietPlies != p.QuietPlies {
		c.fail("%v: another position is read from\n%s", err, text)
	}
	if got := rules.LegalPlain(g, &again); !slices.Equal(got, legal) {
		c.fail("legal after FEN4 %v, want %v", got, legal)
	}
}
