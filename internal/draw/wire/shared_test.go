package wire_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"quadrille/assets"
	"quadrille/internal/draw"
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
	var f frame
	for range rapid.IntRange(1, 8).Draw(r, "frames") {
		f = drawFrame(r, f, width, height)
		v := f.view()
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
			want := p.alone.Frame(nil, v, nil)
			one := v
			if rapid.IntRange(0, 3).Draw(r, "alone") == 0 {
				one.Key = nil
			}
			got := p.sharing.Frame(nil, one, all)
			if string(got) != string(want) {
				r.Fatalf("screen %d got %q, want %q", i, got, want)
			}
		}
	}
}

// Many goroutines may draw frames from one [wire.Shared] at the same time.
func TestSharedFramesFromManyGoroutines(t *testing.T) {
	all := wire.NewShared()
	var frames []wire.View
	for n := range 50 {
		line := []run{{fmt.Sprintf("é\u0301 frame %d", n), draw.Style{Fg: assets.Shade(100 + n%8)}}}
		frames = append(frames, frame(slices.Repeat([][]run{line}, 20)).view())
	}
	want := wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
	var alone [][]byte
	for _, v := range frames {
		alone = append(alone, want.Frame(nil, v, nil))
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			s := wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
			for n, v := range frames {
				if got := s.Frame(nil, v, all); string(got) != string(alone[n]) {
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
	numbered := func(n int) wire.View {
		f := plainText(strings.Repeat(fmt.Sprintf("frame %d\n", n), 20))
		return wire.View{Draw: f.draw, Key: n}
	}
	first, second := numbered(1), numbered(2)
	screens := make([]*wire.Screen, 102)
	for i := range screens {
		screens[i] = wire.New("xterm-256color", colorprofile.TrueColor, 80, 24)
		screens[i].Frame(nil, first, all)
	}
	screens[0].Frame(nil, second, all)
	b, i := make([]byte, 0, 64<<10), 0
	if n := testing.AllocsPerRun(100, func() { i++; b = screens[i].Frame(b[:0], second, all) }); n > 0 {
		t.Errorf("a shared frame takes %v allocations", n)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for n := range 5000 { // draw frames whose cells would take 40 MB if they were kept
		for _, s := range screens[:2] {
			b = s.Frame(b[:0], numbered(n), all)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 10<<20 {
		t.Errorf("5,000 frames that nobody shows keep %d bytes", grown)
	}
	runtime.KeepAlive(all)
}
