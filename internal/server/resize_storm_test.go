package server

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/sshtest"
	"quadrille/internal/ui"
)

// Whoever drags the corner of his window sends sizes by the hundred, each of which
// would have everything drawn anew.
func TestSizesAreToldNowAndThenAndTheNewestLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startProgram(t, &teller{}, 1000)
		every := r.session.server.limits.Load().ResizeEvery
		for i := range 1000 {
			r.session.channel.resize(size{80 + i%100, 24})
			pass(time.Millisecond)
		}
		pass(every)
		told, most := len(r.model.sizes)-1, int(time.Second/every)+1
		if last := r.model.sizes[told]; last.Width != 179 || told < 2 || told > most {
			t.Errorf("told %d sizes in a second, %d at most, the last %d wide", told, most, last.Width)
		}
		pass(time.Hour)
		r.session.channel.resize(size{80, 24})
		synctest.Wait()
		if last := r.model.sizes[len(r.model.sizes)-1]; last.Width != 80 {
			t.Errorf("after an hour in which nothing came it is still %d wide", last.Width)
		}
		r.stop()
	})
}

// busy is a screen that does not get done with the key b until it is freed.
type busy struct {
	tea.Model
	begun, freed chan struct{}
}

func (b busy) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok && key.String() == "b" {
		close(b.begun)
		<-b.freed
	}
	var cmd tea.Cmd
	b.Model, cmd = b.Model.Update(msg)
	return b, cmd
}

func TestSizesThatCameMeanwhileAreOne(t *testing.T) {
	d := startServer(t, Limits{ResizeEvery: time.Hour})
	begun, freed := make(chan struct{}), make(chan struct{})
	d.screens = func(cfg ui.Config) tea.Model {
		return busy{probe{cfg: cfg, width: cfg.Width, height: cfg.Height}, begun, freed}
	}
	screen := sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.GuestAuth()), "dragging", 80, 24, "")
	screen.See(t, "sizes 1.")
	resize := func(width, height int) {
		t.Helper() // it is answered when the line has the size
		if ok, err := screen.Session.SendRequest("window-change", true, windowPayload(uint32(width), uint32(height))); !ok || err != nil {
			t.Fatalf("a size of %d x %d: %t, %v", width, height, ok, err)
		}
	}
	must(t, screen.Type("b"))
	<-begun
	for n := range 50 {
		resize(81+n, 24)
	}
	close(freed)
	if text := screen.See(t, "sizes 2."); !strings.Contains(text, "size 130x24.") {
		t.Errorf("the newest was not told:\n%s", text)
	}
	resize(90, 24) // within the hour
	must(t, screen.Type("k"))
	if text := screen.See(t, `key "k".`); !strings.Contains(text, "sizes 2.") {
		t.Errorf("a size too soon was told:\n%s", text)
	}
}
