package api

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// at is a table, as most requests name one.
type at struct {
	Table table.ID `json:"table"`
}

type sitRequest struct {
	Table table.ID `json:"table"`
	Seat  string   `json:"seat,omitempty"` // the first that is open
	After *int     `json:"after,omitempty"`
	With  []string `json:"with,omitempty"`
	// Password opens a private table that has one, for good.
	Password string `json:"password,omitempty"`
	Key      string `json:"key,omitempty"`
}

// sit takes a seat, or comes back to it, and follows the table.
func (s *session) sit(in sitRequest) (any, error) {
	t, with, err := s.place(in.Table, in.With, in.Password)
	if err != nil {
		return nil, err
	}
	v := t.View()
	seat, err := seatNamed(v.Variant.Facts(), in.Seat)
	if err != nil {
		return nil, err
	}
	if err := s.atMachinesSeat(v); err != nil {
		return nil, err
	}
	if held := v.Held(s.me.ID); held == 0 || seat != rules.NoSeat && !held.Has(seat) {
		if err := t.Do(s.ctx, table.Command{By: s.me, Kind: table.Sit, Seat: seat, ID: in.Key}); err != nil {
			return nil, err
		}
	}
	return s.look(t, in.After, with)
}

type watchRequest struct {
	Table table.ID `json:"table"`
	After *int     `json:"after,omitempty"`
	With  []string `json:"with,omitempty"`
	// Password opens a private table that has one, for good.
	Password string `json:"password,omitempty"`
}

func (s *session) watch(in watchRequest) (any, error) {
	t, with, err := s.place(in.Table, in.With, in.Password)
	if err != nil {
		return nil, err
	}
	return s.look(t, in.After, with)
}

// place finds a table that is to be followed.
func (s *session) place(id table.ID, wanted []string, password string) (*live.Table, extras, error) {
	var with extras
	for _, word := range wanted {
		switch word {
		case "legal":
			with.legal = true
		case "position":
			with.position = true
		default:
			return nil, with, &Fault{NoSuchWord, fmt.Sprintf("with has no %.40q: it may have legal and position", word)}
		}
	}
	if f := s.follower.tables[id]; f != nil {
		return f.table, with, nil
	}
	s.pace.asked += heavy
	t, err := s.enter(id, password)
	return t, with, err
}

// enter is a table, opened with a password if one is given.
func (s *session) enter(id table.ID, password string) (*live.Table, error) {
	if password == "" {
		return s.Lobby.TableFor(s.ctx, s.me.ID, id)
	}
	return s.Lobby.Unlock(s.ctx, s.me, id, password)
}

// look follows a table and tells how it stands.
func (s *session) look(t *live.Table, after *int, with extras) (any, error) {
	from := -1
	if after != nil {
		if from = *after; from < 0 {
			return nil, &Fault{NoSuchEvent, "after is the number of an event, or 0 for all of them"}
		}
	}
	if err := s.follower.follow(t, from, with); err != nil {
		return nil, err
	}
	return s.present.state(t.Seen(s.me.ID)), nil
}

// atMachinesSeat refuses to act for seats that were taken by a screen: all are
// told whether it is a person who plays.
func (s *session) atMachinesSeat(v *table.View) error {
	for seat := range v.Seats {
		if p := &v.Seats[seat].Player; p.ID == s.me.ID && !p.BotAccount {
			return &Fault{ScreensSeat, "you took your seat there on a screen, so it is yours to play: stand up first, or use a key of its own for the program"}
		}
	}
	return nil
}

type leaveResult struct {
	Kept []string `json:"kept"` // seats that wait for you: the game is on
}

// depart stops following a table, and leaves the seats there as long as no game
// has begun.
func (s *session) depart(in at) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	v := f.table.View()
	if v.Phase == table.Waiting && v.Held(s.me.ID) != 0 {
		if err := s.do(f, table.Command{Kind: table.Stand, Seat: rules.NoSeat}); err != nil {
			return nil, err
		}
		v = f.table.View()
	}
	f.close()
	delete(s.follower.tables, in.Table)
	kept := leaveResult{Kept: []string{}}
	if v.Phase == table.Playing {
		kept.Kept = seatNames(v.Variant.Facts(), v.Held(s.me.ID)&v.Position.InPlay())
	}
	return kept, nil
}

func (s *session) stateOf(in at) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	return s.present.state(f.table.Seen(s.me.ID)), nil
}

type legalResult struct {
	Ply   int      `json:"ply"`
	Seat  string   `json:"seat"`
	Legal []string `json:"legal"`
	Claim bool     `json:"claim,omitempty"` // whether draw:claim is legal too
}

// legal is what the seat to move may do. Who plays is not told the moves of
// others, as on a screen.
func (s *session) legal(in at) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	v := f.table.Seen(s.me.ID)
	held := v.Held(s.me.ID)
	switch {
	case v.Phase == table.Waiting:
		return nil, &table.Refusal{Reason: table.NotStarted}
	case v.Phase == table.Finished:
		return nil, &table.Refusal{Reason: table.GameOver}
	case held != 0 && !held.Has(v.Actor):
		return nil, v.CannotAct(s.me)
	}
	return legalResult{len(v.Moves), v.Variant.Facts().SeatName(v.Actor), legal(v), v.CanClaim}, nil
}
