package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/records"
	"quadrille/internal/table"
	"quadrille/rules"
)

const (
	GamesPage = 50   // maximum number of games per query
	GamesKept = 1000 // maximum number of games in a list
)

// Games is a list of finished games that is loaded page by page, one query at a time. It returns
// the queries, which the screen passes to [Env.FindGames]. Enter after a filter searches all games
// for it.
type Games struct {
	List   List[Game]
	Query  table.Search
	Text   string // what was searched for; empty for all games
	games  []Game
	asking bool
	stale  bool // whether to ignore the result of the running query
	whole  bool // whether no further games can be loaded
}

// Game is a finished game, as a list shows it.
type Game struct {
	table.Found
	Seats  []records.Seated
	Result string
	Winner string // for narrow columns, in place of the result
}

// NewGame returns a game for a list.
func NewGame(f *table.Found) Game {
	g := Game{Found: *f, Seats: records.PlayersOf(f)}
	g.Result, g.Winner = present.FoundByName(f)
	return g
}

// Won reports whether a player is among the winners, and others are not.
func (f *Game) Won(id player.ID) bool {
	return len(f.Winners) < len(f.Seats) && slices.ContainsFunc(f.Seats, func(s records.Seated) bool {
		return s.ID.RatedID() == id.RatedID() && slices.Contains(f.Winners, s.Seat)
	})
}

// NewGames returns a list of the games that a query finds. It tells how long ago they ended.
func NewGames(now func() time.Time, q table.Search) Games {
	return Games{Query: q, List: List[Game]{
		Key:   func(f Game) any { return f.ID },
		Empty: "Loading ...", NoMatch: "None of the listed games matches. Press enter to search all games.",
		Text: func(f Game) string {
			names := ""
			for _, s := range f.Seats {
				names += s.Name + " "
			}
			return fmt.Sprint(f.ID, " ", f.Found.Game, " ", names, f.Result, " ", f.Ended.UTC().Format(time.DateOnly))
		},
		Columns: []Column[Game]{
			{
				Head: "#", Width: 5, Right: true, Show: func(p *Pen, f Game) { p.End(fmt.Sprint(f.ID), p.Faint) },
				Less: func(a, b Game) int { return cmp.Compare(a.ID, b.ID) },
			},
			{Head: "Ago", Width: 4, Rank: 3, Right: true, Show: func(p *Pen, f Game) { p.End(Ago(now().Sub(f.Ended)), p.Faint) }},
			{
				Head: "Game", Width: 11, Rank: 1, Show: func(p *Pen, f Game) { p.Put(present.Capital(f.Found.Game), p.Text) },
				Less: func(a, b Game) int { return cmp.Compare(a.Found.Game, b.Found.Game) },
			},
			{Head: "Result", Width: 24, Grow: 24, Rank: 2, Show: func(p *Pen, f Game) {
				if p.Fits(draw.TextWidth(f.Result)) {
					p.Put(f.Result, p.Text)
				} else {
					p.Put(f.Winner, p.Text)
				}
			}},
			{Head: "Seats", Width: 7, Rank: 4, Full: 4*NameRoom - 1, Wide: 5, Grow: 4 * 6, Show: func(p *Pen, f Game) {
				p.Seats(f.cells(p.Ink))
			}},
		},
	}}
}

// cells returns the seats for a column of a list. The names of winners are bold.
func (f *Game) cells(ink *Ink) (cells [rules.SeatCount]SeatCell) {
	for i := range cells {
		cells[i].Closed = true
	}
	for i, s := range f.Seats {
		cells[i] = SeatCell{Army: ArmyOf(s.Seat), Name: s.Player, Look: ink.Text}
		switch {
		case slices.Contains(f.Winners, s.Seat):
			cells[i].Look = ink.Strong
		case s.ID.Bot():
			cells[i].Look = ink.Faint
		}
	}
	return cells
}

// GamesMsg carries the games that a query found.
type GamesMsg struct {
	F     *Games
	games []table.Found
	err   error
}

// FindGames runs a query of a list. It does nothing if the query is nil.
func (e *Env) FindGames(f *Games, q *table.Search) tea.Cmd {
	if q == nil {
		return nil
	}
	return func() tea.Msg {
		games, err := e.Cfg.Lobby.SearchFor(e.Ctx, e.Me.ID, *q)
		return GamesMsg{f, games, err}
	}
}

// Look returns the query for the next page of games. It does not check, as [Games.More] does,
// whether there are further games.
func (f *Games) Look() *table.Search {
	f.asking = true
	q := f.Query
	q.Limit = GamesPage
	if n := len(f.games); n > 0 {
		q.Before = f.games[n-1].ID
	}
	return &q
}

// Search drops the list and returns the query for the games that match a text, starting with the
// newest. An empty text matches all games.
func (f *Games) Search(text string) (*table.Search, error) {
	q, err := records.ParseSearch(text)
	if err != nil {
		return nil, err
	}
	f.Query, f.Text, f.games, f.whole = q, strings.TrimSpace(text), nil, false
	f.show("Loading ...")
	if f.stale = f.asking; f.stale {
		return nil, nil // the running query is out of date: Add will ignore its result and call Look
	}
	return f.Look(), nil
}

// Key handles a key, and returns the query that is needed next. If the list does not use the key,
// used is false.
func (f *Games) Key(msg tea.KeyPressMsg) (next *table.Search, used bool, err error) {
	switch key := msg.String(); {
	case f.List.Typing() && key == "enter":
		text := f.List.filter.Text
		if text != "" || f.Text != "" {
			next, err = f.Search(text)
		}
		if err == nil {
			f.List.TakeFilter()
		}
		return next, true, err
	case key == "esc" && f.Text != "" && f.List.Filter() == "":
		next, err = f.Search("")
		return next, true, err
	}
	used = f.List.Update(msg)
	return f.More(), used, nil
}

// More returns the query for the next page if the selection is near the end of the list. It returns
// nil if all games are loaded.
func (f *Games) More() *table.Search {
	if at, n := f.List.At(); at < n-10 || f.asking || f.whole || len(f.games) >= GamesKept {
		return nil
	}
	return f.Look()
}

// Add appends the games that a query found. If the query failed, Add returns the reason. If
// the search has changed since the query began, Add ignores the games and returns a new query.
func (f *Games) Add(msg GamesMsg) (next *table.Search, refusal string) {
	f.asking = false
	if f.stale {
		f.stale = false
		return f.Look(), ""
	}
	if msg.err != nil {
		f.whole = true
		f.show("")
		return nil, msg.err.Error()
	}
	for i := range msg.games {
		f.games = append(f.games, NewGame(&msg.games[i]))
	}
	f.whole = len(msg.games) < GamesPage
	empty := "No finished games yet."
	if f.Text != "" {
		empty = "No game matches. Press esc for all games."
	}
	f.show(empty)
	return nil, ""
}

func (f *Games) show(empty string) {
	f.List.Empty = empty
	f.List.Set(f.games)
}

// All returns the games that are loaded, newest first.
func (f *Games) All() []Game { return f.games }

// About returns what was searched for, with the filter that is being typed.
func (f *Games) About() string {
	if typed := f.List.Filter(); typed != "" {
		return typed
	}
	if f.Text == "" {
		return ""
	}
	return "/ " + player.Shown(f.Text, 40)
}

// Count returns the number of games, with a plus sign if more can be loaded.
func (f *Games) Count() string {
	text := f.List.Count(0)
	if !f.whole {
		text += "+"
	}
	return text
}

// GameLine returns a line that describes a finished game.
func GameLine(f *Game) string {
	return fmt.Sprintf("%5d  %s  %-12s %s", f.ID, f.Ended.UTC().Format(time.DateOnly), present.Game(f.Found.Game), f.Result)
}

// PlayersLine returns a line with the players of a game and their seats.
func PlayersLine(f *Game) string {
	var parts []string
	for _, who := range f.Seats {
		parts = append(parts, rules.Title(who.Seat)+" "+present.Name(who.Player))
	}
	return strings.Join(parts, ", ")
}

// DrawGame draws a finished game: its players, who has won, and when it was played.
func (e *Env) DrawGame(g *draw.Grid, b draw.Box, f *Game) {
	ink := &e.Ink
	p := Panel{Title: fmt.Sprintf("Game %d", f.ID), About: present.Game(f.Found.Game)}
	inner := p.Draw(g, b, ink)
	for i, cell := range f.cells(ink) {
		if cell.Closed || inner.Height < 1 {
			continue
		}
		y := inner.Y
		sign, look := ink.Dot(cell.Army, i)
		g.Set(inner.X, y, sign, look)
		g.Text(inner.X+2, y, player.MaxNameCells, cell.Name.Shown(player.MaxNameCells), cell.Look)
		g.Text(inner.X+24, y, 9, rules.Title(f.Seats[i].Seat), ink.Faint)
		if change, ok := player.RatingChangeOf(f.Ratings, f.Seats[i].ID); ok && inner.Width > 40 {
			text, look := fmt.Sprintf("%+d", change.After-change.Before), ink.Good
			if change.After < change.Before {
				look = ink.Alarm
			}
			g.Text(inner.X+inner.Width-5, y, 5, fmt.Sprintf("%5s", text), look)
		}
		inner = inner.Below(1)
	}
	inner = g.Prose(inner.Below(1), f.Result, ink.Text)
	g.Prose(inner, "Ended "+f.Ended.UTC().Format("2 January 2006 15:04")+" UTC", ink.Text)
}
