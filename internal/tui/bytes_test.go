package tui

import (
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"quadrille/internal/table"
	"quadrille/internal/wire"
)

// sent is a terminal's line, and counts what is sent over it.
type sent struct{ screen *wire.Screen }

func newLine(width, height int) sent {
	return sent{wire.New("xterm-256color", colorprofile.ANSI256, width, height)}
}

// frame sends a frame and returns how many bytes it took.
func (l sent) frame(d *driver) int { return len(l.screen.Frame(nil, d.r.View())) }

// A move is told to somebody who looks on, to a player who waits, and to the one
// whose turn comes; the recorded game's first 32 moves at three sizes.
func TestBytesOfAMove(t *testing.T) {
	views := viewsOf(t, recorded(t)[:32])
	limits := map[int]int{80: 120, 120: 130, 200: 240}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, onlooker, views[0], Config{Width: size[0], Height: size[1]})
		w := newLine(size[0], size[1])
		first := w.frame(d)
		sum, most := 0, 0
		for _, v := range views[1:] {
			d.show(v)
			bytes := w.frame(d)
			sum, most = sum+bytes, max(most, bytes)
		}
		mean := sum / (len(views) - 1)
		t.Logf("%d x %d: first frame %d bytes, a move %d on average, %d at most", size[0], size[1], first, mean, most)
		if mean > limits[size[0]] {
			t.Errorf("%d x %d: a move costs %d bytes on average, more than %d", size[0], size[1], mean, limits[size[0]])
		}
	}
}

// The first frame of a clock aside, a second costs at most 60 bytes.
func TestBytesOfAClock(t *testing.T) {
	v := viewAfter(t, nil)
	start := time.Now()
	v.Terms.Clock = table.Clock{Start: 5 * time.Minute}
	v.Clock = &table.ClockView{Running: v.Actor, Since: start, Deadline: start.Add(5 * time.Minute)}
	d := atTable(t, people[0], v, Config{Width: 120, Height: 40})
	w := newLine(120, 40)
	w.frame(d)
	for i := range 30 {
		second := i * 3
		d.r.env.clock = func() time.Time { return start.Add(time.Duration(second) * time.Second) }
		d.r.Update(nil)
		if n := w.frame(d); n > 60 && second > 0 {
			t.Fatalf("second %d cost %d bytes", second, n)
		}
	}
	if n := w.frame(d); n != 0 {
		t.Fatalf("a frame in which nothing happened cost %d bytes", n)
	}
}
