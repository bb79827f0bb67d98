package postgres

import (
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/lobby/password"
	"quadrille/internal/service/quota"
	"quadrille/internal/store/pgtest"
)

// race calls the function `try` many times at two nodes at the same time. It returns the number
// of calls that returned nil.
func race(t *testing.T, try func(node, n int) error) (accepted int) {
	t.Helper()
	const each = 40
	var n atomic.Int32
	var all sync.WaitGroup
	start := make(chan struct{})
	for node := range 2 {
		for i := range each {
			all.Go(func() {
				<-start
				if try(node, node*each+i) == nil {
					n.Add(1)
				}
			})
		}
	}
	close(start)
	all.Wait()
	return int(n.Load())
}

// TestPasswordGuessesAtTwoNodes guesses a password at two nodes at the same time. Each node once
// allowed five guesses.
func TestPasswordGuessesAtTwoNodes(t *testing.T) {
	url := pgtest.Database(t)
	var nodes [2]*password.Checks
	for i := range nodes {
		nodes[i] = password.New(opened(t, url, []string{"a", "b"}[i]).Limits)
	}
	if n := race(t, func(node, _ int) error { return nodes[node].Charge(t.Context(), "SHA256:eve", 7, time.Now()) }); n != 5 {
		t.Errorf("%d guesses, want 5", n)
	}
	if err := nodes[0].Refund(t.Context(), "SHA256:eve", 7, time.Now()); err != nil {
		t.Error(err)
	}
	if err := nodes[1].Charge(t.Context(), "SHA256:eve", 8, time.Now()); err != nil {
		t.Errorf("after a right guess was subtracted: %v", err)
	}
	if err := nodes[0].Charge(t.Context(), "SHA256:eve", 8, time.Now()); err == nil {
		t.Error("a guess too many was allowed")
	}
}

// TestWrongCodesAtTwoNodes tries codes at two nodes at the same time.
func TestWrongCodesAtTwoNodes(t *testing.T) {
	url := pgtest.Database(t)
	nodes := [2]*Store{opened(t, url, "a"), opened(t, url, "b")}
	claim := reserve.Claim{Kind: "wrong codes", Who: "192.0.2.1/32", Rate: config.Rate{Burst: 10, Every: time.Hour}, N: 1}
	n := race(t, func(node, _ int) error {
		_, wait, err := nodes[node].Limits.Take(t.Context(), claim)
		if err == nil && wait > 0 {
			err = errNoTokens
		}
		return err
	})
	if n != 10 {
		t.Errorf("%d attempts, want 10", n)
	}
}

// TestNewAccountsAtTwoNodes claims names from one address at two nodes at the same time. No two
// of the names look alike: a name that is refused gives its token back, but too late for others.
func TestNewAccountsAtTwoNodes(t *testing.T) {
	url := pgtest.Database(t)
	limits := config.DefaultQuotas()
	limits.AddressAccounts = config.Rate{Burst: 30, Every: time.Hour}
	var nodes [2]player.Directory
	for i := range nodes {
		s := opened(t, url, []string{"a", "b"}[i])
		q, err := quota.Open(t.Context(), quota.Config{
			Limits: limits, Store: s.Quotas, News: s.News, Shared: s.Limits, Free: func() (uint64, error) { return 1 << 60, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(q.Close)
		nodes[i] = q.Directory(s.Accounts)
	}
	ctx := player.WithAddress(t.Context(), netip.MustParseAddr("192.0.2.1"))
	n := race(t, func(node, n int) error {
		_, err := nodes[node].Claim(ctx, player.ID("SHA256:"+string(rune('A'+n))), fmt.Sprint("Name ", n))
		return err
	})
	if n != 30 {
		t.Errorf("%d new accounts, want 30", n)
	}
}
