package postgres

import (
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/internal/store/pgtest"
)

// If the network drops all packets, a statement must fail soon. Without the guard, it would
// wait until TCP gives up.
func TestSilentServerIsNotAwaited(t *testing.T) {
	at, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	var silent atomic.Bool
	at.Host, _ = proxy(t, at.Host, &silent)
	const within = 300 * time.Millisecond
	s, err := Open(t.Context(), Config{URL: at.String(), Node: "a", Logger: slog.New(slog.DiscardHandler), AnswerWithin: within})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	id := newTable(t, s)
	if _, err := s.backend.read.ExecContext(t.Context(), `SELECT pg_sleep(0.2)`); err != nil {
		t.Errorf("an answer in time: %v", err)
	}
	silent.Store(true)
	begun := time.Now()
	if _, err := s.Tables.Load(t.Context(), id); err == nil {
		t.Error("a silent server has answered")
	}
	if took := time.Since(begun); took < within/2 || took > 30*within {
		t.Errorf("the statement failed after %v, and the limit is %v", took, within)
	}
}

// proxy forwards connections to a server. While `silent` is true, it drops what the server
// sends. The function `cut` closes all connections.
func proxy(t *testing.T, server string, silent *atomic.Bool) (address string, cut func()) {
	t.Helper()
	var mu sync.Mutex
	var open []net.Conn
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer near.Close()
				far, err := net.Dial("tcp", server)
				if err != nil {
					return
				}
				defer far.Close()
				mu.Lock()
				open = append(open, near, far)
				mu.Unlock()
				go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
				_, _ = io.Copy(unlessSilent{near, silent}, far)
			}()
		}
	}()
	return listener.Addr().String(), func() {
		mu.Lock()
		defer mu.Unlock()
		for _, conn := range open {
			_ = conn.Close()
		}
		open = nil
	}
}

// unlessSilent is a writer that drops all data while silent is true.
type unlessSilent struct {
	io.Writer
	silent *atomic.Bool
}

func (w unlessSilent) Write(p []byte) (int, error) {
	if w.silent.Load() {
		return len(p), nil
	}
	return w.Writer.Write(p)
}
