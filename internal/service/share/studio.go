package share

import (
	"context"
	"fmt"
	"io"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
)

// The reasons why a file is refused.
var (
	Busy        = &refusal.Reason{Code: "share-busy", Text: "another file is being made for you; try again when it is complete"}
	AddressBusy = &refusal.Reason{Code: "share-address-busy", Text: "%[1]s files are being made for your address; try again later"}
	Crowded     = &refusal.Reason{Code: "share-crowded", Text: "files are being made for many others; try again in a minute"}
	TooMuch     = &refusal.Reason{
		Code: "share-too-much",
		Text: "too many large files for your address; wait %[1]s or use a smaller --size",
	}
	TooSlow   = &refusal.Reason{Code: "share-too-slow", Text: "your client read too slowly while others waited; use a smaller --size"}
	NoWebPage = &refusal.Reason{
		Code: "no-web-page",
		Text: "this server has no known web page; to make a file, run \"picture\" or \"cast\"",
	}
	PrivateTable = &refusal.Reason{
		Code: "private-no-page",
		Text: "a private table has no web page; to make a file, run \"picture\" or \"cast\"",
	}
)

// Limits of the files that are made, wait for a slot, or are being read by their clients.
const (
	filesEach  = 8  // from one address; an account may have one
	filesInAll = 64 // if there are more, the address with the most waiting files loses the last one

	// part is the number of bytes after which a file gives its slot back and waits until its
	// client has read them.
	part = 512 << 10

	// piece is the number of bytes that are written at once. Between two pieces, a file that
	// has been ended is noticed.
	piece = 4 << 10
)

// The work that accounts and addresses may cause, in pixels: at once, and per second. The
// largest animation has 405 million.
const (
	accountPixels, accountPixelRate = 1_200_000_000, 4_000_000
	addressPixels, addressPixelRate = 8_000_000_000, 16_000_000
	bytePixels                      = 16 // a byte of a file counts as so many pixels
)

// Job describes a file to be made.
type Job struct {
	Account player.ID
	Pixels  int64           // the work: frames times area
	Memory  int64           // bytes of memory that making the file takes, in addition to a part of the file
	Place   func(place int) // called when the file waits for a slot, with its place in the queue, and whenever that changes; may be nil
}

// Studio limits how many files and web pages are made at the same time, and what one account
// and one address may have made. A file is made in the goroutine of the caller, never in the
// goroutine of a table, and sent to its client in parts. It has no slot while its client reads
// a part, so a slow client delays nobody. A nil Studio has no limits and no web page.
type Studio struct {
	url       string
	queue     queue
	accounts  *reserve.Buckets[player.ID] // a token is a pixel
	addresses *reserve.Buckets[netip.Prefix]

	mu    sync.Mutex
	files map[player.ID]*file
}

// New returns a [Studio]. The parameter `url` is the public address of the web page, or ""
// if there is none.
func New(url string) *Studio {
	return &Studio{
		url: strings.TrimSuffix(url, "/"), files: map[player.ID]*file{},
		queue:     newQueue(),
		accounts:  reserve.NewBuckets[player.ID](accountPixelRate, accountPixels),
		addresses: reserve.NewBuckets[netip.Prefix](addressPixelRate, min(addressPixels, math.MaxInt)),
	}
}

// Busy reports whether a file or a web page is being made.
func (s *Studio) Busy() bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.free < s.queue.slots
}

// Do waits for a free slot and calls f, which writes the file. It sends the file to `out` in
// parts, and returns the first error. When ctx ends, because the client has disconnected, the
// file gives back its slot, or its place in the queue, as soon as f writes or checks ctx.
func (s *Studio) Do(ctx context.Context, job Job, out io.Writer, f func(ctx context.Context, out io.Writer) error) error {
	if s == nil {
		return f(ctx, out)
	}
	w := &file{studio: s, job: job, out: out}
	w.from, _ = player.AddressOf(ctx)
	w.ctx, w.end = context.WithCancelCause(ctx)
	defer w.end(nil)
	if err := s.begin(w); err != nil {
		return err
	}
	defer s.remove(w)
	return w.make(f)
}

// begin counts a file, and puts it in the queue. It returns an error if a limit is exceeded.
func (s *Studio) begin(w *file) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files[w.job.Account] != nil {
		return Busy.Refuse()
	}
	if w.from.IsValid() && s.filesOf(w.from) >= filesEach {
		return AddressBusy.Refuse(strconv.Itoa(filesEach))
	}
	if len(s.files) >= filesInAll && !s.displace(w.from) {
		return Crowded.Refuse()
	}
	now := clock.Steady()
	wait := s.accounts.Wait(w.job.Account, int(w.job.Pixels), now)
	if w.from.IsValid() {
		wait = max(wait, s.addresses.Wait(w.from, int(w.job.Pixels), now))
	}
	if wait > 0 {
		return TooMuch.Refuse(wait.Round(time.Second).String())
	}
	s.spend(w, w.job.Pixels)
	s.files[w.job.Account] = w
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	w.turn = s.queue.files.join(w.from, max(w.job.Pixels, 1), w.job.Memory+part)
	s.queue.grant()
	return nil
}

// filesOf returns the number of files of an address. The caller holds the lock.
func (s *Studio) filesOf(from netip.Prefix) (n int) {
	for _, w := range s.files {
		if w.from == from {
			n++
		}
	}
	return n
}

// displace makes room for a file of the address `from`. It ends the last waiting file of the
// address that has the most files, if that is more than one and more than `from` has, or else a
// file that its client reads too slowly. The caller holds the lock.
func (s *Studio) displace(from netip.Prefix) bool {
	most := max(1, s.filesOf(from))
	var last *file
	for _, w := range s.files {
		n := s.filesOf(w.from)
		if !w.begun.Load() && (n > most || n == most && last != nil && w.turn.number > last.turn.number) {
			most, last = n, w
		}
	}
	if last != nil {
		last.end(Crowded.Refuse())
	} else if last = s.queue.evictOne(); last == nil {
		return false
	}
	delete(s.files, last.job.Account)
	return true
}

func (s *Studio) remove(w *file) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files[w.job.Account] == w {
		delete(s.files, w.job.Account)
	}
}

// spend counts work of a file. It may exceed the limits; further files are then refused for a
// time.
func (s *Studio) spend(w *file, pixels int64) {
	now := clock.Steady()
	s.accounts.Spend(w.job.Account, int(pixels), now)
	if w.from.IsValid() {
		s.addresses.Spend(w.from, int(pixels), now)
	}
}

// Page waits for a free slot and calls f, which makes a web page for an address. It comes before
// all files. It returns [Crowded] if too many pages are waiting.
func (s *Studio) Page(ctx context.Context, from netip.Prefix, f func() error) error {
	q := &s.queue
	q.mu.Lock()
	each := 0
	for _, t := range q.pages.waiting {
		if t.from == from {
			each++
		}
	}
	if each >= pagesEach || len(q.pages.waiting) >= pagesInAll {
		q.mu.Unlock()
		return Crowded.Refuse()
	}
	t := q.pages.join(from, 1, 0)
	q.grant()
	q.mu.Unlock()
	if err := q.wait(ctx, &q.pages, t, nil); err != nil {
		return err
	}
	defer q.release()
	return f()
}

// Home returns the URL of the page of all public games, or "" if there is none.
func (s *Studio) Home() string {
	if s == nil {
		return ""
	}
	return s.url
}

// Link returns the URL of a table's web page, or "" if there is none.
func (s *Studio) Link(id table.ID) string {
	if s.Home() == "" {
		return ""
	}
	return fmt.Sprintf("%s/table/%d", s.url, id)
}

// EveningLink returns the URL of the web page of the current evening, or "" if there is none.
func (s *Studio) EveningLink() string {
	if s.Home() == "" {
		return ""
	}
	return s.url + "/evening"
}
