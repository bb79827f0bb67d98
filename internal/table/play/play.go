// Package play reads an action that was typed as text and sends it to the table, so
// that all front ends treat errors and repeated requests alike.
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

// The reasons of this package.
var (
	// TakenBack refuses a repetition of what was done and does not stand any more. For
	// programs it is one more way to be stale.
	TakenBack = &table.Reason{Code: "stale", Text: "that was done, and has been taken back or declined since: give another one a key of its own"}
	WhichSeat = &table.Reason{Code: "which-seat", Text: "you have %[1]s seats there: say which one resigns, like %[2]s:resign"}
)

// Table is what a move needs of a table.
type Table interface {
	Seen(by player.ID) *table.View
	Do(ctx context.Context, c table.Command) error
}

// Move is an action as somebody writes it.
type Move struct {
	By   player.Player
	Text string
	// ID is the client's own name for this move. A move that comes again under the same
	// ID is answered as the first time.
	ID string
	// After is the number of the last action that the client saw; negative if it does
	// not say. A move that answers another position is refused. Without an ID, a move
	// that was played since is answered again.
	After    int
	Received time.Time // zero: now
}

// Result is what came of a move.
type Result struct {
	View *table.View
	// Number is the number of the action. It is 0 for a resignation that waits for the
	// partner's consent (G5).
	Number int
}

// Text plays a move, unless it was played already.
func Text(ctx context.Context, t Table, m Move) (Result, error) {
	v := t.Seen(m.By.ID)
	if n := m.byID(v); n > 0 {
		return Result{v, n}, nil
	}
	a, err := m.read(v)
	if n := m.since(v, a); err == nil && n > 0 {
		return Result{v, n}, nil
	}
	if err := m.refusal(v, a, err); err != nil {
		return Result{}, err
	}
	return m.do(ctx, t, rules.NoSeat, a)
}

// Resign resigns a seat, or with NoSeat the first of the player's that still plays.
// Text, After and Received of m are not used.
func Resign(ctx context.Context, t Table, m Move, seat rules.Seat) (Result, error) {
	m.After = -1
	v := t.Seen(m.By.ID)
	if n := m.byID(v); n > 0 {
		return Result{v, n}, nil
	}
	if held := v.Held(m.By.ID); seat == rules.NoSeat {
		if seat = (held & v.Position.InPlay()).First(); seat == rules.NoSeat {
			seat = held.First() // the table says since when it is out
		}
	}
	if seat == rules.NoSeat {
		return Result{}, table.Refuse(table.NotSeated)
	}
	return m.do(ctx, t, seat, rules.Action{Type: rules.Resign, Seat: seat})
}

// Resigns reports whether a text is a resignation.
func Resigns(text string) bool { return strings.HasSuffix(strings.ToLower(text), "resign") }

// Candidates returns the actions that a text can mean now: one, or every promotion where the
// text leaves out what the pawn becomes.
func Candidates(v *table.View, by player.Player, text string) ([]rules.Action, error) {
	if err := v.CannotAct(by); err != nil {
		return nil, err
	}
	return rules.Interpret(v.Variant, &v.Position, v.Actor, v.Legal, text)
}

// do plays an action and finds it in the record.
func (m *Move) do(ctx context.Context, t Table, seat rules.Seat, a rules.Action) (Result, error) {
	c := table.Command{By: m.By, Kind: table.Play, Seat: seat, Action: a, ID: m.ID, Answers: m.After, Received: m.Received}
	err := t.Do(ctx, c)
	v := t.Seen(m.By.ID)
	if err != nil {
		if n := m.since(v, a); n > 0 { // the same, sent twice, was played meanwhile
			return Result{v, n}, nil
		}
		return Result{}, err
	}
	switch n := m.newest(v, a); {
	case n > 0:
		return Result{v, n}, nil
	case a.Type == rules.Resign && v.Resigning.Has(a.Seat):
		return Result{v, 0}, nil
	}
	return Result{}, table.Refuse(TakenBack)
}

// refusal returns why a move cannot be played, the most important reason first: the
// player plays no part now, the game went on, it is another's turn, or the text cannot
// be read. Whether a readable move is legal is the table's to say.
func (m *Move) refusal(v *table.View, a rules.Action, unread error) error {
	if unread == nil && a.Type == rules.Resign || unread != nil && Resigns(m.Text) {
		return unread // it is possible out of turn, and answers no position
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

// read returns what the text means in the position that the client saw.
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

// seat returns whose action a bare "resign" is: the player's seat that has the turn,
// or else the only one of theirs that still plays.
func (m *Move) seat(v *table.View, p *rules.Position) (rules.Seat, error) {
	held := v.Held(m.By.ID)
	playing := held & p.InPlay()
	switch actor := v.Variant.Actor(p); {
	case playing == 0:
		return held.First(), nil // the table says why not
	case playing.Has(actor):
		return actor, nil
	case playing.Count() > 1 && strings.EqualFold(m.Text, "resign"):
		return rules.NoSeat, &table.Refusal{Reason: WhichSeat, Subject: fmt.Sprint(playing.Count()), Hint: v.Variant.Facts().SeatName(playing.First())}
	}
	return playing.First(), nil
}

// byID returns the number of the action that was played under the ID, 0 if none stands.
func (m *Move) byID(v *table.View) int {
	return 1 + slices.IndexFunc(v.Moves, func(move table.MoveView) bool { return m.ID != "" && move.CommandID == m.ID && m.own(v, &move) })
}

// since returns the number of the action if it was played since the client looked, 0 if
// not: a move stands right after what it answers, a resignation anywhere.
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

// newest returns the number of the action that was just played.
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
