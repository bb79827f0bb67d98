package botplay

import (
	"log/slog"
	"testing"
	"time"

	"quadrille/internal/bot"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestChangeDuringLookIsNotMissed checks that bots look at a table again if it changes
// while they look at it.
func TestChangeDuringLookIsNotMissed(t *testing.T) {
	b := New(Config{Table: func(table.ID) Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = true // mark the table as changed since the bots read it
	if b.finish(7, false) {
		t.Error("finish ended the goroutine although the table had changed")
	}
	if !b.finish(7, false) {
		t.Error("finish kept the goroutine although the table had not changed")
	}
	b.busy[7] = true
	b.run(7) // table 7 is not loaded: run looks for it twice and then returns
	if _, at := b.busy[7]; at {
		t.Error("run left the table's entry, so no later goroutine can start")
	}
}

// TestFinishedBotsDoNotAffectNextGoroutine checks that a goroutine that ends does not
// remove the entry of a newer goroutine for the same table, and that a new goroutine can
// start after a panic.
func TestFinishedBotsDoNotAffectNextGoroutine(t *testing.T) {
	b := New(Config{Table: func(table.ID) Table { return nil }, Logger: slog.New(slog.DiscardHandler)})
	b.busy[7] = false
	func() { defer b.recoverPanic(7) }()
	if _, at := b.busy[7]; !at {
		t.Error("recoverPanic removed the entry of a newer goroutine")
	}
	func() {
		defer b.recoverPanic(7)
		panic("as a bot would")
	}()
	if _, at := b.busy[7]; at {
		t.Error("a panic left the table's entry, so no later goroutine can start")
	}
}

// The map lostTurns counts the turns on which a bot considered its game lost. When a game
// ends, its counts must be deleted even if no bot has to do anything.
func TestLostTurnsOfFinishedGameAreDeleted(t *testing.T) {
	b := New(Config{Logger: slog.New(slog.DiscardHandler)})
	b.lostTurns[7], b.lostTurns[8] = new([rules.SeatCount]int), new([rules.SeatCount]int)
	b.Look(&table.View{ID: 7, Phase: table.Finished})
	b.Look(&table.View{ID: 8, Phase: table.Playing})
	if b.lostTurns[7] != nil || b.lostTurns[8] == nil {
		t.Errorf("%v", b.lostTurns)
	}
}

// TestStrongestBotThinksUntilItsMove checks that only the strongest bot uses the delay before
// its move to think.
func TestStrongestBotThinksUntilItsMove(t *testing.T) {
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	until := time.Now().Add(time.Second)
	for level := 1; level <= player.MaxBotLevel; level++ {
		l := limits(&table.View{Variant: v}, player.Bot(level, 2).ID, until)
		if strongest := bot.Level(level) == bot.Strongest; l.Until.Equal(until) != strongest {
			t.Errorf("level %d thinks until %v, and its delay ends at %v", level, l.Until, until)
		}
	}
}
