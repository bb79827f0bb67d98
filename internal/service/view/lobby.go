package view

import (
	"cmp"
	"context"
	"slices"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Lobby is the state of the lobby at one moment. It is immutable and shared by its readers.
type Lobby struct {
	// Tables holds three groups of tables, in this order: at most 200 waiting tables, sorted
	// by number; at most 200 running tables, sorted by activity, spectators and mean
	// rating; and the most recently finished tables, newest first. [lobby.Lobby.Tables]
	// returns all live tables. Views share the elements, which never change.
	Tables []*Summary
	// Waiting is the number of all waiting tables, and Playing the number of all running
	// ones.
	Waiting, Playing int
	Here             []Here // connected players, sorted by name
	// Evening is the current evening; nil if there is none.
	Evening *pairing.Evening
}

// Watcher delivers the newest view of the lobby.
type Watcher interface {
	// Take waits for the next view. It returns false after Close, or when ctx is done.
	Take(ctx context.Context) (*Lobby, bool)
	Close()
}

// More returns the number of waiting and running tables that are not in v.Tables.
func (v *Lobby) More() int {
	return v.Waiting + v.Playing - v.listed(table.Waiting) - v.listed(table.Playing)
}

func (v *Lobby) listed(p table.Phase) (n int) {
	for _, s := range v.Tables {
		if s.Phase == p {
			n++
		}
	}
	return n
}

// Summary describes one table in a list.
type Summary struct {
	ID        table.ID
	Title     string // title of the game
	Terms     table.Terms
	Host      player.Player
	Phase     table.Phase
	Seats     [rules.SeatCount]table.SeatView
	SeatNames [rules.SeatCount]string
	Teams     [rules.SeatCount]uint8 // team number of each seat; partners have the same number
	Watchers  int
	Strength  int // mean rating of the players of a running game; 0 if nobody is rated
	Moves     int
	Turn      rules.Seat // seat to move; NoSeat if no game is running
	Opened    time.Time
	Active    time.Time // time of the last move; before the first move, time of the start of the game
	Adjourned bool
	Aborted   bool
	Result    string // winners and termination; empty until the game ends
	Outcome   rules.Outcome
	Endings   map[rules.Termination]string // the game's own words for endings, as in [rules.Facts]
	Ended     time.Time
}

// IsSeek reports whether the table was opened by a seek and waits for players.
func (s *Summary) IsSeek() bool { return s.Terms.Seek && s.Phase == table.Waiting }

// Followed says what an account that somebody follows does.
type Followed struct {
	Player player.Player
	Does   Doing
	Table  table.ID // 0 if it has only connected
	Game   string   // title of the game
	Clock  string   // its clock, such as "5+10"; empty if it has none
}

// Doing says whether a followed account connects, plays or seeks a game.
type Doing uint8

// The things that a followed account does.
const (
	Connects Doing = iota
	Plays
	Seeks
)

// Here describes a connected player. A player with several connections has only one Here.
type Here struct {
	Player player.Player
	// Watching is the public table that the player watches without a seat, or 0. If the
	// player watches several tables, Watching is the one with the lowest number.
	Watching table.ID
	// Elsewhere is set if the player is connected to other nodes only. Watching is then 0.
	Elsewhere bool
}

// Players returns the connected players.
func (v *Lobby) Players() []player.Player {
	list := make([]player.Player, len(v.Here))
	for i, h := range v.Here {
		list[i] = h.Player
	}
	return list
}

// Connected returns the connected player with the given name, as people type it.
func (v *Lobby) Connected(name string) (p player.Player, found bool) {
	for i := range v.Here {
		if p = v.Here[i].Player; player.Fold(p.Name) == player.Fold(name) {
			return p, true
		}
	}
	return player.Player{}, false
}

// IsOwn reports whether the table is waiting and the given player is its host, or the table
// is unfinished and this player has a seat.
func (s *Summary) IsOwn(id player.ID) bool {
	if id == "" || s.Phase == table.Finished {
		return false
	}
	return s.Host.ID == id && s.Phase == table.Waiting || s.HasSeat(id)
}

// HasSeat reports whether a player has a seat.
func (s *Summary) HasSeat(id player.ID) bool {
	return slices.ContainsFunc(s.Seats[:], func(seat table.SeatView) bool { return seat.Player.ID == id })
}

// OwnFirst returns the tables of the view, ordered for one player. The player's own tables
// come first, starting with those where the player is to move. The result `own` is the number
// of the player's own tables.
func (v *Lobby) OwnFirst(id player.ID) (list []*Summary, own int) {
	list = make([]*Summary, 0, len(v.Tables))
	for _, s := range v.Tables {
		if s.IsOwn(id) {
			list = append(list, s)
		}
	}
	rank := func(s *Summary) int {
		switch {
		case s.Turn < rules.SeatCount && !s.Adjourned && s.Seats[s.Turn].Player.ID == id:
			return 0
		case s.Phase == table.Playing:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b *Summary) int { return cmp.Compare(rank(a), rank(b)) })
	own = len(list)
	for _, s := range v.Tables {
		if !s.IsOwn(id) {
			list = append(list, s)
		}
	}
	return list, own
}

// InTeams reports whether the game is played in teams: some players are partners.
func (s *Summary) InTeams() bool { return (&rules.Facts{Team: s.Teams}).Teams() }
