package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// maxGroup is the maximum number of requests in one transaction.
const maxGroup = 256

// request is a request to the writer. The writer executes several requests in one
// transaction, and calls the function `do` of each request. If `do` returns the error
// `refused`, it has written nothing, and the other requests continue. If it returns the error
// `failed`, no request of the transaction is stored.
type request struct {
	do      func(p *writeConn) (refused, failed error)
	reads   bool // the request only reads, so no commit is needed
	refused error
	done    chan error // capacity 1, so that the writer never waits
}

// openConn opens a write connection.
type openConn func(ctx context.Context) (*writeConn, error)

// writer is the goroutine that writes to the database.
type writer struct {
	conn    *writeConn
	open    openConn
	path    string
	logger  *slog.Logger
	failing atomic.Bool // whether the last transaction failed

	mu       sync.RWMutex // read-locked while a request is sent to the writer, so that close waits until the request was sent
	closed   bool
	requests chan *request
	ended    chan struct{}
}

// startWriter opens the write connection and starts the writer.
func startWriter(ctx context.Context, open openConn, path string, logger *slog.Logger) (*writer, error) {
	p, err := open(ctx)
	if err != nil {
		return nil, err
	}
	commits := filepath.Join(filepath.Dir(path), datadir.CommitsName)
	if p.openFiles, err = datadir.WatchFiles(path, path+"-wal", path+"-shm", commits); err != nil {
		p.close()
		return nil, err
	}
	w := &writer{conn: p, open: open, path: path, logger: logger, requests: make(chan *request, maxGroup), ended: make(chan struct{})}
	go w.run()
	return w, nil
}

// submit calls the function `do` in a transaction, and returns nil when the changes are on
// the disk. If ctx is done before the writer has received the request, the function is not
// called.
func (w *writer) submit(ctx context.Context, do func(p *writeConn) (refused, failed error)) error {
	r := &request{do: do, done: make(chan error, 1)}
	if err := w.hand(ctx, r); err != nil {
		return err
	}
	return <-r.done
}

// look calls the function `do` on the writer's goroutine. The function must not write.
func (w *writer) look(ctx context.Context, do func(p *writeConn)) error {
	r := &request{reads: true, done: make(chan error, 1), do: func(p *writeConn) (refused, failed error) {
		do(p)
		return nil, nil
	}}
	if err := w.hand(ctx, r); err != nil {
		return err
	}
	return <-r.done
}

// offer sends an optional request to the writer. If the queue is full, the request is
// dropped.
func (w *writer) offer(do func(p *writeConn) (refused, failed error)) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return
	}
	select {
	case w.requests <- &request{do: do, done: make(chan error, 1)}:
	default:
	}
}

func (w *writer) hand(ctx context.Context, r *request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return &datadir.Refusal{Reason: datadir.Closed}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.requests <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close waits until the writer has finished all accepted requests.
func (w *writer) close() {
	w.mu.Lock()
	if !w.closed {
		w.closed = true
		close(w.requests)
	}
	w.mu.Unlock()
	<-w.ended
}

func (w *writer) run() {
	defer close(w.ended)
	for first := range w.requests {
		w.answer(w.gather(first))
		if w.conn.recent >= w.conn.mergeAt {
			w.transact([]*request{{do: (*writeConn).mergeRecent}}) // ignore a failure: it is logged, and the merge is tried again later
		}
		if err := w.conn.checkpointIfLong(); err != nil {
			w.logger.Error("cannot move commits from the WAL to the database", "error", datadir.Trouble(w.path, err).Error())
		}
	}
	if w.conn.untrusted == nil { // closing the connection would run a checkpoint and remove the WAL, which the next start needs
		w.conn.close()
	}
}

// answer executes a group of requests in one transaction, and sends each request its result.
func (w *writer) answer(group []*request) {
	err := w.transact(group)
	if w.conn.staleWAL {
		if fault := w.conn.checkpoint(w.path, clock.Steady()); fault != nil {
			w.logger.Warn("the WAL may still hold data of deleted accounts", "error", fault.Error())
		}
	}
	err = forPeople(err)
	for _, r := range group {
		if r.refused != nil && err == nil {
			r.done <- r.refused
		} else {
			r.done <- err
		}
	}
}

// forPeople returns an error for players, without paths and without advice for the operator.
// The log contains the paths and the advice.
func forPeople(err error) error {
	var refusal *datadir.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	switch refusal.Reason {
	case datadir.Unsure:
		return &table.Refusal{Reason: table.InDoubt, Cause: err}
	case datadir.DiskFull:
		return &table.Refusal{Reason: table.DiskFull, Cause: err}
	case datadir.ReadOnly, datadir.Locked, datadir.Damaged, datadir.DiskFault, datadir.CannotUse, datadir.NotDatabase,
		datadir.Vanished, datadir.Untrusted:
		return &table.Refusal{Reason: table.CannotStore, Cause: err}
	}
	return err
}

// gather returns the request `first` and all requests that are waiting behind it. Before
// that, it lets goroutines run whose requests were just answered: they may send more
// requests, and one sync then serves all of them.
func (w *writer) gather(first *request) []*request {
	runtime.Gosched()
	group := []*request{first}
	for len(group) < maxGroup {
		select {
		case r, ok := <-w.requests:
			if !ok {
				return group
			}
			group = append(group, r)
		default:
			return group
		}
	}
	return group
}

// transact executes a group of requests in one transaction. An error means that nothing was
// stored, or that the outcome is unknown. A panic in a request becomes an error.
func (w *writer) transact(group []*request) (err error) {
	ctx := context.Background()
	defer func() {
		if fault := recover(); fault != nil {
			w.logger.Error("panic in a database write", "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", fault)
		}
		if err != nil {
			w.conn.rollback(ctx)
			err = datadir.Trouble(w.path, err)
			w.conn.failed(err)
			if errors.Is(err, table.ErrUnsure) {
				w.conn.unsynced = err
			}
			w.logger.Error("write failed", "requests", len(group), "error", err.Error())
		}
		w.failing.Store(err != nil)
	}()
	if err := w.trusted(ctx); err != nil {
		return err
	}
	if err := w.conn.begin(ctx); err != nil {
		return err
	}
	changes := false
	for _, r := range group {
		if r.refused, err = r.do(w.conn); err != nil {
			return err
		}
		changes = changes || r.refused == nil && !r.reads
	}
	if changes { // count only commits with changes: other commits write nothing and need no sync
		if err := w.conn.commits.Add(ctx); err != nil {
			return err
		}
	}
	if err := w.conn.commit(ctx); err != nil {
		return datadir.CommitTrouble(w.path, err)
	}
	if changes {
		w.conn.commits.Committed()
	}
	w.conn.observer.Committed(len(group))
	return nil
}
