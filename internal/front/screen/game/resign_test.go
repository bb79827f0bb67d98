package game

import (
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestResignAsksFirst(t *testing.T) {
	for _, keys := range [][]string{{"!"}, {"resign", "enter"}, {"%%", "!"}} {
		d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys(keys...)
		d.Sees("Resign?", "[ Cancel ]")
		d.Keys("enter")
		d.Plays()
		d.Keys("!", "right", "enter")
		d.Plays("resign")
		if a := d.Backend.Commands[0]; a.Seat != 2 || a.Action.Seat != 2 {
			t.Errorf("%v: another seat resigns: %+v", keys, a)
		}
	}
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("!")
	d.Sees("You have no seat at this table")
}

func TestDrawDialog(t *testing.T) {
	offer := &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	for _, c := range []struct {
		name  string
		offer *table.OfferView
		claim bool
		who   int
		pick  string
		do    table.CommandKind
	}{
		{"offer", nil, false, 3, "o", table.OfferDraw},
		{"accept", offer, false, 3, "a", table.AcceptDraw},
		{"decline", offer, false, 3, "d", table.DeclineDraw},
		{"withdraw", offer, false, 1, "w", table.DeclineDraw},
		{"claim", nil, true, 0, "c", table.Play},
	} {
		v := uitest.ViewAfter(t, nil)
		v.Offer, v.CanClaim = c.offer, c.claim
		d := atTable(t, uitest.People[c.who], v, kit.Config{})
		if c.offer != nil && c.who != 1 {
			d.Sees("Blinky offers a draw. ctrl+y yes, ctrl+n no")
		}
		d.Keys("=")
		d.Sees("Draw", "[ Play on ]")
		d.Keys(c.pick)
		if len(d.Backend.Commands) != 1 || d.Backend.Commands[0].Kind != c.do {
			t.Errorf("%s: the commands are %+v", c.name, d.Backend.Commands)
		}
	}
}
