package table

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Summary is what others need to know of a table without its log: the lobby lists
// tables, finds what waits for a player and decides which tables to load from
// summaries alone. It follows from the log and is stored in the transaction of each
// event that changes it. It holds who may see a private table, so it is not itself
// for everybody: see [Summary.OpenTo].
type Summary struct {
	Terms     Terms                        `json:"terms"`
	Host      player.Player                `json:"host"`
	Phase     Phase                        `json:"phase"`
	Seats     [rules.SeatCount]SeatSummary `json:"seats"`
	Moves     int                          `json:"moves,omitzero"`
	Turn      rules.Seat                   `json:"turn"`              // NoSeat unless playing
	Changed   time.Time                    `json:"changed,omitzero"`  // when somebody last sat down, left, or got ready or not
	Active    time.Time                    `json:"active,omitzero"`   // when somebody acted last, or the game began
	Since     time.Time                    `json:"since,omitzero"`    // when the clock that runs was started; zero where none runs
	Deadline  time.Time                    `json:"deadline,omitzero"` // when it will have run out
	Adjourned bool                         `json:"adjourned,omitzero"`
	Ended     time.Time                    `json:"ended,omitzero"`
	Over      bool                         `json:"over,omitzero"` // the game has a result
	Outcome   rules.Termination            `json:"outcome,omitzero"`
	Winners   rules.Seats                  `json:"winners,omitzero"`
	Scores    [rules.SeatCount]uint8       `json:"scores,omitzero"`
	After     ID                           `json:"after,omitzero"` // the table that this one is a rematch of
	Next      ID                           `json:"next,omitzero"`  // the rematch of this one
	// Admitted and Replaced are who besides host and players may see a private table.
	Admitted     []player.ID `json:"admitted,omitempty"`
	Replaced     []player.ID `json:"replaced,omitempty"`
	PasswordHash string      `json:"password_hash,omitzero"` // the hash of a private table's password
	// Due is when the table has something to do although nobody is connected to it:
	// a clock runs out, say. A past time means that it has something to do as soon
	// as the server is up. Zero: never.
	Due time.Time `json:"due,omitzero"`
}

// SeatSummary is one place at a table.
type SeatSummary struct {
	Player player.Player `json:"player,omitzero"`
	Open   bool          `json:"open,omitzero"`
	Closed bool          `json:"closed,omitzero"`
	Ready  bool          `json:"ready,omitzero"`
	Vacant bool          `json:"vacant,omitzero"`
	// Task is what the table waits for from this seat's player, 0 for nothing. It is
	// set for one of the player's seats only.
	Task Task `json:"task,omitzero"`
}

// Stored is a table's number and its summary. Summary is nil for a table that was
// last written to before there were summaries, and for one that cannot be read.
type Stored struct {
	ID      ID
	Summary *Summary
}

// Held is the seats of a player.
func (s *Summary) Held(id player.ID) rules.Seats {
	var set rules.Seats
	for i := range s.Seats {
		if id != "" && s.Seats[i].Player.ID == id {
			set = set.With(rules.Seat(i))
		}
	}
	return set
}

// People lists everybody who has to do with the table, each once: host, players,
// and who was admitted to it or replaced.
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

// Viewer is somebody who wants to see tables, and what they are on this server.
type Viewer struct {
	ID                player.ID
	Member, Moderator bool
}

// ViewerOf returns a viewer with the rights that they have now.
func ViewerOf(id player.ID, rights Rights) Viewer {
	known := id != "" && rights != nil
	return Viewer{id, known && rights.Member(id), known && rights.Moderator(id)}
}

// VisibleTo reports whether somebody may know of the table. Of a private one that is
// over, those may who played, and moderators.
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

// ReplacePlayer puts an heir in the place of somebody who left.
func (s *Summary) ReplacePlayer(left player.ID, heir player.Player) {
	if s.Host.ID == left {
		s.Host = heir
	}
	for i := range s.Seats {
		if s.Seats[i].Player.ID == left {
			s.Seats[i].Player = heir
		}
	}
	for _, list := range [][]player.ID{s.Admitted, s.Replaced} {
		for i, id := range list {
			if id == left {
				list[i] = heir.ID
			}
		}
	}
}
