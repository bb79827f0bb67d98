package game

import (
	"testing"
	"time"

	"quadrille/internal/table"
)

func TestUntilChangeIncludesTheEndOfAVacation(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	v := &table.View{Phase: table.Playing}
	v.Seats[1].Vacation, v.Seats[1].AwaySince = now.Add(30*time.Second), now.Add(-100*time.Hour)
	a := At{View: v, Now: now}
	wait, ok := a.UntilChange()
	if !ok || a.Text(1) != "vacation" {
		t.Fatalf("%q changes: %v", a.Text(1), ok)
	}
	if a.Now = now.Add(wait); wait > time.Minute || a.Text(1) != "away 4d" {
		t.Errorf("after %v the text is %q", wait, a.Text(1))
	}
}
