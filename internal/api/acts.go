package api

import (
	"fmt"

	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

// do asks something of a table for a seat that a machine has.
func (s *session) do(f *followed, a table.Command) error {
	if err := s.atMachinesSeat(f.table.View()); err != nil {
		return err
	}
	a.By, a.Received = s.me, s.clock()
	return f.table.Do(s.ctx, a)
}

type readyRequest struct {
	Table table.ID `json:"table"`
	Ready *bool    `json:"ready,omitempty"`
}

func (s *session) ready(in readyRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	act := table.Command{Kind: table.Ready, Seat: rules.NoSeat}
	if in.Ready != nil && !*in.Ready {
		act.Kind = table.Unready
	}
	return done{}, s.do(f, act)
}

type actRequest struct {
	Table  table.ID `json:"table"`
	Ply    int      `json:"ply"` // actions that the program has seen
	Action string   `json:"action"`
	Key    string   `json:"key"`
}

type actResult struct {
	// Ply is the number of the action; 0 if it does not stand: it was taken back
	// since, or is a resignation to which a partner has to agree.
	Ply int `json:"ply,omitempty"`
	// Proposed tells that a partner has to agree.
	Proposed bool `json:"proposed,omitempty"`
}

// act plays an action. Repeated with its key, it is answered as it was the first
// time, and not played twice.
func (s *session) act(in actRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	if in.Key == "" || in.Ply < 0 {
		return nil, &Fault{MissingField, "an act has a key of its own, and the ply that it answers, from 0"}
	}
	if play.Resigns(in.Action) {
		return nil, &Fault{NoSuchWord, "to resign is a request of its own: resign"}
	}
	if err := s.atMachinesSeat(f.table.View()); err != nil {
		return nil, err
	}
	return played(play.Text(s.ctx, f.table, play.Move{By: s.me, Text: in.Action, ID: in.Key, After: in.Ply, Received: s.clock()}))
}

func played(p play.Result, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return actResult{Ply: p.Number, Proposed: p.Number == 0}, nil
}

type resignRequest struct {
	Table table.ID `json:"table"`
	Seat  string   `json:"seat,omitempty"` // the first that plays
	Key   string   `json:"key,omitempty"`
}

// resign is for a seat; where a partner has to agree, it is a proposal (G5).
func (s *session) resign(in resignRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	seat, err := seatNamed(f.table.View().Variant.Facts(), in.Seat)
	if err != nil {
		return nil, err
	}
	if err := s.atMachinesSeat(f.table.View()); err != nil {
		return nil, err
	}
	return played(play.Resign(s.ctx, f.table, play.Move{By: s.me, ID: in.Key, Received: s.clock()}, seat))
}

type offerRequest struct {
	Table table.ID `json:"table"`
	What  string   `json:"what"`
	Say   string   `json:"say,omitempty"`
	Key   string   `json:"key,omitempty"`
}

// offers are the commands that a program gives by what they are about and what it says
// to that.
var offers = offersOf(table.Commands)

// offersOf reads the rows. Where nobody has to offer first, to accept is to offer.
func offersOf(rows []table.CommandRow) map[string]map[string]table.CommandKind {
	all := map[string]map[string]table.CommandKind{}
	for _, row := range rows {
		if row.JSON.Do != "offer" {
			continue
		}
		if all[row.JSON.What] == nil {
			all[row.JSON.What] = map[string]table.CommandKind{}
		}
		all[row.JSON.What][row.JSON.Say] = row.Kind
	}
	for _, says := range all {
		if _, separate := says["accept"]; !separate && says["offer"] != 0 {
			says["accept"] = says["offer"]
		}
	}
	return all
}

func (s *session) offer(in offerRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	if in.Say == "" {
		in.Say = "offer"
	}
	do, ok := offers[in.What][in.Say]
	if !ok {
		return nil, &Fault{NoSuchWord, fmt.Sprintf("nobody can %.40s %.40s: draw, undo, rematch and talk can be offered, accepted and declined, a partner's wish to resign declined", in.Say, in.What)}
	}
	return done{}, s.do(f, table.Command{Kind: do, Seat: rules.NoSeat, ID: in.Key})
}

type bringRequest struct {
	Table table.ID `json:"table"`
	Level int      `json:"level"`
	Seat  string   `json:"seat,omitempty"` // the first that is open
	Key   string   `json:"key,omitempty"`
}

// bring lets a bot of the house sit down.
func (s *session) bring(in bringRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	seat, err := seatNamed(f.table.View().Variant.Facts(), in.Seat)
	if err != nil {
		return nil, err
	}
	return done{}, s.do(f, table.Command{Kind: table.AddBot, Seat: seat, Level: in.Level, ID: in.Key})
}

type voteRequest struct {
	Table  table.ID     `json:"table"`
	Choice table.Choice `json:"choice,omitempty"` // none takes the vote back
	Key    string       `json:"key,omitempty"`
}

// vote is on how to go on without who is gone.
func (s *session) vote(in voteRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	act := table.Command{Kind: table.Vote, Seat: rules.NoSeat, Choice: in.Choice, ID: in.Key}
	if in.Choice == "" {
		act.Kind = table.Unvote
	}
	return done{}, s.do(f, act)
}

type sayRequest struct {
	Table table.ID `json:"table"`
	Text  string   `json:"text"`
	Key   string   `json:"key,omitempty"`
}

func (s *session) say(in sayRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	return done{}, s.do(f, table.Command{Kind: table.Chat, Seat: rules.NoSeat, Text: in.Text, ID: in.Key})
}
