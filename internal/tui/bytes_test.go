package tui

import (
	"bytes"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"quadrille/internal/table"
)

// wire is what Bubble Tea's renderer would send for one frame after another.
type wire struct {
	out    bytes.Buffer
	render *uv.TerminalRenderer
	cells  uv.ScreenBuffer
	title  string
}

func newWire(width, height int) *wire {
	w := &wire{cells: uv.NewScreenBuffer(width, height)}
	w.render = uv.NewTerminalRenderer(&w.out, []string{"TERM=xterm-256color"})
	w.render.SetColorProfile(colorprofile.ANSI256)
	w.render.SetFullscreen(true)
	w.render.SetRelativeCursor(false)
	w.render.SetScrollOptim(true)
	w.render.SetMapNewline(true)
	w.render.Erase()
	return w
}

// frame sends a frame and returns how many bytes it took.
func (w *wire) frame(t testing.TB, d *driver) int {
	t.Helper()
	w.out.Reset()
	view := d.r.View()
	w.cells.Clear()
	uv.NewStyledString(view.Content).Draw(w.cells, w.cells.Bounds())
	w.render.Render(w.cells.RenderBuffer)
	if err := w.render.Flush(); err != nil {
		t.Fatal(err)
	}
	n := w.out.Len()
	if view.WindowTitle != w.title {
		n += len("\x1b]2;\a") + len(view.WindowTitle)
		w.title = view.WindowTitle
	}
	return n
}

// A move is told to somebody who looks on, to a player who waits, and to the one
// whose turn comes; the recorded game's first 32 moves at three sizes.
func TestBytesOfAMove(t *testing.T) {
	views := viewsOf(t, recorded(t)[:32])
	limits := map[int]int{80: 240, 120: 240, 200: 560}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := atTable(t, onlooker, views[0], Config{Width: size[0], Height: size[1]})
		w := newWire(size[0], size[1])
		first := w.frame(t, d)
		sum, most := 0, 0
		for _, v := range views[1:] {
			d.show(v)
			bytes := w.frame(t, d)
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
	w := newWire(120, 40)
	w.frame(t, d)
	for i := range 30 {
		second := i * 3
		d.r.env.clock = func() time.Time { return start.Add(time.Duration(second) * time.Second) }
		d.r.Update(nil)
		if n := w.frame(t, d); n > 60 && second > 0 {
			t.Fatalf("second %d cost %d bytes", second, n)
		}
	}
	if n := w.frame(t, d); n != 0 {
		t.Fatalf("a frame in which nothing happened cost %d bytes", n)
	}
}
