package server

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/sshtest"
)

// viewCounter is a model that counts the views of tables that it receives.
type viewCounter struct {
	kit.Model
	views *atomic.Int64
}

func (m viewCounter) Update(msg tea.Msg) (kit.Model, tea.Cmd) {
	if _, ok := msg.(game.ViewMsg); ok {
		m.views.Add(1)
	}
	next, cmd := m.Model.Update(msg)
	return viewCounter{next, m.views}, cmd
}

func (m viewCounter) Output() kit.Output {
	return m.Model.(interface{ Output() kit.Output }).Output()
}

// TestFollowersShowWhatTheirModelsDraw plays a game with spectators who also press keys. It
// checks that each terminal shows every move, although not every model receives every view.
// When a model redraws the whole screen, this must not change the cells of its terminal.
func TestFollowersShowWhatTheirModelsDraw(t *testing.T) {
	const spectators, plies = 12, 24
	d, _, opened := startWatchedTable(t, func(*Config) {})
	var views atomic.Int64
	d.screens = func(cfg kit.Config) kit.Model { return viewCounter{screen.New(cfg), &views} }
	var screens []*sshtest.Screen
	for i := range spectators {
		key := namedKey(t, d, fmt.Sprintf("Spectator %d", i+1))
		screens = append(screens, watch(t, d, key, fmt.Sprintf("127.0.0.%d", 20+i)))
	}
	for _, s := range screens {
		s.See(t, fmt.Sprintf("%d watching", spectators))
	}
	views.Store(0)
	random := rand.New(rand.NewPCG(1, 2))
	// longer than frameInterval, because the server runs the model of every session for a view that arrives sooner
	frame := time.NewTicker(2 * frameInterval)
	defer frame.Stop()
	for n := range plies {
		s := screens[random.IntN(spectators)]
		switch n % 4 {
		case 1: // rotate the board
			typeKey(t, s, "/")
		case 2: // look at an earlier position and return
			typeKey(t, s, "[")
			typeKey(t, s, "]")
		case 3: // open and close the help
			typeKey(t, s, "?")
			typeKey(t, s, "\x1b")
		}
		<-frame.C
		playNext(t, opened)
		for _, s := range screens {
			s.See(t, rowOf(n))
			s.See(t, []string{"Black", "White"}[n%2]+" to move")
		}
		redrawnAlike(t, screens[random.IntN(spectators)])
	}
	for _, s := range screens {
		redrawnAlike(t, s)
	}
	if all := int64(spectators * plies); views.Load() > all*9/10 {
		t.Errorf("models received %d of %d views, want at most 9 of 10", views.Load(), all)
	}
}

// typeKey types a key and waits until the screen has changed.
func typeKey(t *testing.T, s *sshtest.Screen, key string) {
	t.Helper()
	before := s.Text()
	must(t, s.Type(key))
	s.Await(t, "a change after the key "+key, func(text string) bool { return text != before })
}

// redrawnAlike makes the model of a session redraw the whole screen, and requires that this
// does not change the cells of the terminal.
func redrawnAlike(t *testing.T, s *sshtest.Screen) {
	t.Helper()
	before, begun := s.Cells(), len(s.Got())
	must(t, s.Type("\x0c"))
	s.Await(t, "the same cells after a redraw", func(string) bool {
		return strings.Contains(s.Got()[begun:], "\x1b[H\x1b[J") && s.Cells() == before
	})
}
