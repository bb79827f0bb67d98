package share

import (
	"bytes"
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
	Crowded      = &refusal.Reason{Code: "share-crowded", Text: "files are being made for many others; try again in a minute"}
	NoWebPage    = &refusal.Reason{Code: "no-web-page", Text: "this server has no known web page; to make a file, run \"picture\" or \"cast\""}
	PrivateTable = &refusal.Reason{Code: "private-no-page", Text: "a private table has no web page; to make a file, run \"picture\" or \"cast\""}
)

const (
	// atOnce is the maximum number of files that are made at the same time. The limit leaves
	// processors free for the games.
	atOnce = 2

	// openFiles is the maximum number of files that are made, or kept in memory until their
	// clients have read them.
	openFiles = 16
)

// Studio limits how many files are made at the same time: one for each account, and a few
// in total. The total does not include a complete file that the server sends to its client,
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

// Do waits for a free slot, calls f with a buffer in memory, writes the complete file to
// `out`, and returns the first error. While a file is made for an account or sent to it, Do
// refuses another file for that account with [Busy]. If too many files are open, it returns
// [Crowded].
func (s *Studio) Do(ctx context.Context, who player.ID, out io.Writer, f func(io.Writer) error) error {
	if s == nil {
		return f(out)
	}
	if err := s.begin(who); err != nil {
		return err
	}
	defer s.end(who)
	var file bytes.Buffer
	if err := s.inSlot(ctx, func() error { return f(&file) }); err != nil {
		return err
	}
	_, err := file.WriteTo(out)
	return err
}

// inSlot waits for a slot and calls f in it.
func (s *Studio) inSlot(ctx context.Context, f func() error) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Studio) begin(who player.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.busy[who]:
		return Busy.Refuse()
	case len(s.busy) >= openFiles:
		return Crowded.Refuse()
	}
	s.busy[who] = true
	return nil
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
