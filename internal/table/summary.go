package table

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Summary describes a table without its log. The lobby uses summaries to list tables, to
// find tables that wait for a player, and to decide which tables to load. A summary is
// computed from the log, and stored in the same transaction as the events that change it.
// Private tables have summaries too, so check [Summary.VisibleTo] before you show one to a
// person.
type Summary struct {
	Terms   Terms                        `json:"terms"`
	Host    player.Player                `json:"host"`
	Phase   Phase                        `json:"phase"`
	Seats   [rules.SeatCount]SeatSummary `json:"seats"`
	Moves   int                          `json:"moves,omitzero"`
	Turn    rules.Seat                   `json:"turn"` // the seat to move; NoSeat if no game is running
	Opened  time.Time                    `json:"opened,omitzero"`
	Changed time.Time                    `json:"changed,omitzero"` // the last time a player sat down, left, or changed readiness
	// the time of the last action; before the first action, the time of the start
	Active    time.Time              `json:"active,omitzero"`
	Since     time.Time              `json:"since,omitzero"`    // when the running clock was started; zero if no clock runs
	Deadline  time.Time              `json:"deadline,omitzero"` // when the running clock runs out
	Adjourned bool                   `json:"adjourned,omitzero"`
	Ended     time.Time              `json:"ended,omitzero"`
	Over      bool                   `json:"over,omitzero"` // whether the game has a result
	Aborted   bool                   `json:"aborted,omitzero"`
	Outcome   rules.Termination      `json:"outcome,omitzero"`
	Winners   rules.Seats            `json:"winners,omitzero"`
	Scores    [rules.SeatCount]uint8 `json:"scores,omitzero"`
	After     ID                     `json:"after,omitzero"` // the previous table, if this one is a rematch
	Next      ID                     `json:"next,omitzero"`  // the table of the rematch
	// Admitted lists the people who were admitted to a private table. Replaced lists former
	// players whose seats other people took. All of them may see the table, like its host
	// and players.
	Admitted     []player.ID `json:"admitted,omitempty"`
	Replaced     []player.ID `json:"replaced,omitempty"`
	PasswordHash string      `json:"password_hash,omitzero"` // hash of a private table's password
	Left         []Leave     `json:"left,omitempty"`         // who left the game before its end
	// Due is the time at which the table must be loaded even if nobody is connected to it,
	// for example because a clock runs out. When the server starts, it loads the tables whose
	// Due has passed. Zero means never.
	Due time.Time `json:"due,omitzero"`
}

// SeatSummary describes one seat of a table.
type SeatSummary struct {
	Player player.Player `json:"player,omitzero"`
	Open   bool          `json:"open,omitzero"`
	Closed bool          `json:"closed,omitzero"`
	Ready  bool          `json:"ready,omitzero"`
	Vacant bool          `json:"vacant,omitzero"`
	// Out tells that the seat and its partners are eliminated from a running game, so that
	// the seat's player cannot act in it, and wins or loses nothing more.
	Out bool `json:"out,omitzero"`
	// Vacation is the end of the player's vacation, which may be in the past. It is zero if
	// there was none.
	Vacation time.Time `json:"vacation,omitzero"`
	// Task is the most urgent thing that this seat's player has to do, or 0 if they have no
	// task. If a player has several seats, only one of these seats has a task.
	Task Task `json:"task,omitzero"`
}

// Stored is a table's number and its summary. Summary is nil if no summary is stored, or
// if the stored summary cannot be read.
type Stored struct {
	ID      ID
	Summary *Summary
}

// Held returns the seats of a player.
func (s *Summary) Held(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range s.Seats {
		if id != "" && s.Seats[i].Player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// Plays reports whether the game runs and the player takes part in it: they have a seat that
// is not out of the game.
func (s *Summary) Plays(id player.ID) bool {
	if s.Phase != Playing {
		return false
	}
	for seat := range s.Held(id).All() {
		if !s.Seats[seat].Out {
			return true
		}
	}
	return false
}

// People returns the IDs of the host, the players, the admitted people and the replaced
// players, without repetitions.
func (s *Summary) People() []player.ID {
	list := make([]player.ID, 0, 1+rules.SeatCount)
	add := func(id player.ID) {
		if id != "" && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	add(s.Host.ID)
	for i := range s.Seats {
		add(s.Seats[i].Player.ID)
	}
	for _, id := range s.Admitted {
		add(id)
	}
	for _, id := range s.Replaced {
		add(id)
	}
	return list
}

// Viewer is a person who wants to see tables, with their role in the club.
type Viewer struct {
	ID                player.ID
	Member, Moderator bool
}

// ViewerOf returns the Viewer for a person, with the role that the person has now.
func ViewerOf(id player.ID, rights Rights) Viewer {
	known := id != "" && rights != nil
	return Viewer{id, known && rights.Member(id), known && rights.Moderator(id)}
}

// VisibleTo reports whether a person may see the table. A finished private table is visible
// only to its players and to moderators.
func (s *Summary) VisibleTo(v Viewer) bool {
	switch {
	case s.Terms.Private == ForAll:
		return true
	case v.ID == "":
		return false
	case v.ID.Bot(), v.Moderator, s.Held(v.ID) != 0, slices.Contains(s.Replaced, v.ID):
		return true
	case s.Phase == Finished:
		return false
	case s.Host.ID == v.ID, slices.Contains(s.Admitted, v.ID):
		return true
	}
	return s.Terms.Private == ForMembers && v.Member
}

// ReplacePlayer replaces the player of a deleted account with an anonymous player.
func (s *Summary) ReplacePlayer(deleted player.ID, anonymous player.Player) {
	if s.Host.ID == deleted {
		s.Host = anonymous
	}
	for i := range s.Seats {
		if s.Seats[i].Player.ID == deleted {
			s.Seats[i].Player = anonymous
		}
	}
	s.Left = slices.DeleteFunc(slices.Clone(s.Left), func(l Leave) bool { return l.Player == deleted })
	for _, list := range [][]player.ID{s.Admitted, s.Replaced} {
		for i, id := range list {
			if id == deleted {
				list[i] = anonymous.ID
			}
		}
	}
}
