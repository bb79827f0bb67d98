package fourplayer

import (
	"math/rand/v2"
	"testing"

	"quadrille/rules"
)

// TestRandomGamesSurviveFEN4AndPGN4 plays random games, from random positions too. Each position is
// written as FEN4, read, and written again; each game is written as PGN4 and read (L2-L5). See
// positionsToCompare for their number.
func TestRandomGamesSurviveFEN4AndPGN4(t *testing.T) {
	want := positionsToCompare(750, 1500)
	for n := uint64(0); want > 0; n++ {
		dice := rand.New(rand.NewPCG(n, 4))
		c := newComparison(t, dice, map[string]int{})
		start := c.game.Position
		r := &rules.Record{Variant: c.game.Variant, Start: &start}
		for range 300 {
			if want--; want < 0 || c.game.Position.Over() {
				break
			}
			checkFEN4(t, c.game)
			a := randomAction(c.game, dice)
			if _, err := c.game.Play(a); err != nil {
				t.Fatal(err)
			}
			r.Actions = append(r.Actions, a)
		}
		if start.Over() {
			continue
		}
		checkPGN4(t, r)
	}
}

func randomAction(g *rules.Game, dice *rand.Rand) rules.Action {
	if seat := rules.Seat(dice.IntN(rules.SeatCount)); dice.IntN(60) == 0 && g.Position.State[seat].MayAct() {
		return rules.Action{Type: [2]rules.ActionType{rules.Resign, rules.Flag}[dice.IntN(2)], Seat: seat}
	}
	if dice.IntN(500) == 0 {
		return rules.Action{Type: rules.DrawAgreed}
	}
	legal := g.Variant.Legal(&g.Position, nil)
	return legal[dice.IntN(len(legal))]
}

func checkFEN4(t *testing.T, game *rules.Game) {
	t.Helper()
	g := game.Variant.(*Game)
	text, err := g.writeFEN4(&game.Position)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.readFEN4(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	again, err := g.writeFEN4(&p)
	if err != nil || again != text {
		t.Fatalf("%v, twice written\n%s\nonce\n%s", err, again, text)
	}
	if rules.KeyOf(&p) != rules.KeyOf(&game.Position) || p.Points != game.Position.Points || p.QuietPlies != game.Position.QuietPlies {
		t.Fatalf("another position:\n%s", text)
	}
}
