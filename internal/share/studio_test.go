package share

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// TestCompleteFileNeedsNoSlot has other files take all slots before the last part of a file is
// written.
func TestCompleteFileNeedsNoSlot(t *testing.T) {
	s := New("")
	release := make(chan struct{})
	var others sync.WaitGroup
	defer others.Wait()
	defer close(release)
	hold := func(who player.ID) {
		began := make(chan struct{})
		others.Go(func() {
			_ = s.Do(context.Background(), who, io.Discard, func(io.Writer) error {
				close(began)
				<-release
				return nil
			})
		})
		<-began
	}
	hold("b")
	client := writerFunc(func(part []byte) (int, error) {
		hold("c")
		return len(part), nil
	})
	err := s.Do(t.Context(), "a", client, func(w io.Writer) error {
		_, err := io.WriteString(w, "file")
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestFilesAreMadeInTheirSlots has more clients than slots. No file is begun while others that are
// not complete have all slots, even if they have written much.
func TestFilesAreMadeInTheirSlots(t *testing.T) {
	s := New("")
	var making, most atomic.Int64
	var clients sync.WaitGroup
	for i := range 10 {
		clients.Go(func() {
			err := s.Do(t.Context(), player.ID(strconv.Itoa(i)), io.Discard, func(w io.Writer) error {
				n := making.Add(1)
				defer making.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				for range 32 {
					if _, err := w.Write(make([]byte, 64<<10)); err != nil {
						return err
					}
					runtime.Gosched()
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	clients.Wait()
	if most.Load() > atOnce {
		t.Errorf("%d files were made at once, want at most %d", most.Load(), atOnce)
	}
}

// TestOpenFilesAreLimited has the maximum number of clients that do not read.
func TestOpenFilesAreLimited(t *testing.T) {
	s := New("")
	file := func(w io.Writer) error {
		_, err := io.WriteString(w, "file")
		return err
	}
	var clients sync.WaitGroup
	for i := range openFiles {
		reader, writer := io.Pipe()
		clients.Go(func() { _ = s.Do(t.Context(), player.ID(strconv.Itoa(i)), writer, file) })
		if _, err := reader.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = reader.Close() }()
	}
	if err := s.Do(t.Context(), "another", io.Discard, file); refusal.Of(err) != Crowded {
		t.Error(err)
	}
}

// TestErrorOfAClientIsReturnedOnce checks the error of a client that has disconnected.
func TestErrorOfAClientIsReturnedOnce(t *testing.T) {
	closed := errors.New("the client has disconnected")
	client := writerFunc(func([]byte) (int, error) { return 0, closed })
	err := New("").Do(t.Context(), "a", client, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20))
		return err
	})
	if err == nil || err.Error() != closed.Error() {
		t.Errorf("%q", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(part []byte) (int, error) { return f(part) }

// TestSlowClientsDoNotBlockFiles has more clients that do not read than there are slots.
func TestSlowClientsDoNotBlockFiles(t *testing.T) {
	s := New("")
	ended := make(chan error)
	for _, who := range []player.ID{"a", "b", "c"} {
		reader, writer := io.Pipe()
		go func() {
			ended <- s.Do(t.Context(), who, writer, func(w io.Writer) error {
				_, err := w.Write(make([]byte, 1<<20))
				return err
			})
		}()
		if _, err := reader.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = reader.CloseWithError(errors.New("closed"))
			if err := <-ended; err == nil {
				t.Error("a file was complete although its client had not read it")
			}
		}()
	}
	var file strings.Builder
	err := s.Do(t.Context(), "d", &file, func(w io.Writer) error {
		_, err := io.WriteString(w, "file")
		return err
	})
	if err != nil || file.String() != "file" {
		t.Errorf("%q, %v", file.String(), err)
	}
	if err := s.Do(t.Context(), "a", &file, func(io.Writer) error { return nil }); err == nil {
		t.Error("a second file was made for an account")
	}
}
