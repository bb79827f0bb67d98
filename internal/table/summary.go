package table

import (
	"fmt"
	"runtime/debug"
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
	Active    time.Time                    `json:"active,omitzero"`   // when somebody acted last, or the game began
	Since     time.Time                    `json:"since,omitzero"`    // when the clock that runs was started; zero where none runs
	Deadline  time.Time                    `json:"deadline,omitzero"` // when it will have run out
	Adjourned bool                         `json:"adjourned,omitzero"`
	Ended     time.Time                    `json:"ended,omitzero"`
	Over      bool                         `json:"over,omitzero"` // the game has a result
	Outcome   rules.Ending                 `json:"outcome,omitzero"`
	Winners   rules.Seats                  `json:"winners,omitzero"`
	Scores    [rules.SeatCount]uint8       `json:"scores,omitzero"`
	After     ID                           `json:"after,omitzero"` // the table that this one is a rematch of
	Next      ID                           `json:"next,omitzero"`  // the rematch of this one
	// Admitted and Replaced are who besides host and players may see a private table.
	Admitted []player.ID `json:"admitted,omitempty"`
	Replaced []player.ID `json:"replaced,omitempty"`
	Lock     string      `json:"lock,omitzero"` // the hash of a private table's password
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

// OpenTo reports whether somebody may know of the table. Of a private one that is
// over, those may who played, and moderators.
func (s *Summary) OpenTo(v Viewer) bool {
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

// Summarize replays a log and returns its summary. Logs that were written before
// there were summaries get theirs from it.
func Summarize(cfg Config, events []Event) (s *Summary, err error) {
	defer recoverReplay(cfg.ID, &err)
	done := newRepeats()
	state, err := replay(cfg, events, &done)
	if err != nil {
		return nil, err
	}
	return state.summarize(cfg, state.snapshot()), nil
}

// summarize returns the summary of a state, of which v is the snapshot.
func (s *state) summarize(cfg Config, v *View) *Summary {
	sum := &Summary{
		Terms: s.terms, Host: s.host, Phase: s.phase, Moves: len(s.moves), Turn: rules.NoSeat,
		Active: s.active, Adjourned: s.vote.adjourned, Ended: s.ended, After: s.after, Next: s.next, Due: s.due(),
	}
	if s.phase == Playing {
		sum.Turn = s.game.Position.Turn
	}
	if v.Clock != nil && v.Clock.Running != rules.NoSeat {
		sum.Since, sum.Deadline = v.Clock.Since, v.Clock.Deadline
	}
	if o := &s.game.Position.Outcome; s.phase == Finished && s.over() {
		sum.Over, sum.Outcome, sum.Winners, sum.Scores = true, o.Why, o.Winners, o.Scores
	}
	for i := range v.Seats {
		seat := &v.Seats[i]
		sum.Seats[i] = SeatSummary{Player: seat.Player, Open: seat.Open, Closed: seat.Closed, Ready: seat.Ready, Vacant: seat.Vacant}
		if seat.Player.ID != "" {
			if task, of := v.task(seat.Player.ID); of == rules.Seat(i) {
				sum.Seats[i].Task = task
			}
		}
	}
	if s.terms.Private != ForAll {
		sum.Admitted, sum.Replaced, sum.Lock = ids(s.admitted), ids(s.replaced), s.lock
	}
	if cfg.Busy != nil && cfg.Busy(v) {
		sum.Due = earliest(sum.Due, s.changed())
	}
	return sum
}

// recoverReplay makes a panic of a log that makes no sense an error.
func recoverReplay(id ID, err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("table %d: its log cannot be replayed: %v\n%s", id, fault, debug.Stack())
	}
}

func ids(people []player.Player) (list []player.ID) {
	for _, p := range people {
		list = append(list, p.ID)
	}
	return list
}

// due is when the table has something to do although nobody is connected to it,
// never later than it really has: what is to be done is decided when it is loaded.
func (s *state) due() (at time.Time) {
	switch s.phase {
	case Waiting:
		return s.idleness(time.Time{})
	case Playing:
		return earliest(s.clockDue(), s.absenceDue())
	}
	if s.allAgreed() {
		return s.changed() // the rematch is not made yet
	}
	return time.Time{}
}

// clockDue is when a clock needs the table: a clock of minutes all the time, so
// that it is stored from time to time that it runs; one of days when it runs out.
func (s *state) clockDue() time.Time {
	c := &s.clock
	switch {
	case c.running == rules.NoSeat || s.vote.adjourned:
		return time.Time{}
	case c.ticking() && s.terms.Clock.Correspondence():
		return c.deadline().Add(grace)
	}
	return c.since
}

// absenceDue is when absent players need the table: at once until it is stored that
// they are away, and when a game that everybody left is closed.
func (s *state) absenceDue() time.Time {
	if !s.missed() {
		return time.Time{}
	}
	for seat := range members(s.game.Position.InPlay()) {
		if s.gone[seat].IsZero() && !s.seats[seat].player.ID.Bot() {
			return s.begun
		}
	}
	return s.desertion(time.Time{})
}

// changed is when somebody last did something that matters to others.
func (s *state) changed() time.Time { return later(later(s.active, s.stirred), s.ended) }

// earliest is the earlier of two times of which zero means never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// Succeed puts an heir in the place of somebody who left.
func (s *Summary) Succeed(left player.ID, heir player.Player) {
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
