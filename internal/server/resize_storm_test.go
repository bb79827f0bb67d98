package server

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/sshtest"
)

// TestResizesAreRateLimited sends a thousand terminal sizes within a second. The program
// must receive only some of them, including the last one. A terminal sends hundreds of
// sizes while a person resizes its window with the mouse.
func TestResizesAreRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &recorder{}, 1000)
		every := r.session.server.limits.Load().ResizeEvery
		for i := range 1000 {
			r.session.channel.resize(size{80 + i%100, 24})
			advance(time.Millisecond)
		}
		advance(every)
		sent, most := len(r.model.sizes)-1, int(time.Second/every)+1
		if last := r.model.sizes[sent]; last.Width != 179 || sent < 2 || sent > most {
			t.Errorf("%d sizes in a second, want %d at most; the last has width %d", sent, most, last.Width)
		}
		advance(time.Hour)
		r.session.channel.resize(size{80, 24})
		synctest.Wait()
		if last := r.model.sizes[len(r.model.sizes)-1]; last.Width != 80 {
			t.Errorf("an hour later the width is still %d", last.Width)
		}
		r.stop()
	})
}

// busy is a screen whose method Update, after the key b, does not return until the channel
// `freed` is closed.
type busy struct {
	kit.Model
	begun, freed chan struct{}
}

func (b busy) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok && key.String() == "b" {
		close(b.begun)
		<-b.freed
	}
	var cmd tea.Cmd
	b.Model, cmd = b.Model.Update(msg)
	return b, cmd
}

func TestPendingResizesAreMerged(t *testing.T) {
	d := startServer(t, Limits{ResizeEvery: time.Hour})
	begun, freed := make(chan struct{}), make(chan struct{})
	d.screens = func(cfg kit.Config) kit.Model {
		return busy{probe{cfg: cfg, width: cfg.Width, height: cfg.Height}, begun, freed}
	}
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "dragging", 80, 24, "")
	screen.See(t, "sizes 1.")
	resize := func(width, height int, reply bool) { // the server delays many replies, so most resizes want none
		t.Helper()
		ok, err := screen.Session.SendRequest("window-change", reply, windowPayload(uint32(width), uint32(height)))
		if ok != reply || err != nil {
			t.Fatalf("a size of %d x %d: %t, %v", width, height, ok, err)
		}
	}
	must(t, screen.Type("b"))
	<-begun
	for n := range 50 {
		resize(81+n, 24, n == 49)
	}
	close(freed)
	if text := screen.See(t, "sizes 2."); !strings.Contains(text, "size 130x24.") {
		t.Errorf("the newest size is not shown:\n%s", text)
	}
	resize(90, 24, true) // the screen does not get this size yet, because ResizeEvery is an hour
	must(t, screen.Type("k"))
	if text := screen.See(t, `key "k".`); !strings.Contains(text, "sizes 2.") {
		t.Errorf("the screen was resized too early:\n%s", text)
	}
}
