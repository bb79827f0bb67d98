package share

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/table"
)

// The reasons why a file is refused.
var (
	Busy         = &refusal.Reason{Code: "share-busy", Text: "another file is being made for you; try again when it is complete"}
	NoWebPage    = &refusal.Reason{Code: "no-web-page", Text: "this server has no web page; to make a file, run \"picture\" or \"cast\""}
	PrivateTable = &refusal.Reason{Code: "private-no-page", Text: "a private table has no web page; to make a file, run \"picture\" or \"cast\""}
)

// atOnce is the maximum number of files that are made at the same time. The limit leaves
// processors free for the games.
const atOnce = 2

// Studio limits how many files are made at the same time: one for each account, and a few
// in total. It makes a file in the goroutine of the caller, never in the goroutine of a
// table. A nil Studio has no limits and no web page.
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

// Do waits for a free slot, calls f and returns its error. While a file is being made for
// an account, Do refuses another file for that account with [Busy].
func (s *Studio) Do(ctx context.Context, who player.ID, f func() error) error {
	if s == nil {
		return f()
	}
	if !s.begin(who) {
		return Busy.Refuse()
	}
	defer s.end(who)
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.slots }()
	return f()
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
