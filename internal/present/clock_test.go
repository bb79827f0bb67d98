package present_test

import (
	"testing"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/table"
)

func TestUntilChangeIncludesTheEndOfAVacation(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	v := &table.View{Phase: table.Playing}
	v.Seats[1].Vacation, v.Seats[1].AwaySince = now.Add(30*time.Second), now.Add(-100*time.Hour)
	text := func() string { return present.AwayTexts(v, now)[1] }
	wait, ok := present.UntilChange(v, now)
	if !ok || text() != "vacation" {
		t.Fatalf("%q changes: %v", text(), ok)
	}
	if now = now.Add(wait); wait > time.Minute || text() != "away 4d" {
		t.Errorf("after %v the text is %q", wait, text())
	}
}
