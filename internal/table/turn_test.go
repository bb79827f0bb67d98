package table_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var four = [rules.SeatCount]player.Player{{ID: "a", Name: "Ann"}, {ID: "b", Name: "Bob"}, {ID: "c", Name: "Cyd"}, {ID: "d", Name: "Dee"}}

// TestCannotActGivesReason checks CannotAct in every position of random games. For an
// eliminated seat, the refusal says when and why the seat was eliminated. For a seat out
// of turn, the refusal names the seat to move. For the seat to move, CannotAct returns no
// error.
func TestCannotActGivesReason(t *testing.T) {
	for _, v := range variants.Forms() {
		t.Run(rules.Form(v.Facts()), func(t *testing.T) {
			t.Parallel()
			outs := 0
			for seed := range uint64(4) {
				outs += checkRandomGame(t, v, rand.New(rand.NewPCG(seed, 4)))
			}
			if outs < 6 && !v.Facts().Teams() {
				t.Errorf("only %d seats were eliminated during the games", outs)
			}
		})
	}
}

// checkRandomGame plays a game of random moves. In a free-for-all, one seat also resigns
// and another seat loses on time. checkRandomGame returns the number of seats that were
// eliminated before the game ended.
func checkRandomGame(t *testing.T, v rules.Variant, dice *rand.Rand) int {
	t.Helper()
	g := rules.NewGame(v)
	view := &table.View{Variant: v, Phase: table.Playing}
	for seat, p := range four {
		view.Seats[seat].Player = p
	}
	since := map[rules.Seat]string{}
	for n := 1; n < 300; n++ {
		actor := v.Actor(&g.Position)
		legal := v.Legal(&g.Position, nil)
		a := legal[dice.IntN(len(legal))]
		switch teams := v.Facts().Partners(0, 2) || v.Facts().Partners(0, 1); {
		case teams: // no resignation: it would end the game of both partners (G5)
		case n == 10:
			a = rules.Action{Type: rules.Resign, Seat: actor}
		case n == 25:
			a = rules.Action{Type: rules.Flag, Seat: actor}
		}
		m := table.MoveView{Number: n, Action: a, Plain: rules.Plain(v.Facts(), actor, a)}
		before := g.Position
		if _, err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		view.Moves, view.Position = append(view.Moves, m), g.Position
		if g.Position.Over() {
			break
		}
		for seat := range rules.Seat(rules.SeatCount) {
			if before.State[seat].MayAct() && !g.Position.State[seat].MayAct() {
				view.Out[seat] = n
				since[seat] = "since "
				switch {
				case a.Type == rules.Resign && a.Seat == seat:
					since[seat] += "it resigned"
				case a.Type == rules.Flag && a.Seat == seat:
					since[seat] += "its clock ran out"
				default:
					since[seat] += "the move " + m.Plain
				}
			}
			checkRefusal(t, view, seat, since[seat])
		}
	}
	return len(since)
}

func checkRefusal(t *testing.T, v *table.View, seat rules.Seat, since string) {
	t.Helper()
	err, actor := v.CannotAct(four[seat]), v.Variant.Actor(&v.Position)
	var law *rules.Refusal
	switch name := v.Variant.Facts().SeatName(seat); {
	case seat == actor && err == nil:
	case !errors.As(err, &law):
		t.Fatalf("after %d actions %s gets %v", len(v.Moves), name, err)
	case since != "":
		if law.Reason != rules.NotInGame || law.Error() != name+" has been out of the game "+since {
			t.Fatalf("after %d actions: %v; want %s", len(v.Moves), law, since)
		}
	case law.Reason != rules.NotYourTurn || law.Subject != name || law.Hint != v.Variant.Facts().SeatName(actor):
		t.Fatalf("after %d actions %s gets %v", len(v.Moves), name, law)
	}
}

// TestCannotActOutsideTheGame checks the refusals for people who cannot act at all.
func TestCannotActOutsideTheGame(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	view := &table.View{Variant: v, Position: g.Position}
	for i, p := range four {
		view.Seats[i].Player = p
	}
	stranger := player.Player{ID: "e", Name: "Eve"}
	for _, c := range []struct {
		phase table.Phase
		by    player.Player
		want  *table.Reason
	}{
		{table.Waiting, player.Player{ID: "x"}, table.NoName},
		{table.Waiting, four[0], table.NotStarted},
		{table.Playing, stranger, table.NotSeated},
		{table.Finished, four[3], table.GameOver},
		{table.Finished, stranger, table.GameOver},
	} {
		view.Phase = c.phase
		var refused *table.Refusal
		if err := view.CannotAct(c.by); !errors.As(err, &refused) || refused.Reason != c.want {
			t.Errorf("%s in phase %d: %v, want %s", c.by.Name, c.phase, err, c.want)
		}
	}
}
