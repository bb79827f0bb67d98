package kit

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/records"
	"quadrille/internal/table"
)

const (
	GamesPage = 50   // maximum number of games per query
	GamesKept = 1000 // maximum number of games in a list
)

// GameList is a list of finished games that is loaded page by page, one query at a time.
type GameList struct {
	Env     *Env
	Typing  bool   // whether the player is typing a filter
	Line    Line   // the filter typed so far
	Filter  string // the filter that the player entered last; empty if there is none
	Query   table.Search
	Games   []table.Found
	Asking  bool
	stale   bool // whether to ignore the result of the running query
	whole   bool // whether no further games can be loaded
	Started bool // whether at least one query has returned
}

type GamesMsg struct {
	F     *GameList
	Games []table.Found
	err   error
}

// Look requests the next page of games. It does not check, as [GameList.More] does, whether
// there are further games.
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

// Search applies the typed filter.
func (f *GameList) Search() (tea.Cmd, error) {
	q, err := records.ParseSearch(f.Line.Text)
	if err != nil {
		return nil, err
	}
	f.Query = q
	return f.Restart(f.Line.Text), nil
}

// Restart drops the list and loads the games that match a filter, starting with the newest.
func (f *GameList) Restart(filter string) tea.Cmd {
	f.Typing, f.Filter, f.Games, f.whole = false, filter, nil, false
	if filter == "" {
		f.Query = table.Search{}
	}
	if f.stale = f.Asking; f.stale {
		return nil // the running query is out of date: Add will ignore its result and call Look
	}
	return f.Look()
}

// More requests the next page, unless all games are loaded.
func (f *GameList) More() tea.Cmd {
	if f.Asking || f.whole || len(f.Games) >= GamesKept {
		return nil
	}
	return f.Look()
}

// Add appends the games that a query found. If the query failed, Add returns the reason. If
// the filter has changed since the query began, Add ignores the games and starts a new
// query.
func (f *GameList) Add(msg GamesMsg) (next tea.Cmd, refusal string) {
	f.Asking, f.Started = false, true
	if f.stale {
		f.stale = false
		return f.Look(), ""
	}
	if msg.err != nil {
		f.whole = true
		return nil, msg.err.Error()
	}
	f.Games = append(f.Games, msg.Games...)
	f.whole = len(msg.Games) < GamesPage
	return nil, ""
}
