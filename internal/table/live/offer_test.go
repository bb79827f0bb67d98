package live_test

import (
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestG4_1_DrawWhenEverybodyWhoPlaysAccepts(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.refused(table.Command{By: inky, Kind: table.AcceptDraw}, table.NoDrawOffer)
	b.refused(table.Command{By: inky, Kind: table.DeclineDraw}, table.NoDrawOffer)
	b.refused(table.Command{By: sue, Kind: table.OfferDraw}, table.NotSeated)
	b.do(table.Command{By: pinky, Kind: table.OfferDraw})
	b.do(table.Command{By: pinky, Kind: table.OfferDraw}) // it stands already
	b.moves("m7-k7")
	b.do(table.Command{By: inky, Kind: table.AcceptDraw})
	b.do(table.Command{By: blinky, Kind: table.OfferDraw}) // who offers too, accepts
	if o := b.View().Offer; o == nil || o.By != pinky || o.Accepted != rules.Seats(0).With(white).With(silver).With(black) {
		t.Fatalf("offer %+v", o)
	}
	b.do(table.Command{By: clyde, Kind: table.AcceptDraw, ID: "yes"})
	b.do(table.Command{By: clyde, Kind: table.AcceptDraw, ID: "yes"})
	v := b.View()
	if v.Phase != table.Finished || v.Position.Outcome.Termination != rules.ByAgreement || v.Offer != nil {
		t.Errorf("phase %d, outcome %v", v.Phase, v.Position.Outcome.Termination)
	}
	if m := v.Moves[1]; m.Plain != "draw:agreed" || m.Number != 2 {
		t.Errorf("recorded as %+v", m)
	}
}

func TestG4_1_APersonHasOneVoice(t *testing.T) {
	b := lay(t, chess4)
	b.begin(inky, blinky)
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	if got := b.View().Offer.Accepted; got != rules.Seats(0).With(white).With(black) {
		t.Errorf("accepted by %b", got)
	}
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	if b.View().Phase != table.Finished {
		t.Error("both accepted, and it is no draw")
	}

	alone := lay(t, chess4)
	alone.begin(inky)
	alone.do(table.Command{By: inky, Kind: table.OfferDraw})
	if alone.View().Phase != table.Finished {
		t.Error("one person plays all seats and does not agree with himself")
	}
}

func TestG4_1_OfferLapsesWithTheRound(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.moves("m7-k7")
	b.do(table.Command{By: clyde, Kind: table.OfferDraw}) // on Silver's turn
	b.moves("j1-k3", "b8-d8", "h13-h11")
	if b.View().Offer == nil {
		t.Fatal("lapsed before the round was over")
	}
	b.moves("n6-k9")
	if b.View().Offer != nil {
		t.Fatal("stands when the turn is Silver's again")
	}
	b.refused(table.Command{By: inky, Kind: table.AcceptDraw}, table.NoDrawOffer)
}

func TestG4_1_OfferLapsesPastASeatThatWentOut(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.do(table.Command{By: blinky, Kind: table.OfferDraw}) // on White's turn
	b.moves("resign", "j1-k3", "b8-d8")
	if b.View().Offer == nil {
		t.Fatal("lapsed before the round was over")
	}
	b.moves("h13-h11")
	if b.View().Offer != nil {
		t.Fatal("stands although White's turn was skipped")
	}
}

func TestG4_1_DeclinedOrTakenBack(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	for _, p := range []player.Player{inky, clyde} {
		b.do(table.Command{By: inky, Kind: table.OfferDraw})
		b.do(table.Command{By: p, Kind: table.DeclineDraw})
		if b.View().Offer != nil {
			t.Errorf("stands after %s declined", p.Name)
		}
	}
}

func TestG4_1_WhoIsOutHasNoVoice(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	b.moves("resign")
	b.refused(table.Command{By: inky, Kind: table.OfferDraw}, table.YouAreEliminated)
	b.do(table.Command{By: blinky, Kind: table.OfferDraw})
	b.refused(table.Command{By: inky, Kind: table.AcceptDraw}, table.YouAreEliminated)
	b.refused(table.Command{By: inky, Kind: table.DeclineDraw}, table.YouAreEliminated)
	b.do(table.Command{By: pinky, Kind: table.AcceptDraw})
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	if v := b.View(); v.Position.Outcome.Termination != rules.ByAgreement {
		t.Errorf("the last who had not agreed resigned: outcome %v", v.Position.Outcome.Termination)
	}
}

func TestG4_2_ClaimOfARepetition(t *testing.T) {
	b := lay(t, chess4)
	b.begin(four...)
	shuffle := []string{"n5-l6", "e1-f3", "a5-c6", "e14-f12", "l6-n5", "f3-e1", "c6-a5", "f12-e14"}
	b.moves(shuffle...)
	b.moves(shuffle[:7]...)
	if b.View().CanClaim {
		t.Fatal("can claim at the second time")
	}
	b.moves(shuffle[7])
	if !b.View().CanClaim {
		t.Fatal("cannot claim at the third time")
	}
	b.unlawful(table.Command{By: blinky, Kind: table.Play, Seat: silver, Action: b.action("draw:claim"), Answers: 16}, rules.NotYourTurn)
	b.moves("draw:claim")
	if v := b.View(); v.Position.Outcome.Termination != rules.ByRepetition || v.Moves[16].Plain != "draw:claim" {
		t.Errorf("outcome %v", v.Position.Outcome.Termination)
	}
}
