package api

import (
	"fmt"

	"quadrille/internal/protocol"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

// do sends a command of the session's player to a table.
func (s *session) do(f *followed, c table.Command) error {
	if err := s.checkBotSeat(f.table.View()); err != nil {
		return err
	}
	c.By, c.Received = s.me, s.clock()
	return f.table.Do(s.ctx, c)
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
	c := table.Command{Kind: table.Ready, Seat: rules.NoSeat}
	if in.Ready != nil && !*in.Ready {
		c.Kind = table.Unready
	}
	return empty{}, s.do(f, c)
}

type moveRequest struct {
	Table  table.ID `json:"table"`
	Ply    int      `json:"ply"` // number of moves that the client knows of
	Action string   `json:"action"`
	Key    string   `json:"key"`
}

// move plays an action. If a client repeats a request with the same command key, the client
// gets the same answer, and the action is not played again.
func (s *session) move(in moveRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	if in.Key == "" || in.Ply < 0 {
		return nil, protocol.NewError(protocol.MissingField, `move needs the fields "key" and "ply"; "ply" is the number of actions so far`)
	}
	if play.Resigns(in.Action) {
		return nil, protocol.NewError(protocol.BadValue, `to resign, use the command "resign"`)
	}
	if err := s.checkBotSeat(f.table.View()); err != nil {
		return nil, err
	}
	return resultOfMove(play.Text(s.ctx, f.table, play.Move{By: s.me, Text: in.Action, ID: in.Key, After: in.Ply, Received: s.clock()}))
}

func resultOfMove(r play.Result, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return protocol.MoveResult{Ply: r.Number, Proposed: r.Number == 0}, nil
}

type resignRequest struct {
	Table table.ID `json:"table"`
	Seat  string   `json:"seat,omitempty"` // if empty, the player's first seat that is still in the game
	Key   string   `json:"key,omitempty"`
}

// followingSeat returns a table that the session follows, and its seat with the given name.
func (s *session) followingSeat(id table.ID, name string) (*followed, rules.Seat, error) {
	f, err := s.follower.following(id)
	if err != nil {
		return nil, rules.NoSeat, err
	}
	seat, err := parseSeat(f.table.View().Variant.Facts(), name)
	return f, seat, err
}

// resign resigns for a seat. If a partner has to accept, it only proposes to resign.
func (s *session) resign(in resignRequest) (any, error) {
	f, seat, err := s.followingSeat(in.Table, in.Seat)
	if err != nil {
		return nil, err
	}
	if err := s.checkBotSeat(f.table.View()); err != nil {
		return nil, err
	}
	return resultOfMove(play.Resign(s.ctx, f.table, play.Move{By: s.me, ID: in.Key, Received: s.clock()}, seat))
}

type addBotRequest struct {
	Table table.ID `json:"table"`
	Level int      `json:"level"`
	Seat  string   `json:"seat,omitempty"` // if empty, the first open seat
	Key   string   `json:"key,omitempty"`
}

func (s *session) addBot(in addBotRequest) (any, error) {
	f, seat, err := s.followingSeat(in.Table, in.Seat)
	if err != nil {
		return nil, err
	}
	return empty{}, s.do(f, table.Command{Kind: table.AddBot, Seat: seat, Level: in.Level, ID: in.Key})
}

type voteRequest struct {
	Table  table.ID     `json:"table"`
	Choice table.Choice `json:"choice,omitempty"` // if empty, the player withdraws their vote
	Key    string       `json:"key,omitempty"`
}

func (s *session) vote(in voteRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	c := table.Command{Kind: table.Vote, Seat: rules.NoSeat, Choice: in.Choice, ID: in.Key}
	if in.Choice == "" {
		c.Kind = table.Unvote
	}
	return empty{}, s.do(f, c)
}

type offerRequest struct {
	Table table.ID `json:"table"`
	Offer string   `json:"offer"`
	Key   string   `json:"key,omitempty"`
}

func (s *session) offer(in offerRequest) (any, error)   { return s.reply("offer", in) }
func (s *session) accept(in offerRequest) (any, error)  { return s.reply("accept", in) }
func (s *session) decline(in offerRequest) (any, error) { return s.reply("decline", in) }

// reply sends the table a command that makes, accepts or declines an offer.
func (s *session) reply(command string, in offerRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	kind, ok := offers(command)[in.Offer]
	if !ok {
		return nil, protocol.NewError(protocol.BadValue, fmt.Sprintf("%s: %.40q is not an offer; see docs/api.md", command, in.Offer))
	}
	c := table.Command{Kind: kind, Seat: rules.NoSeat, ID: in.Key}
	if r := f.table.View().Rematch; command == "accept" && kind == table.OfferRematch && r != nil {
		c.Rotate = r.Rotate // accept the open offer, not another one
	}
	return empty{}, s.do(f, c)
}
