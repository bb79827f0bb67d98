// Package clustertest tests implementations of [cluster.Store], and provides one in memory
// for tests of other packages.
package clustertest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"quadrille/internal/cluster"
)

// Memory is a [cluster.Store] in memory.
type Memory struct {
	mu      sync.Mutex
	states  map[cluster.Run]*cluster.State
	reports []cluster.Report
	cut     map[string]bool // nodes that cannot reach the store
	Ahead   time.Duration   // time of the store's clock minus time of the machine's clock
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{states: map[cluster.Run]*cluster.State{}, cut: map[string]bool{}}
}

// Cut makes all calls of a node fail, or lets them succeed again.
func (m *Memory) Cut(node string, cut bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cut[node] = cut
}

// Step sets the store's clock forward, or back if the duration is negative.
func (m *Memory) Step(by time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Ahead += by
}

var errCut = errors.New("cannot reach the store")

// Beat implements [cluster.Store].
func (m *Memory) Beat(
	_ context.Context, run cluster.Run, ahead time.Duration, stopped bool,
) (list []cluster.State, now time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now = time.Now().Add(m.Ahead)
	if m.cut[run.Node] {
		return nil, now, errCut
	}
	if m.states[run] == nil {
		m.states[run] = &cluster.State{Run: run}
	}
	m.states[run].Beat, m.states[run].Ahead, m.states[run].Stopped = now, ahead, stopped
	for _, s := range m.states {
		s.Age = now.Sub(s.Beat)
		list = append(list, *s)
	}
	return list, now, nil
}

// Report implements [cluster.Store].
func (m *Memory) Report(_ context.Context, run cluster.Run, reports []cluster.Report) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cut[run.Node] {
		return errCut
	}
	for _, r := range reports {
		m.reports = slices.DeleteFunc(m.reports, func(old cluster.Report) bool { return old.Run == run && old.Table == r.Table })
		if len(r.Players) > 0 || r.Spectators > 0 {
			r.Run = run
			m.reports = append(m.reports, r)
		}
	}
	m.states[run].Reports++
	return nil
}

// Reports implements [cluster.Store].
func (m *Memory) Reports(context.Context) ([]cluster.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.reports), nil
}

// Forget implements [cluster.Store].
func (m *Memory) Forget(_ context.Context, run cluster.Run) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.states, run)
	m.reports = slices.DeleteFunc(m.reports, func(r cluster.Report) bool { return r.Run == run })
	return nil
}
