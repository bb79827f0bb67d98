package game

import (
	"testing"
	"time"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
)

func TestClockCountsDown(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	start := time.Now()
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
	v.Clock = &table.ClockView{Running: 0, Since: start, Deadline: start.Add(65 * time.Second)}
	for s := range v.Clock.Left {
		v.Clock.Left[s] = time.Duration(61+s) * time.Minute
	}
	d := atTable(t, uitest.People[0], v, kit.Config{})
	now := start
	d.Env.Clock = func() time.Time { return now }
	d.Send(nil)
	d.Sees("1:05", "1:02:00", "1:03:00", "1:04:00")
	if len(d.Ticks) != 1 {
		t.Fatalf("%d ticks are scheduled", len(d.Ticks))
	}
	now = start.Add(500 * time.Millisecond)
	d.Send(tickMsg{d.table().address})
	if len(d.Ticks) != 2 || d.Ticks[1] != 501*time.Millisecond {
		t.Fatalf("the next tick is not at the next second: %v", d.Ticks)
	}
	d.Show(v)
	if len(d.Ticks) != 2 {
		t.Fatal("a new view scheduled a second tick")
	}
	now = start.Add(56 * time.Second)
	d.Send(tickMsg{d.table().address})
	d.Sees("9.0")
	if last := d.Ticks[len(d.Ticks)-1]; last > 201*time.Millisecond {
		t.Errorf("in the last seconds a tick comes only after %v", last)
	}
	now = start.Add(70 * time.Second)
	d.Send(tickMsg{d.table().address})
	d.Sees("0.0")
	n := len(d.Ticks)
	d.Send(tickMsg{d.table().address})
	if len(d.Ticks) != n {
		t.Error("a tick is scheduled after the deadline")
	}
}

func TestNoTickWithoutAClock(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:1]))
	if len(d.Ticks) != 0 {
		t.Errorf("ticks without a clock: %v", d.Ticks)
	}
}
