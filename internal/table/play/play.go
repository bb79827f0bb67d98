// Package play plays actions that a person or a program sends as text. It parses the text,
// sends the action to the table, and recognizes repeated requests. All front ends use it, so
// that they treat errors and repetitions in the same way.
package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// The reasons for which this package refuses an action.
var (
	// TakenBack refuses to repeat an action that was taken back or declined. It has the same
	// code as [table.Stale], because programs handle both in the same way.
	TakenBack = &table.Reason{Code: "stale", Text: "that move was taken back or declined; to move again, use a new \"key\" or --id"}
	WhichSeat = &table.Reason{Code: "which-seat", Text: "you have %[1]s seats; name the one that resigns, as in %[2]s:resign"}
)

// Table contains the methods of a table that this package uses.
type Table interface {
	Seen(by player.ID) *table.View
	Do(ctx context.Context, c table.Command) error
	// CatchUp reads the events that other nodes have stored, and reports whether there were
	// any.
	CatchUp(ctx context.Context) (changed bool, err error)
	// Confirm returns a refusal unless all events that the table has shown before the call, and still
	// shows after it, are durable.
	Confirm(ctx context.Context) error
}

// Move is a request to play an action, given as text in any notation of the game.
type Move struct {
	By   player.Player
	Text string
	// ID is a key chosen by the client. If a request is repeated with the same ID, the
	// action is not played again, and the result of the first request is returned.
	ID string
	// After is the number of the last action that the client saw, or negative if it is
	// unknown. If more actions have been played, the move is refused, with one exception: if
	// the next action was the same move and ID is empty, the result of that action is
	// returned.
	After    int
	Received time.Time // when the server received the request; zero means now
}

// Result is the result of a request to play an action.
type Result struct {
	View *table.View
	// Number is the number of the action. It is 0 for a resignation to which the partner
	// must still agree (G5).
	Number int
}

// Text plays the action that a request contains as text. If the request repeats an earlier
// one, Text plays nothing and returns the earlier result.
func Text(ctx context.Context, t Table, m Move) (Result, error) {
	r, a, err := m.check(t)
	if err != nil { // read the moves that other nodes have stored, and try again
		changed, failed := t.CatchUp(ctx)
		if failed != nil {
			return Result{}, failed
		}
		if changed {
			r, a, err = m.check(t)
		}
	}
	if r.Number > 0 {
		if err := t.Confirm(ctx); err != nil {
			return Result{}, err
		}
		r, a, err = m.check(t) // a fail-over may have lost the action
	}
	if err != nil || r.Number > 0 {
		return r, err
	}
	return m.do(ctx, t, rules.NoSeat, a)
}

// stored looks for an action in the table with the function `find`, which returns its number, or 0
// if there is none. It returns the action once it is durable, or the number 0 if there is none.
func (m *Move) stored(ctx context.Context, t Table, find func(*table.View) int) (Result, error) {
	if find(t.Seen(m.By.ID)) == 0 {
		return Result{}, nil
	}
	if err := t.Confirm(ctx); err != nil {
		return Result{}, err
	}
	v := t.Seen(m.By.ID) // a fail-over may have lost the action
	return Result{v, find(v)}, nil
}

// check parses the move, and returns the action or a refusal. If the client repeats an
// earlier request, check returns the result of that request.
func (m *Move) check(t Table) (Result, rules.Action, error) {
	v := t.Seen(m.By.ID)
	if n := m.byID(v); n > 0 {
		return Result{v, n}, rules.Action{}, nil
	}
	a, err := m.read(v)
	if n := m.since(v, a); err == nil && n > 0 {
		return Result{v, n}, a, nil
	}
	return Result{}, a, m.refusal(v, a, err)
}

// Resign resigns a seat. NoSeat means the player's first seat that is still in the game.
// Resign ignores the fields Text, After and Received of m.
func Resign(ctx context.Context, t Table, m Move, seat rules.Seat) (Result, error) {
	m.After = -1
	if r, err := m.stored(ctx, t, m.byID); err != nil || r.Number > 0 {
		return r, err
	}
	v := t.Seen(m.By.ID)
	if held := v.Held(m.By.ID); seat == rules.NoSeat {
		if seat = (held & v.Position.MayAct()).First(); seat == rules.NoSeat {
			seat = held.First() // this seat is eliminated, so the table refuses the resignation and says when it was eliminated
		}
	}
	if seat == rules.NoSeat {
		return Result{}, table.Refuse(table.NotSeated)
	}
	return m.do(ctx, t, seat, rules.Action{Type: rules.Resign, Seat: seat})
}

// Resigns reports whether a text is a resignation.
func Resigns(text string) bool { return strings.HasSuffix(rules.TypedWord(text), "resign") }

// Candidates returns the actions that a text can mean in the current position: one action,
// or all promotions if the text does not name the promoted piece.
func Candidates(v *table.View, by player.Player, text string) ([]rules.Action, error) {
	if err := v.CannotAct(by); err != nil {
		return nil, err
	}
	return rules.Interpret(v.Variant, &v.Position, v.Actor, v.Legal, text)
}

// do sends an action to the table as a command. The Result holds the number of the recorded
// action.
func (m *Move) do(ctx context.Context, t Table, seat rules.Seat, a rules.Action) (Result, error) {
	c := table.Command{By: m.By, Kind: table.Play, Seat: seat, Action: a, ID: m.ID, Answers: m.After, Received: m.Received}
	if err := t.Do(ctx, c); err != nil {
		// the client may have sent the request twice, and the table may have accepted the other copy
		r, failed := m.stored(ctx, t, func(v *table.View) int { return m.since(v, a) })
		if failed != nil || r.Number > 0 {
			return r, failed
		}
		return Result{}, err
	}
	v := t.Seen(m.By.ID)
	switch n := m.newest(v, a); {
	case n > 0:
		return Result{v, n}, nil
	case a.Type == rules.Resign && v.Resigning.Has(a.Seat):
		return Result{v, 0}, nil
	}
	return Result{}, table.Refuse(TakenBack)
}

// refusal returns an error if the player cannot act now, if the position has changed since
// the client saw it, or if the text cannot be parsed. The table itself refuses illegal
// moves.
func (m *Move) refusal(v *table.View, a rules.Action, unread error) error {
	if unread == nil && a.Type == rules.Resign || unread != nil && Resigns(m.Text) {
		return unread // skip the other checks: a seat may resign out of turn and in any position
	}
	bars := v.CannotAct(m.By)
	var refused *table.Refusal
	switch {
	case errors.As(bars, &refused):
		return bars
	case m.After >= 0 && m.After != len(v.Moves):
		return v.Stale()
	case bars != nil:
		return bars
	}
	return unread
}

// read parses the text as an action in the position that the client saw.
func (m *Move) read(v *table.View) (rules.Action, error) {
	p, err := m.position(v)
	if err != nil {
		return rules.Action{}, err
	}
	seat, err := m.seat(v, p)
	if err != nil {
		return rules.Action{}, err
	}
	return rules.ParseInput(v.Variant, p, seat, m.Text)
}

func (m *Move) position(v *table.View) (*rules.Position, error) {
	if m.ID != "" || m.After < 0 || m.After >= len(v.Moves) {
		return &v.Position, nil
	}
	game := rules.NewGame(v.Variant)
	for i := range v.Moves[:m.After] {
		if _, err := game.Play(v.Moves[i].Action); err != nil {
			return nil, err
		}
	}
	return &game.Position, nil
}

// seat returns the seat for which a player acts: the player's seat that is to move or, if
// there is none, their first seat still in the game. In the second case, a player with several
// seats in the game must name the seat that resigns.
func (m *Move) seat(v *table.View, p *rules.Position) (rules.Seat, error) {
	held := v.Held(m.By.ID)
	playing := held & p.MayAct()
	switch actor := v.Variant.Actor(p); {
	case playing == 0:
		return held.First(), nil // no seat of the player is in play: the table refuses the resignation, and says why
	case playing.Has(actor):
		return actor, nil
	case playing.Count() > 1 && rules.TypedWord(m.Text) == "resign":
		return rules.NoSeat, &table.Refusal{
			Reason:  WhichSeat,
			Subject: fmt.Sprint(playing.Count()),
			Hint:    v.Variant.Facts().SeatName(playing.First()),
		}
	}
	return playing.First(), nil
}

// byID returns the number of the action that an earlier request with the same ID has already
// played, or 0 if there is none.
func (m *Move) byID(v *table.View) int {
	return 1 + slices.IndexFunc(
		v.Moves,
		func(move table.MoveView) bool { return m.ID != "" && move.CommandID == m.ID && m.own(v, &move) },
	)
}

// since returns the number of the action `a` if the player has already played it directly
// after the last action that the client saw. A resignation may also have come later. If the
// player has not played `a`, or if the request has an ID, since returns 0.
func (m *Move) since(v *table.View, a rules.Action) int {
	if m.ID != "" || m.After < 0 || m.After >= len(v.Moves) {
		return 0
	}
	later := v.Moves[m.After:]
	if a.Type != rules.Resign {
		later = later[:1]
	}
	for i := range later {
		if later[i].Action == a && m.own(v, &later[i]) {
			return later[i].Number
		}
	}
	return 0
}

// newest returns the number of the player's last recorded action that equals the given action,
// or 0 if there is none.
func (m *Move) newest(v *table.View, a rules.Action) int {
	if n := m.byID(v); n > 0 || m.ID != "" && a.Type != rules.Resign {
		return n
	}
	for i := len(v.Moves) - 1; i >= 0; i-- {
		if move := &v.Moves[i]; move.Action == a && m.own(v, move) {
			return move.Number
		}
	}
	return 0
}

func (m *Move) own(v *table.View, move *table.MoveView) bool {
	return v.Seats[move.By].Player.ID == m.By.ID && m.By.ID != ""
}
