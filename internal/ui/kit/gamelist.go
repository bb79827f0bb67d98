package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
)

const (
	GamesPage = 50   // games that are asked for at once
	GamesKept = 1000 // games that are listed at most
)

// GameList is the games that are over, as far as they were looked for: page by page,
// one question at a time.
type GameList struct {
	Env     *Env
	Typing  bool   // what to look for is being typed
	Line    Line   // as it is typed
	Filter  string // what was looked for
	Query   table.Search
	Games   []table.Found
	Asking  bool
	stale   bool // what is being asked for is not wanted any more
	whole   bool // there are no others
	Started bool // an answer has come
}

type GamesMsg struct {
	F     *GameList
	Games []table.Found
	err   error
}

// Look asks for the next page.
func (f *GameList) Look() tea.Cmd {
	f.Asking = true
	e, q := f.Env, f.Query
	q.Limit = GamesPage
	if n := len(f.Games); n > 0 {
		q.Before = f.Games[n-1].ID
	}
	return func() tea.Msg {
		games, err := e.Cfg.Lobby.SearchFor(e.Ctx, e.Me.ID, q)
		return GamesMsg{f, games, err}
	}
}

// Search looks for what was typed.
func (f *GameList) Search() (tea.Cmd, error) {
	q, err := lobby.ParseSearch(f.Line.Text)
	if err != nil {
		return nil, err
	}
	f.Query = q
	return f.Restart(f.Line.Text), nil
}

// Anew begins from the newest game that fits.
func (f *GameList) Restart(filter string) tea.Cmd {
	f.Typing, f.Filter, f.Games, f.whole = false, filter, nil, false
	if filter == "" {
		f.Query = table.Search{}
	}
	if f.stale = f.Asking; f.stale {
		return nil // asked again when the answer is there
	}
	return f.Look()
}

// More asks for the next page, if there may be one.
func (f *GameList) More() tea.Cmd {
	if f.Asking || f.whole || len(f.Games) >= GamesKept {
		return nil
	}
	return f.Look()
}

// Took takes an answer, and returns why there is none.
func (f *GameList) Add(msg GamesMsg) (refusal string) {
	f.Asking, f.Started = false, true
	if f.stale {
		f.stale = false
		return ""
	}
	if msg.err != nil {
		f.whole = true
		return msg.err.Error()
	}
	f.Games = append(f.Games, msg.Games...)
	f.whole = len(msg.Games) < GamesPage
	return ""
}
