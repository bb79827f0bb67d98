package live_test

import (
	"testing"
	"time"

	"quadrille/internal/table"
)

func TestIdleTableCloses(t *testing.T) {
	inVirtualTime(t, chess4, func(b *testTable) {
		defer b.connect(inky, blinky)()
		advance(100 * time.Hour) // the table stays open: the lobby, not the table itself, closes a table without players
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		advance(table.IdleFor - 1)
		b.do(table.Command{By: blinky, Kind: table.Sit, Seat: silver})
		advance(table.IdleFor - 1)
		b.do(table.Command{By: inky, Kind: table.Ready})
		advance(100 * time.Hour) // the table stays open, because a player is ready
		b.do(table.Command{By: inky, Kind: table.Unready})
		advance(table.IdleFor - 1)
		if b.View().Phase != table.Waiting {
			t.Fatal("closed too early")
		}
		advance(1)
		if v := b.View(); v.Phase != table.Finished {
			t.Error("not closed after IdleFor")
		}
		b.wantRefusal(chatCommand(inky, "why?"), table.GameOver)
	})
}
