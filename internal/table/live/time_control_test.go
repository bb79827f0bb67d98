package live_test

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/table"
)

var correspondence = table.Terms{Game: "chess4", Clock: table.Clock{PerMove: 3 * 24 * time.Hour}}

func TestOutageShiftsCorrespondenceDeadline(t *testing.T) {
	inVirtualTime(t, correspondence, func(b *testTable) {
		b.startGame(four...)
		advance(24 * time.Hour)
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		advance(10 * 24 * time.Hour)
		b.open()
		advance(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 48*time.Hour {
			t.Fatalf("clock %+v", c)
		}
		advance(24*time.Hour + 20*time.Minute)
		b.kill() // after a kill, the outage counts from the last hourly record that the server was up
		advance(10 * 24 * time.Hour)
		b.open()
		advance(0)
		if c := b.View().Clock; time.Until(c.Deadline) != 24*time.Hour {
			t.Fatalf("clock %+v: %v", c, time.Until(c.Deadline))
		}
		b.moves("m7-k7")
		if b.timeLeft()[white] != 72*time.Hour {
			t.Errorf("left %v", b.timeLeft())
		}
	})
}
