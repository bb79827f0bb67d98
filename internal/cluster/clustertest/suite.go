package clustertest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/cluster"
	"quadrille/internal/player"
)

// Run tests an implementation of [cluster.Store].
func Run(t *testing.T, open func(t *testing.T) cluster.Store) {
	a, b := cluster.Run{Node: "a", ID: 1}, cluster.Run{Node: "b", ID: 2}
	beat := func(t *testing.T, s cluster.Store, run cluster.Run, stopped bool) []cluster.State {
		t.Helper()
		list, now, err := s.Beat(t.Context(), run, time.Duration(run.ID)*time.Minute, stopped)
		if err != nil || now.IsZero() {
			t.Fatalf("time %v, %v", now, err)
		}
		slices.SortFunc(list, func(a, b cluster.State) int { return int(a.ID - b.ID) })
		return list
	}
	t.Run("Heartbeats", func(t *testing.T) {
		s := open(t)
		beat(t, s, a, false)
		time.Sleep(10 * time.Millisecond)
		list := beat(t, s, b, true)
		if len(list) != 2 || list[0].Run != a || list[1].Run != b || list[0].Age < 10*time.Millisecond || list[0].Stopped ||
			!list[1].Stopped || list[0].Ahead != time.Minute || list[1].Ahead != 2*time.Minute {
			t.Fatalf("%+v", list)
		}
		if d := list[1].Beat.Sub(list[0].Beat); d < 10*time.Millisecond {
			t.Errorf("the heartbeats differ by %v", d)
		}
		if err := s.Forget(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if list := beat(t, s, a, false); len(list) != 1 || list[0].Age > time.Second {
			t.Errorf("%+v", list)
		}
	})
	t.Run("Reports", func(t *testing.T) {
		s := open(t)
		beat(t, s, a, false)
		beat(t, s, b, false)
		report := func(run cluster.Run, reports ...cluster.Report) {
			t.Helper()
			if err := s.Report(t.Context(), run, reports); err != nil {
				t.Fatal(err)
			}
		}
		report(a, cluster.Report{Table: 1, Players: []player.ID{"x", "y"}}, cluster.Report{Table: 2, Spectators: 3})
		report(b, cluster.Report{Table: 1, Spectators: 1})
		report(a, cluster.Report{Table: 1, Players: []player.ID{"y"}, Spectators: 7}, cluster.Report{Table: 2})
		list, err := s.Reports(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(list, func(a, b cluster.Report) int { return int(a.Run.ID - b.Run.ID) })
		for i := range list {
			if len(list[i].Players) == 0 {
				list[i].Players = nil
			}
		}
		want := []cluster.Report{{Run: a, Table: 1, Players: []player.ID{"y"}, Spectators: 7}, {Run: b, Table: 1, Spectators: 1}}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if states := beat(t, s, a, false); states[0].Reports != 2 || states[1].Reports != 1 {
			t.Errorf("states %+v; want Reports = 2 in the first and 1 in the second", states)
		}
		if err := s.Forget(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Reports(t.Context()); err != nil || len(list) != 1 || list[0].Run != b {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
