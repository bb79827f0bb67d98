package share

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// oneSlot returns a studio as on a machine with two processors.
func oneSlot() *Studio {
	s := New("")
	s.queue.slots, s.queue.free = 1, 1
	return s
}

// from returns a context of a client with the given number of an address.
func from(ctx context.Context, n int) context.Context {
	return player.WithAddress(ctx, netip.AddrFrom4([4]byte{192, 0, 2, byte(n)}))
}

// by returns a small job of an account.
func by(who string) Job { return Job{Account: player.ID(who), Pixels: 1000, Memory: 1000} }

// slow makes a file of one byte in ten seconds.
func slow(_ context.Context, w io.Writer) error {
	time.Sleep(10 * time.Second)
	_, err := w.Write([]byte("x"))
	return err
}

// quick makes a file of one byte at once.
func quick(_ context.Context, w io.Writer) error {
	_, err := w.Write([]byte("x"))
	return err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(part []byte) (int, error) { return f(part) }

// TestSlotsLeaveACore checks that there is one slot for two processors.
func TestSlotsLeaveACore(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for processors, want := range map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 8: 4} {
		runtime.GOMAXPROCS(processors)
		if got := slots(); got != want {
			t.Errorf("%d slots for %d processors, not %d", got, processors, want)
		}
	}
}

// TestSixteenKeysOfAnAddressKeepPictureFromNobody has 16 accounts of one address make files.
// A client of another address comes after the file that is being made.
func TestSixteenKeysOfAnAddressKeepPictureFromNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		var refused atomic.Int64
		var attackers sync.WaitGroup
		for i := range 16 {
			attackers.Go(func() {
				err := s.Do(from(t.Context(), 1), by(strconv.Itoa(i)), io.Discard, slow)
				if refusal.Of(err) == AddressBusy {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		if refused.Load() != 16-filesEach {
			t.Errorf("%d of 16 files of an address were refused", refused.Load())
		}
		began := time.Now()
		if err := s.Do(from(t.Context(), 2), by("picture"), io.Discard, quick); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > 11*time.Second {
			t.Errorf("the picture of another address waited %v", waited)
		}
		attackers.Wait()
	})
}

// TestManyAddressesDoNotFillTheQueue fills the queue with files of eight addresses. The file of
// a ninth one takes the place of the last one that waits, and comes after the first file of each
// address.
func TestManyAddressesDoNotFillTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		var crowded atomic.Int64
		var clients sync.WaitGroup
		for i := range filesInAll {
			clients.Go(func() {
				if err := s.Do(from(t.Context(), i/filesEach), by(strconv.Itoa(i)), io.Discard, slow); refusal.Of(err) == Crowded {
					crowded.Add(1)
				}
			})
			synctest.Wait()
		}
		began := time.Now()
		if err := s.Do(from(t.Context(), 100), by("another"), io.Discard, quick); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > filesInAll/filesEach*11*time.Second {
			t.Errorf("a ninth address waited %v", waited)
		}
		clients.Wait()
		if crowded.Load() != 1 {
			t.Errorf("%d files lost their places, want 1", crowded.Load())
		}
	})
}

// TestPlaceInTheQueueIsShown checks which places those who wait are shown.
func TestPlaceInTheQueueIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		var clients sync.WaitGroup
		var mu sync.Mutex
		shown := map[string]string{}
		for i, who := range []string{"a", "b", "c", "d"} {
			job := by(who)
			job.Place = func(place int) {
				mu.Lock()
				defer mu.Unlock()
				shown[who] += fmt.Sprint(place, " ")
			}
			clients.Go(func() {
				if err := s.Do(from(t.Context(), i), job, io.Discard, slow); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		clients.Wait()
		for who, want := range map[string]string{"a": "", "b": "1 ", "c": "2 1 ", "d": "3 2 1 "} {
			if shown[who] != want {
				t.Errorf("%s was shown %q, not %q", who, shown[who], want)
			}
		}
	})
}

// TestHangUpGivesThePlaceBack has clients disconnect while they wait, and in the middle of
// making a file.
func TestHangUpGivesThePlaceBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		var clients sync.WaitGroup
		begun, hangUp := context.WithCancel(from(t.Context(), 1))
		clients.Go(func() {
			err := s.Do(begun, by("a"), io.Discard, func(_ context.Context, w io.Writer) error {
				for {
					time.Sleep(time.Millisecond)
					if _, err := w.Write([]byte("x")); err != nil {
						return err
					}
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		waiting, leave := context.WithCancel(from(t.Context(), 2))
		clients.Go(func() {
			if err := s.Do(waiting, by("b"), io.Discard, slow); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		places := make(chan int, 9)
		job := by("c")
		job.Place = func(place int) { places <- place }
		clients.Go(func() {
			if err := s.Do(from(t.Context(), 3), job, io.Discard, quick); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		leave()
		synctest.Wait()
		if first, second := <-places, <-places; first != 2 || second != 1 {
			t.Errorf("places %d and %d", first, second)
		}
		at := time.Now()
		hangUp()
		clients.Wait()
		if took := time.Since(at); took > 5*time.Millisecond {
			t.Errorf("the slot was free after %v", took)
		}
		if s.queue.free != 1 || s.queue.memory != 0 || len(s.files) != 0 {
			t.Errorf("%d slots, %d bytes and %d files remain", s.queue.free, s.queue.memory, len(s.files))
		}
	})
}

// TestPagesComeBeforeFiles checks that a web page waits for a part of a file at most.
func TestPagesComeBeforeFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		var files sync.WaitGroup
		for i := range 3 {
			files.Go(func() {
				err := s.Do(from(t.Context(), i), by(strconv.Itoa(i)), io.Discard, func(_ context.Context, w io.Writer) error {
					for range 100 {
						time.Sleep(10 * time.Millisecond) // a frame
						if _, err := w.Write(make([]byte, 1000)); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		began, file := time.Now(), false
		err := s.Page(t.Context(), netip.Prefix{}, func() error {
			file = time.Since(began) > 11*time.Millisecond
			return nil
		})
		if err != nil || file {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		files.Wait()
	})
}

// TestPagesOfOneAddressDoNotDelayOthers has one address ask for many pages at once.
func TestPagesOfOneAddressDoNotDelayOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		busy := netip.MustParsePrefix("192.0.2.1/32")
		page := func() error { time.Sleep(10 * time.Millisecond); return nil }
		var refused atomic.Int64
		var pages sync.WaitGroup
		for range 50 {
			pages.Go(func() {
				if err := s.Page(t.Context(), busy, page); refusal.Of(err) == Crowded {
					refused.Add(1)
				}
			})
			synctest.Wait()
		}
		if want := int64(50 - pagesEach - 1); refused.Load() != want {
			t.Errorf("%d pages were refused, want %d", refused.Load(), want)
		}
		began := time.Now()
		if err := s.Page(t.Context(), netip.MustParsePrefix("192.0.2.2/32"), page); err != nil || time.Since(began) > 30*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		pages.Wait()
	})
}

// TestMemoryOfFilesIsBounded has slow clients read files. The files of clients that are too slow
// end while others wait for their memory.
func TestMemoryOfFilesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		s.queue.slots, s.queue.free = 4, 4
		const memory = 10 << 20
		var making, most, late atomic.Int64
		var clients sync.WaitGroup
		file := func(_ context.Context, w io.Writer) error {
			most.Store(max(most.Load(), making.Add(1)))
			defer making.Add(-1)
			_, err := w.Write(make([]byte, part))
			return err
		}
		client := writerFunc(func(p []byte) (int, error) { // reads 4 kB in 5 s
			time.Sleep(5 * time.Second)
			return len(p), nil
		})
		for i := range 8 {
			clients.Go(func() {
				err := s.Do(from(t.Context(), i), Job{Account: player.ID(strconv.Itoa(i)), Pixels: 1, Memory: memory}, client, file)
				if refusal.Of(err) == TooSlow {
					late.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		began := time.Now()
		if err := s.Do(from(t.Context(), 9), Job{Account: "quick", Pixels: 1, Memory: memory}, io.Discard, file); err != nil {
			t.Error(err)
		}
		if waited := time.Since(began); waited > 3*patience {
			t.Errorf("a quick client waited %v", waited)
		}
		clients.Wait()
		if most.Load()*memory > memoryInAll || late.Load() < 5 {
			t.Errorf("%d files at once; %d clients were too slow", most.Load(), late.Load())
		}
		if err := s.Do(from(t.Context(), 1), by("patient"), client, file); err != nil {
			t.Errorf("a slow client for which nobody waits: %v", err)
		}
	})
}

// TestWorkIsLimited checks the limits by frames and area, of accounts and addresses.
func TestWorkIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := oneSlot()
		largest := func(who string) Job { return Job{Account: player.ID(who), Pixels: 500 * 900 * 900} }
		do := func(address int, who string) error {
			return s.Do(from(t.Context(), address), largest(who), io.Discard, quick)
		}
		n := 0
		for ; do(1, "a") == nil; n++ {
		}
		err := do(1, "a")
		if n != 2 || refusal.Of(err) != TooMuch || !strings.Contains(err.Error(), "--size") {
			t.Errorf("after %d files of an account: %v", n, err)
		}
		if err := s.Do(from(t.Context(), 1), by("a"), io.Discard, quick); err != nil {
			t.Errorf("a small file: %v", err)
		}
		for ; do(1, strconv.Itoa(n)) == nil; n++ {
		}
		if err := do(1, "another"); n != 19 || refusal.Of(err) != TooMuch {
			t.Errorf("after %d files of an address: %v", n, err)
		}
		if err := do(2, "elsewhere"); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Minute)
		if err := do(1, "a"); err != nil {
			t.Errorf("two minutes later: %v", err)
		}
	})
}

// TestBytesAreLimited checks that the bytes of a file count like its pixels.
func TestBytesAreLimited(t *testing.T) {
	s := New("")
	err := s.Do(t.Context(), by("a"), io.Discard, func(_ context.Context, w io.Writer) error {
		for range 2 * accountPixels / bytePixels >> 20 {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := s.Do(t.Context(), by("a"), io.Discard, quick); refusal.Of(err) != TooMuch {
		t.Errorf("a further file: %v", err)
	}
}

// TestCompleteFileNeedsNoSlot has other files take the slot before the last part of a file is
// written.
func TestCompleteFileNeedsNoSlot(t *testing.T) {
	s := oneSlot()
	release := make(chan struct{})
	var others sync.WaitGroup
	defer others.Wait()
	defer close(release)
	client := writerFunc(func(part []byte) (int, error) {
		began := make(chan struct{})
		others.Go(func() {
			_ = s.Do(context.Background(), by("b"), io.Discard, func(context.Context, io.Writer) error {
				close(began)
				<-release
				return nil
			})
		})
		<-began
		return len(part), nil
	})
	if err := s.Do(t.Context(), by("a"), client, quick); err != nil {
		t.Error(err)
	}
}

// TestFilesAreMadeInTheirSlots has more clients than slots, whose files have many parts.
func TestFilesAreMadeInTheirSlots(t *testing.T) {
	s := oneSlot()
	var making, most atomic.Int64
	var clients sync.WaitGroup
	for i := range 10 {
		clients.Go(func() {
			begin := func() {
				n := making.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
			}
			client := writerFunc(func(p []byte) (int, error) { return len(p), nil })
			err := s.Do(t.Context(), by(strconv.Itoa(i)), client, func(_ context.Context, w io.Writer) error {
				for range 64 {
					begin()
					runtime.Gosched()
					making.Add(-1)
					if _, err := w.Write(make([]byte, 64<<10)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	clients.Wait()
	if most.Load() > 1 {
		t.Errorf("%d files were made at once", most.Load())
	}
}

// TestErrorOfAClientIsReturnedOnce checks the error of a client that has disconnected.
func TestErrorOfAClientIsReturnedOnce(t *testing.T) {
	closed := errors.New("the client has disconnected")
	client := writerFunc(func([]byte) (int, error) { return 0, closed })
	err := New("").Do(t.Context(), by("a"), client, func(_ context.Context, w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20))
		return err
	})
	if err == nil || err.Error() != closed.Error() {
		t.Errorf("%q", err)
	}
}

// TestPanicGivesTheSlotBack makes a file whose code panics.
func TestPanicGivesTheSlotBack(t *testing.T) {
	s := oneSlot()
	func() {
		defer func() { _ = recover() }()
		_ = s.Do(t.Context(), by("a"), io.Discard, func(context.Context, io.Writer) error { panic("a bug") })
	}()
	if err := s.Do(t.Context(), by("a"), io.Discard, quick); err != nil {
		t.Error(err)
	}
}

// TestSlowClientsDoNotBlockFiles has more clients that do not read than there are slots.
func TestSlowClientsDoNotBlockFiles(t *testing.T) {
	s := oneSlot()
	ended := make(chan error)
	for _, who := range []string{"a", "b", "c"} {
		reader, writer := io.Pipe()
		go func() {
			ended <- s.Do(t.Context(), by(who), writer, func(_ context.Context, w io.Writer) error {
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
	if err := s.Do(t.Context(), by("d"), &file, quick); err != nil || file.String() != "x" {
		t.Errorf("%q, %v", file.String(), err)
	}
	if err := s.Do(t.Context(), by("a"), &file, quick); refusal.Of(err) != Busy {
		t.Errorf("a second file of an account: %v", err)
	}
}
