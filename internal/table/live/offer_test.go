package live_test

import (
	"testing"

	"quadrille/internal/table"
	"quadrille/rules"
)

func TestG4_1_DrawNeedsAllPlayers(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.wantRefusal(table.Command{By: inky, Kind: table.AcceptDraw}, table.NoDrawOffer)
	b.wantRefusal(table.Command{By: inky, Kind: table.DeclineDraw}, table.NoDrawOffer)
	b.wantRefusal(table.Command{By: sue, Kind: table.OfferDraw}, table.NotSeated)
	b.do(table.Command{By: pinky, Kind: table.OfferDraw})
	b.do(table.Command{By: pinky, Kind: table.OfferDraw}) // no effect: Pinky has offered already
	b.moves("m7-k7")
	b.do(table.Command{By: inky, Kind: table.AcceptDraw})
	b.do(table.Command{By: blinky, Kind: table.OfferDraw}) // offering a draw accepts the open offer
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

func TestG4_1_PlayerAcceptsForAllSeats(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(inky, blinky)
	b.do(table.Command{By: inky, Kind: table.OfferDraw})
	if got := b.View().Offer.Accepted; got != rules.Seats(0).With(white).With(black) {
		t.Errorf("accepted by %b", got)
	}
	b.do(table.Command{By: blinky, Kind: table.AcceptDraw})
	if b.View().Phase != table.Finished {
		t.Error("no draw although both accepted")
	}

	alone := newTable(t, chess4)
	alone.startGame(inky)
	alone.do(table.Command{By: inky, Kind: table.OfferDraw})
	if alone.View().Phase != table.Finished {
		t.Error("no draw although one player has all seats")
	}
}

func TestG4_1_DrawOfferLapsesAfterRound(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.moves("m7-k7")
	b.do(table.Command{By: clyde, Kind: table.OfferDraw}) // Clyde makes the offer on Silver's turn
	b.moves("j1-k3", "b8-d8", "h13-h11")
	if b.View().Offer == nil {
		t.Fatal("lapsed before the end of the round")
	}
	b.moves("n6-k9")
	if b.View().Offer != nil {
		t.Fatal("still open on Silver's next turn")
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.AcceptDraw}, table.NoDrawOffer)
}

func TestG4_1_DrawOfferLapsesPastEliminatedSeat(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.do(table.Command{By: blinky, Kind: table.OfferDraw}) // Blinky makes the offer on White's turn
	b.moves("resign", "j1-k3", "b8-d8")
	if b.View().Offer == nil {
		t.Fatal("lapsed before the end of the round")
	}
	b.moves("h13-h11")
	if b.View().Offer != nil {
		t.Fatal("still open after White's skipped turn")
	}
}

func TestG4_1_EliminatedPlayerHasNoVote(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	b.moves("resign")
	b.wantRefusal(table.Command{By: inky, Kind: table.OfferDraw}, table.YouAreEliminated)
	b.do(table.Command{By: blinky, Kind: table.OfferDraw})
	b.wantRefusal(table.Command{By: inky, Kind: table.AcceptDraw}, table.YouAreEliminated)
	b.wantRefusal(table.Command{By: inky, Kind: table.DeclineDraw}, table.YouAreEliminated)
	b.do(table.Command{By: pinky, Kind: table.AcceptDraw})
	b.do(table.Command{By: clyde, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: gold}})
	if v := b.View(); v.Position.Outcome.Termination != rules.ByAgreement {
		t.Errorf("outcome %v after the last opponent of the draw resigned", v.Position.Outcome.Termination)
	}
}

func TestG4_2_ClaimRepetition(t *testing.T) {
	b := newTable(t, chess4)
	b.startGame(four...)
	shuffle := []string{"n5-l6", "e1-f3", "a5-c6", "e14-f12", "l6-n5", "f3-e1", "c6-a5", "f12-e14"}
	b.moves(shuffle...)
	b.moves(shuffle[:7]...)
	if b.View().CanClaim {
		t.Fatal("can claim the second occurrence")
	}
	b.moves(shuffle[7])
	if !b.View().CanClaim {
		t.Fatal("cannot claim the third occurrence")
	}
	b.wantRulesRefusal(
		table.Command{By: blinky, Kind: table.Play, Seat: silver, Action: b.action("draw:claim"), Answers: 16},
		rules.NotYourTurn,
	)
	b.moves("draw:claim")
	if v := b.View(); v.Position.Outcome.Termination != rules.ByRepetition || v.Moves[16].Plain != "draw:claim" {
		t.Errorf("outcome %v", v.Position.Outcome.Termination)
	}
}
