package live_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestCopiesNeverFork sends random commands to three copies of a table, some at the same
// time. The log is slow, notifications arrive late or get lost, the outcome of some writes
// is unknown, and nodes fail and restart. In the end every copy must equal the log, and the
// log must contain each acknowledged command exactly once.
func TestCopiesNeverFork(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			m := newClusterMachine(r)
			r.Repeat(map[string]func(*rapid.T){
				"burst":      m.burst,
				"burstAgain": m.burst, // a second entry makes bursts twice as likely
				"connect":    m.connect,
				"leave":      m.leave,
				"fail":       m.fail,
				"restart":    m.restart,
				"wait":       func(r *rapid.T) { time.Sleep(time.Duration(rapid.IntRange(1, 40).Draw(r, "seconds")) * time.Second) },
				"":           func(*rapid.T) {},
			})
			m.check()
		})
	})
}

// clusterMachine runs random commands on a cluster.
type clusterMachine struct {
	*cluster
	mu       sync.Mutex
	random   *rand.Rand
	commands int
	recent   []table.Command
	acked    map[string]player.ID // the author of each acknowledged command, by command ID; the log must contain these commands
	leaving  []func()             // functions that close the open watchers
}

func newClusterMachine(r *rapid.T) *clusterMachine {
	seed := rapid.Uint64().Draw(r, "seed")
	terms := table.Terms{Game: "chess4", Clock: table.Clock{Start: 5 * time.Minute, Increment: 3 * time.Second}}
	m := &clusterMachine{cluster: newCluster(r, 3, terms), random: rand.New(rand.NewPCG(seed, 1)), acked: map[string]player.ID{}}
	for _, n := range m.nodes {
		n.delay = func() { time.Sleep(time.Duration(m.n(8)) * time.Millisecond) }
		n.lose = func() bool { return m.n(4) == 0 }
		n.unsure = func() (kept, unsure bool) {
			unsure = m.n(10) == 0
			return !unsure || m.n(2) == 0, unsure
		}
	}
	m.start()
	return m
}

func (m *clusterMachine) n(limit int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.random.IntN(limit)
}

// burst sends some commands at the same time, each through a random node.
func (m *clusterMachine) burst(*rapid.T) {
	var all sync.WaitGroup
	for range 1 + m.n(5) {
		n := m.nodes[m.n(len(m.nodes))]
		if n.down.Load() {
			continue
		}
		a := m.command(n)
		all.Go(func() {
			if err := n.Do(context.Background(), a); err == nil && (a.Kind == table.Play || a.Kind == table.Chat) {
				m.mu.Lock()
				m.acked[a.ID] = a.By.ID
				m.mu.Unlock()
			}
		})
	}
	all.Wait()
	if m.n(3) == 0 {
		m.settle()
	}
}

// command returns a random command, or repeats a recent one.
func (m *clusterMachine) command(n *node) table.Command {
	if m.n(3) == 0 && len(m.recent) > 0 {
		return m.recent[m.n(len(m.recent))]
	}
	v := n.View()
	m.commands++
	a := table.Command{By: four[m.n(4)], ID: fmt.Sprint(m.commands), Seat: rules.NoSeat, Answers: -1}
	switch m.n(8) {
	case 0:
		a.Kind, a.Text = table.Chat, fmt.Sprint("line ", m.commands)
	case 1:
		a.Kind = table.OfferDraw
	case 2:
		a.Kind = table.DeclineDraw
	case 3:
		a.Kind = table.OfferTakeback
	case 4:
		a.Kind = table.AcceptTakeback
	default:
		a.Kind = table.Play
		if len(v.Legal) > 0 {
			a.By, a.Seat = v.Seats[v.Actor].Player, v.Actor
			a.Action, a.Answers = v.Legal[m.n(len(v.Legal))], len(v.Moves)
		}
	}
	m.recent = append(m.recent[max(0, len(m.recent)-5):], a)
	return a
}

func (m *clusterMachine) connect(*rapid.T) {
	if i := m.n(len(m.nodes)); !m.nodes[i].down.Load() {
		m.leaving = append(m.leaving, m.cluster.connect(i, four[m.n(4)]))
	}
}

func (m *clusterMachine) leave(*rapid.T) {
	if len(m.leaving) > 0 {
		i := m.n(len(m.leaving))
		m.leaving[i]()
		m.leaving = append(m.leaving[:i], m.leaving[i+1:]...)
	}
}

// fail cuts a random node off from the log and stops the node. It does nothing if the node has
// already failed, or if no other node runs.
func (m *clusterMachine) fail(*rapid.T) {
	running := 0
	for _, n := range m.nodes {
		if !n.down.Load() {
			running++
		}
	}
	n := m.nodes[m.n(len(m.nodes))]
	if n.down.Load() || running < 2 {
		return
	}
	n.cut.Store(true)
	_ = n.Stop(context.Background())
	lost := map[player.ID]time.Time{}
	for id := range n.people {
		lost[id] = time.Now()
	}
	clear(n.people)
	n.down.Store(true)
	time.Sleep(2 * time.Second)
	m.tellPresence(lost)
}

func (m *clusterMachine) restart(*rapid.T) {
	if n := m.nodes[m.n(len(m.nodes))]; n.down.Load() {
		m.waitForNotifications()
		n.cut.Store(false)
		m.open(n.number)
		m.tellPresence(nil)
	}
}

func (m *clusterMachine) check() {
	m.Helper()
	for _, n := range m.nodes {
		n.calm.Store(true)
	}
	time.Sleep(time.Second) // let pending reads and writes of the log finish
	m.settle()
	stored := map[string]int{}
	for _, e := range m.events() {
		if e.CommandID != "" {
			stored[e.CommandID]++
		}
	}
	for id, n := range stored {
		if n > 1 {
			m.Errorf("command %q is in the log %d times", id, n)
		}
	}
	for id := range m.acked {
		if stored[id] == 0 {
			m.Errorf("command %q was acknowledged, but is not in the log", id)
		}
	}
	m.cluster.check()
}
