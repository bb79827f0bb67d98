package postgres

import (
	"sync"
	"testing"
	"time"

	"quadrille/internal/store/parts"
	"quadrille/internal/store/pgtest"
)

// After several conflicts, a transaction must run alone in its process. Otherwise it might
// be refused when hundreds of people choose names at the same time.
func TestConflictsDoNotStarveATransaction(t *testing.T) {
	s := opened(t, pgtest.Database(t), "a")
	if _, err := s.backend.write.ExecContext(t.Context(), `CREATE TABLE names (n bigint)`); err != nil {
		t.Fatal(err)
	}
	// add runs a transaction that counts the rows of the SQL table `names`, calls the
	// function `between`, and inserts a row. If `between` inserts a row too, the two
	// changes conflict.
	add := func(between func()) error {
		return s.backend.Update(t.Context(), func(tx *parts.Tx) (refused, failed error) {
			var n int64
			if err := tx.Row(`SELECT count(*) FROM names`).Scan(&n); err != nil {
				return nil, err
			}
			between()
			return nil, tx.Exec(`INSERT INTO names VALUES ($1)`, n)
		})
	}
	attempts := 0
	var others sync.WaitGroup
	err := add(func() {
		attempts++
		added := make(chan struct{})
		others.Go(func() {
			defer close(added)
			if err := add(func() {}); err != nil {
				t.Error(err)
			}
		})
		select {
		case <-added:
		case <-time.After(time.Second): // stop waiting: the other transaction cannot end before this one
		}
	})
	if err != nil || attempts != sharedAttempts+1 {
		t.Errorf("after %d attempts: %v; want %d attempts", attempts, err, sharedAttempts+1)
	}
	others.Wait()
}
