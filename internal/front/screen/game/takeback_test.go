package game

import (
	"testing"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestTakeback(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
	d.Keys("ctrl+z")
	d.Asks(table.OfferTakeback)

	d = atTable(t, uitest.People[1], uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Sees("You propose to take back Nk3; 1 of 4 accepted")
	d.Keys("ctrl+z")
	d.Asks(table.DeclineTakeback)

	for key, do := range map[string]table.CommandKind{"ctrl+y": table.AcceptTakeback, "ctrl+n": table.DeclineTakeback} {
		d = atTable(t, uitest.People[3], uitest.ViewAfter(t, uitest.Recorded(t)[:5]), kit.Config{})
		d.Show(uitest.TakingBack(t, uitest.People[1]))
		d.Sees("Blinky proposes to take back Nk3. ctrl+y yes, ctrl+n no")
		if d.Bells != 1 {
			t.Errorf("%d bells", d.Bells)
		}
		d.Keys("k", "up") // other keys work as usual
		d.Sees("Move: k_")
		d.Keys(key)
		d.Asks(do)
	}
	d = atTable(t, uitest.Spectator, uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Lacks("ctrl+y")
	d.Keys("ctrl+z")
	d.Sees("You have no seat at this table")
}

func TestInputAfterTakeback(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:8]), kit.Config{})
	d.Keys("[", "[", "[")
	d.Sees("move 5 of 8")
	d.table().Subscription.expectedMoves = 9 // as if the viewer had just sent a move
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:3]))
	d.Sees("Gold to move")
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:4]))
	d.Keys("zz")
	d.Sees("Your move, White", "Move: zz_")
}

func TestTakebackOnAnalysisBoard(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:3])
	for s := range v.Seats {
		v.Seats[s].Player = uitest.Spectator
	}
	d := atTable(t, uitest.Spectator, v, kit.Config{})
	screen := d.table()
	screen.Study = &study{game: v.Terms.Game}
	d.Keys("ctrl+z")
	d.Asks(table.OfferTakeback)
	over := *v
	over.Phase, over.Actor = table.Finished, rules.NoSeat
	d.Show(&over)
	to, _ := screen.doAtTable(kit.OfferTakeback)
	if !to.Leave || len(to.Next) != 1 || len(to.Next[0].(*Screen).Study.actions) != 2 {
		t.Errorf("a takeback after the end opened %+v", to)
	}
	screen.Study.score = &assets.AnnotatedGame{}
	d.Keys("ctrl+z")
	d.Sees("This game is read-only")
}
