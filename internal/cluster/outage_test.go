package cluster_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/cluster"
	"quadrille/internal/cluster/clustertest"
	"quadrille/internal/player"
)

// TestReportsReturnAfterALongOutage cuts both nodes off for so long that their reports are deleted.
func TestReportsReturnAfterALongOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clustertest.NewMemory()
		a, b := join(t, store, "a"), join(t, store, "b")
		a.Report(7, []player.ID{"x"}, 0)
		b.Report(8, []player.ID{"y"}, 0)
		time.Sleep(2 * time.Second)
		for _, cut := range []bool{true, false} {
			store.Cut("a", cut)
			store.Cut("b", cut)
			time.Sleep(11 * time.Minute)
		}
		if !b.Elsewhere(7).Present["x"] || !a.Elsewhere(8).Present["y"] {
			t.Errorf("b sees %v, a sees %v", b.Elsewhere(7).Present, a.Elsewhere(8).Present)
		}
		a.stop()
		b.stop()
	})
}

// unreliable is a store that fails to return reports a given number of times.
type unreliable struct {
	*clustertest.Memory
	failures atomic.Int32
}

func (u *unreliable) Reports(ctx context.Context) ([]cluster.Report, error) {
	if u.failures.Load() > 0 {
		u.failures.Add(-1)
		return nil, errors.New("no answer")
	}
	return u.Memory.Reports(ctx)
}

// TestReportsAreReadAgainAfterAnError checks that one failed read loses no reports.
func TestReportsAreReadAgainAfterAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := clustertest.NewMemory()
		a := join(t, memory, "a")
		store := &unreliable{Memory: memory}
		b, err := cluster.Join(t.Context(), cluster.Config{Store: store, Node: "b", Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			b.Run(ctx)
		}()
		time.Sleep(3 * time.Second)
		store.failures.Store(1)
		a.Report(7, []player.ID{"x"}, 0)
		time.Sleep(time.Minute)
		if !b.Elsewhere(7).Present["x"] || store.failures.Load() > 0 {
			t.Errorf("b sees %v; %d failures left", b.Elsewhere(7).Present, store.failures.Load())
		}
		cancel()
		<-done
		a.stop()
	})
}
