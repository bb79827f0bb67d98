package tui

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

const (
	findsPage = 50   // games that are asked for at once
	findsKept = 1000 // games that are listed at most
)

// finds is the games that are over, as far as they were looked for: page by page,
// one question at a time.
type finds struct {
	env     *env
	typing  bool   // what to look for is being typed
	line    line   // as it is typed
	filter  string // what was looked for
	query   table.Search
	games   []table.Found
	asking  bool
	stale   bool // what is being asked for is not wanted any more
	whole   bool // there are no others
	started bool // an answer has come
}

type foundMsg struct {
	f     *finds
	games []table.Found
	err   error
}

// look asks for the next page.
func (f *finds) look() tea.Cmd {
	f.asking = true
	e, q := f.env, f.query
	q.Limit = findsPage
	if n := len(f.games); n > 0 {
		q.Before = f.games[n-1].ID
	}
	return func() tea.Msg {
		games, err := e.house.search(e.ctx, q)
		return foundMsg{f, games, err}
	}
}

// search looks for what was typed.
func (f *finds) search() (tea.Cmd, error) {
	q, err := lobby.ParseSearch(f.line.text)
	if err != nil {
		return nil, err
	}
	f.query = q
	return f.anew(f.line.text), nil
}

// anew begins from the newest game that fits.
func (f *finds) anew(filter string) tea.Cmd {
	f.typing, f.filter, f.games, f.whole = false, filter, nil, false
	if filter == "" {
		f.query = table.Search{}
	}
	if f.stale = f.asking; f.stale {
		return nil // asked again when the answer is there
	}
	return f.look()
}

// more asks for the next page, if there may be one.
func (f *finds) more() tea.Cmd {
	if f.asking || f.whole || len(f.games) >= findsKept {
		return nil
	}
	return f.look()
}

// took takes an answer, and returns why there is none.
func (f *finds) took(msg foundMsg) (refusal string) {
	f.asking, f.started = false, true
	if f.stale {
		f.stale = false
		return ""
	}
	if msg.err != nil {
		f.whole = true
		return msg.err.Error()
	}
	f.games = append(f.games, msg.games...)
	f.whole = len(msg.games) < findsPage
	return ""
}
