package wire_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"quadrille/internal/draw/wire"
)

// TestSharedFramesHaveTheSameBytes checks that a screen that shares frames gets the same
// bytes as a screen that does not. This must hold even if both screens miss frames, or if the
// sharing screen draws some frames without sharing.
func TestSharedFramesHaveTheSameBytes(t *testing.T) { rapid.Check(t, sharedFrames) }

func FuzzSharedFrames(f *testing.F) { f.Fuzz(rapid.MakeFuzz(sharedFrames)) }

func sharedFrames(r *rapid.T) {
	width, height := rapid.IntRange(2, 60).Draw(r, "width"), rapid.IntRange(1, 12).Draw(r, "height")
	all := wire.NewShared()
	type pair struct{ sharing, alone *wire.Screen }
	var pairs []pair
	for i := range rapid.IntRange(2, 4).Draw(r, "screens") {
		term := rapid.SampledFrom([]string{"xterm-256color", "screen", "vt100"}).Draw(r, "term")
		profile := rapid.SampledFrom([]colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ASCII}).
			Draw(r, "profile")
		p := pair{wire.New(term, profile, width, height), wire.New(term, profile, width, height)}
		p.sharing.SetAtomic(i%2 == 0)
		p.alone.SetAtomic(i%2 == 0)
		pairs = append(pairs, p)
	}
	var lines []string
	for range rapid.IntRange(1, 8).Draw(r, "frames") {
		lines = drawFrame(r, lines, width, height)
		v := tea.View{Content: strings.Join(lines, "\n")}
		for i, p := range pairs {
			switch rapid.IntRange(0, 9).Draw(r, "what") {
			case 0: // do not draw this frame on these screens
				continue
			case 1:
				p.sharing.Redraw()
				p.alone.Redraw()
			case 2:
				p.sharing.Raw(nil, "\x1b[5;5H\x1b[41m")
				p.alone.Raw(nil, "\x1b[5;5H\x1b[41m")
			}
			want := p.alone.Frame(nil, v)
			var got []byte
			if rapid.IntRange(0, 3).Draw(r, "alone") == 0 {
				got = p.sharing.Frame(nil, v)
			} else {
				got = p.sharing.FrameShared(nil, v, all)
			}
			if string(got) != string(want) {
				r.Fatalf("screen %d got %q, want %q", i, got, want)
			}
		}
	}
}

// Many goroutines may draw frames from one [wire.Shared] at the same time.
func TestSharedFramesFromManyGoroutines(t *testing.T) {
	all := wire.NewShared()
	var frames []tea.View
	for n := range 50 {
		frames = append(frames, tea.View{Content: strings.Repeat(fmt.Sprintf("\x1b[3%dmé́ frame %d\n", n%8, n), 20)})
	}
	want := wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
	var alone [][]byte
	for _, v := range frames {
		alone = append(alone, want.Frame(nil, v))
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			s := wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
			for n, v := range frames {
				if got := s.FrameShared(nil, v, all); string(got) != string(alone[n]) {
					t.Errorf("frame %d: got %q, want %q", n, got, alone[n])
				}
			}
		})
	}
	group.Wait()
}

// TestSharedFramesAreCheap checks that a screen allocates nothing for a frame that another
// screen has already drawn, and that frames that no screen shows are freed.
func TestSharedFramesAreCheap(t *testing.T) {
	all := wire.NewShared()
	frame := func(n int) tea.View { return tea.View{Content: strings.Repeat(fmt.Sprintf("frame %d\n", n), 20)} }
	first, second := frame(1), frame(2)
	screens := make([]*wire.Screen, 102)
	for i := range screens {
		screens[i] = wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
		screens[i].FrameShared(nil, first, all)
	}
	screens[0].FrameShared(nil, second, all)
	b, i := make([]byte, 0, 64<<10), 0
	if n := testing.AllocsPerRun(100, func() { i++; b = screens[i].FrameShared(b[:0], second, all) }); n > 0 {
		t.Errorf("a shared frame takes %v allocations", n)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for n := range 5000 { // draw frames whose cells would take 40 MB if they were kept
		for _, s := range screens[:2] {
			b = s.FrameShared(b[:0], frame(n), all)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 10<<20 {
		t.Errorf("5,000 frames that nobody shows keep %d bytes", grown)
	}
	runtime.KeepAlive(all)
}
