package share

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
)

// The reasons why a file is refused.
var (
	Busy         = &refusal.Reason{Code: "share-busy", Text: "another file is being made for you; try again when it is complete"}
	NoWebPage    = &refusal.Reason{Code: "no-web-page", Text: "this server has no known web page; to make a file, run \"picture\" or \"cast\""}
	PrivateTable = &refusal.Reason{Code: "private-no-page", Text: "a private table has no web page; to make a file, run \"picture\" or \"cast\""}
)

// atOnce is the maximum number of files that are made at the same time. The limit leaves
// processors free for the games.
const atOnce = 2

// Studio limits how many files are made at the same time: one for each account, and a few
// in total. The total does not include a file while the server waits for its client to read,
// so a slow client delays nobody. It makes a file in the goroutine of the caller, never in the
// goroutine of a table. A nil Studio has no limits and no web page.
type Studio struct {
	url   string
	slots chan struct{}
	mu    sync.Mutex
	busy  map[player.ID]bool
}

// New returns a [Studio]. The parameter `url` is the public address of the web page, or ""
// if there is none.
func New(url string) *Studio {
	return &Studio{url: strings.TrimSuffix(url, "/"), slots: make(chan struct{}, atOnce), busy: map[player.ID]bool{}}
}

// Do waits for a free slot, calls f with a buffer before `out`, and returns the first error.
// While a file is being made for an account, Do refuses another file for that account with
// [Busy].
func (s *Studio) Do(ctx context.Context, who player.ID, out io.Writer, f func(io.Writer) error) error {
	if s == nil {
		return f(out)
	}
	if !s.begin(who) {
		return Busy.Refuse()
	}
	defer s.end(who)
	w := &slotWriter{s: s, ctx: ctx, out: out}
	if err := w.enter(); err != nil {
		return err
	}
	defer w.leave()
	buffer := bufio.NewWriterSize(w, 64<<10)
	if err := f(buffer); err != nil {
		return err
	}
	w.last = true
	return buffer.Flush()
}

// slotWriter writes to a client. Meanwhile it leaves the slot of its file to other files.
type slotWriter struct {
	s    *Studio
	ctx  context.Context
	out  io.Writer
	held bool // whether the file has a slot
	last bool // whether the file is complete after the next write, and then needs no slot
}

func (w *slotWriter) Write(part []byte) (int, error) {
	w.leave()
	n, err := w.out.Write(part)
	if err == nil && !w.last {
		err = w.enter()
	}
	return n, err
}

// enter waits for a slot.
func (w *slotWriter) enter() error {
	select {
	case w.s.slots <- struct{}{}:
		w.held = true
		return nil
	case <-w.ctx.Done():
		return w.ctx.Err()
	}
}

func (w *slotWriter) leave() {
	if w.held {
		<-w.s.slots
		w.held = false
	}
}

func (s *Studio) begin(who player.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[who] {
		return false
	}
	s.busy[who] = true
	return true
}

func (s *Studio) end(who player.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, who)
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
