package live_test

import (
	"strings"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// The same four seats have other names in other games: yellow and red in Verney, and
// southwest to southeast in Forchess.
const (
	yellow, red          = white, silver
	southwest, northwest = white, silver
	northeast, southeast = black, gold
)

func resignation(p player.Player, seat rules.Seat) table.Command {
	return table.Command{By: p, Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}}
}

func seats(list ...rules.Seat) (set rules.Seats) {
	for _, s := range list {
		set = set.With(s)
	}
	return set
}

func (b *testTable) wantResigning(want ...rules.Seat) {
	b.Helper()
	if got := b.View().Resigning; got != seats(want...) {
		b.Errorf("resigning %04b, want %04b", got, seats(want...))
	}
}

func (b *testTable) wantEnded(why rules.Termination, winners ...rules.Seat) {
	b.Helper()
	if v := b.View(); v.Phase != table.Finished || v.Position.Outcome.Termination != why ||
		v.Position.Outcome.Winners != seats(winners...) {
		b.Errorf("phase %d, %v, won by %04b", v.Phase, v.Position.Outcome.Termination, v.Position.Outcome.Winners)
	}
}

var (
	verney   = table.Terms{Game: "verney"}
	forchess = table.Terms{Game: "forchess"}
)

func TestG5_TeamResignsIfBothPartnersAgree(t *testing.T) {
	b := newTable(t, verney)
	b.wantRefusal(table.Command{By: inky, Kind: table.PlayOn}, table.NotStarted)
	b.startGame(four...)
	b.wantRefusal(resignation(inky, black), table.NotYourSeat)
	first := resignation(inky, yellow)
	first.ID = "enough"
	b.do(first)
	b.do(first)
	b.do(resignation(inky, yellow)) // no effect: Inky has already proposed to resign
	b.wantResigning(yellow)
	if v := b.View(); v.Phase != table.Playing || len(v.Moves) != 0 {
		t.Fatalf("phase %d, %d moves", v.Phase, len(v.Moves))
	}
	b.do(resignation(blinky, red)) // this does not end Yellow's proposal: the teams' proposals are independent
	b.wantResigning(yellow, red)
	b.kill()
	b.open()
	b.wantResigning(yellow, red)
	b.do(resignation(pinky, black))
	b.wantResigning()
	b.wantEnded(rules.ByResignation, red, gold)
	if m := b.View().Moves; len(m) != 1 || m[0].Plain != "white:resign" || m[0].By != black || m[0].Seat != yellow {
		t.Errorf("recorded as %+v", m)
	}
}

func TestG5_PlayerWithBothSeatsResignsAtOnce(t *testing.T) {
	b := newTable(t, table.Terms{Game: "quadrochess"})
	b.startGame(inky, blinky, blinky, inky)
	b.do(resignation(blinky, silver))
	b.wantEnded(rules.ByResignation, white, gold)

	c := newTable(t, verney) // partners sit opposite each other, so Inky has both seats of a team
	c.startGame(inky, blinky, inky, pinky)
	c.do(resignation(blinky, red))
	c.wantResigning(red)
	c.do(resignation(inky, black))
	c.wantEnded(rules.ByResignation, red, gold)
}

func TestG5_FreeForAllResignsAtOnce(t *testing.T) {
	b := newTable(t, table.Terms{Game: "forchess", Options: map[string]string{"cutthroat": "on"}})
	b.startGame(four...)
	b.do(resignation(pinky, northeast))
	if v := b.View(); v.Position.State[northeast] != rules.Eliminated || v.Resigning != 0 {
		t.Errorf("state %v", v.Position.State)
	}
	b.wantRefusal(table.Command{By: inky, Kind: table.PlayOn}, table.NoProposal)
}

func TestG5_RejectResignation(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	b.wantRefusal(table.Command{By: inky, Kind: table.PlayOn}, table.NoProposal)
	b.wantRefusal(table.Command{By: sue, Kind: table.PlayOn}, table.NotSeated)
	for _, p := range []player.Player{inky, pinky} {
		b.do(resignation(inky, yellow))
		b.do(resignation(blinky, red))
		b.do(table.Command{By: p, Kind: table.PlayOn, ID: p.Name})
		b.do(table.Command{By: p, Kind: table.PlayOn, ID: p.Name})
		b.wantResigning(red)
		b.wantRefusal(table.Command{By: p, Kind: table.PlayOn}, table.NoProposal)
	}
	b.do(table.Command{By: clyde, Kind: table.PlayOn})
	b.wantResigning()
}

func TestG5_ResignationProposalLapsesAfterRound(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	b.moves("h2-h3")
	b.do(resignation(inky, yellow)) // it is Red's turn, so Yellow proposes out of turn
	b.moves("b8-c8", "g13-g12", "m7-l7")
	b.wantResigning(yellow)
	b.moves("i1-a9")
	b.wantResigning()
	b.do(resignation(pinky, black)) // the earlier proposal has ended, so this is a new proposal
	b.wantResigning(black)
}

// capturesKing is a short game in which Southeast captures the king of Southwest.
const capturesKing = "c2-e3 b6-a4 e5-d5 f2-e3 a3-c2 a4-b2 g5-g4 e3-d4 b3-a4 b2-d1 f7-e5 d4-a1"

func TestG5_EliminatedPartnerHasNoVote(t *testing.T) {
	b := newTable(t, forchess)
	b.startGame(four...)
	b.moves(strings.Fields(capturesKing)...)
	b.wantRulesRefusal(resignation(inky, southwest), rules.NotInGame)
	b.do(resignation(pinky, northeast))
	b.wantEnded(rules.ByResignation, northwest, southeast)
}

func TestG5_ProposalTakesEffectWhenPartnerIsEliminated(t *testing.T) {
	words := strings.Fields(capturesKing)
	b := newTable(t, forchess)
	b.startGame(four...)
	b.moves(words[:11]...)
	b.do(resignation(pinky, northeast))
	b.moves(words[11])
	b.wantEnded(rules.ByResignation, northwest, southeast)
	if m := b.View().Moves; len(m) != 13 || m[12].Plain != "northeast:resign" || m[12].By != northeast {
		t.Errorf("recorded %d actions", len(m))
	}

	// A player's proposal to resign ends when the player is eliminated.
	c := newTable(t, forchess)
	c.startGame(four...)
	c.moves(words[:11]...)
	c.do(resignation(inky, southwest))
	c.moves(words[11])
	c.wantResigning()
	c.wantRefusal(table.Command{By: pinky, Kind: table.PlayOn}, table.NoProposal)
	if v := c.View(); v.Phase != table.Playing {
		t.Error("the game is over")
	}
}

func TestG5_ResignationWithoutConsentDoesNotReplay(t *testing.T) {
	b := newTable(t, touchMoveForchess)
	b.startGame(four...)
	good := b.events()
	at := func(kind table.Kind, seat rules.Seat, action string) table.Event {
		return table.Event{Kind: kind, Seat: &seat, Action: action}
	}
	proposed, lifted := at(table.ResignationProposed, southwest, ""), at(table.Lifted, southwest, "a4")
	for name, more := range map[string][]table.Event{
		"resigns alone":        {at(table.Acted, southwest, "resign")},
		"proposed twice":       {proposed, proposed},
		"nothing to reject":    {at(table.ResignationRejected, southwest, "")},
		"not theirs to reject": {proposed, at(table.ResignationRejected, northwest, "")},
		"lifts a partner's":    {at(table.Lifted, southwest, "h5")},
		"lifts nothing":        {at(table.Lifted, southwest, "z9")},
		"lifts out of turn":    {at(table.Lifted, northwest, "a5")},
		"lifts two":            {lifted, at(table.Lifted, southwest, "b4")},
		"moves another":        {lifted, at(table.Acted, southwest, "b4-b5")},
	} {
		if _, err := live.Open(b.config(), append(good[:len(good):len(good)], more...)); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}

var touchMoveForchess = table.Terms{Game: "forchess", Touch: true}

func TestResignationProposalIsVisibleToPartnersOnly(t *testing.T) {
	b := newTable(t, verney)
	b.startGame(four...)
	b.do(resignation(inky, yellow))
	for _, c := range []struct {
		who  player.ID
		want rules.Seats
	}{{inky.ID, seats(yellow)}, {pinky.ID, seats(yellow)}, {blinky.ID, 0}, {clyde.ID, 0}, {sue.ID, 0}, {"", 0}} {
		if got := b.Seen(c.who).Resigning; got != c.want {
			t.Errorf("%q sees %04b, want %04b", c.who, got, c.want)
		}
		events := b.Shown(
			c.who,
			[]table.Numbered{{Event: table.Event{Kind: table.ResignationProposed, Seat: new(rules.Seat(yellow))}, Seq: 9}},
		)
		if got := len(events) == 1; got != (c.want != 0) {
			t.Errorf("%q gets the event: %v", c.who, got)
		}
	}
	w := b.Watch(blinky)
	defer w.Close()
	if v, _ := w.Take(t.Context()); v.Resigning != 0 {
		t.Errorf("an opponent who connects sees %04b", v.Resigning)
	}
	b.do(table.Command{By: pinky, Kind: table.PlayOn})
	b.do(resignation(blinky, red))
	if v, _ := w.Take(t.Context()); v.Resigning != seats(red) {
		t.Errorf("an opponent sees %04b", v.Resigning)
	}
}
