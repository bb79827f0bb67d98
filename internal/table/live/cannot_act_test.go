package live_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

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

func TestRefusalNamesSeatInPlay(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4", SeatsPerPerson: 2})
	b.startGame(inky, blinky, inky, clyde)
	b.do(resignation(inky, white))
	err := b.Do(t.Context(), table.Command{By: inky, Kind: table.Play, Seat: rules.NoSeat, Action: b.action("b8-d8"), Answers: -1})
	if err == nil || err.Error() != "it is not black's turn; silver is to move" {
		t.Error(err)
	}
	b.do(resignation(inky, black))
	for _, command := range []table.Command{
		{By: inky, Kind: table.Play, Seat: rules.NoSeat, Action: b.action("b8-d8"), Answers: -1},
		resignation(inky, white),
		{By: inky, Kind: table.Premove, Seat: white, Action: b.action("m7-k7")},
	} {
		err := b.Do(t.Context(), command)
		if err == nil || err.Error() != "white has been out of the game since it resigned" {
			t.Error(command.Kind, err)
		}
	}
}

func TestCannotActBeforeTurnMatters(t *testing.T) {
	b := newTable(t, table.Terms{Game: "chess4"})
	wantError := func(by player.Player, want string) {
		t.Helper()
		if err := b.View().CannotAct(by); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", by.Name, err, want)
		}
	}
	wantError(player.Player{ID: "SHA256:x"}, "you have no name yet")
	wantError(inky, "the game starts when every seat")
	b.startGame(four...)
	wantError(sue, "you have no seat at this table")
	b.do(resignation(inky, white))
	b.do(resignation(blinky, silver))
	b.do(resignation(pinky, black))
	wantError(clyde, "the game is over")
	wantError(sue, "the game is over")
}
