package analysis

import (
	"context"
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Sample is a game that was not played on this server, such as an annotated game.
type Sample struct {
	Title   string
	Game    string
	Options map[string]string
	Plain   []string // the actions from the start, in plain notation
}

// Actions returns the actions of the game.
func (s *Sample) Actions() ([]rules.Action, error) {
	_, moves, err := s.replay()
	if err != nil {
		return nil, err
	}
	return actionsOf(moves), nil
}

// replay plays the game and returns its moves.
func (s *Sample) replay() (rules.Variant, []table.MoveView, error) {
	v, err := variants.New(s.Game, s.Options)
	if err != nil {
		return nil, nil, err
	}
	g := rules.NewGame(v)
	var moves []table.MoveView
	for i, word := range s.Plain {
		m := table.MoveView{Number: i + 1, Seat: g.Position.Turn, By: v.Actor(&g.Position)}
		if m.Action, err = rules.ParsePlain(v.Facts(), m.By, word); err == nil {
			_, err = g.Play(m.Action)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("cannot replay %s: action %d, %s: %w", s.Title, i+1, word, err)
		}
		if m.Plain = rules.Plain(v.Facts(), m.By, m.Action); m.Action.Type == rules.Resign || m.Action.Type == rules.Flag {
			m.By = m.Action.Seat
		}
		moves = append(moves, m)
	}
	return v, moves, nil
}

// Sample analyses a sample game in the same way as [Service.Table] analyses the game of a
// table.
func (a *Service) Sample(ctx context.Context, by player.ID, s *Sample, first int) (*Subscription, error) {
	if a.cfg.Bots == nil {
		return nil, ErrUnavailable
	}
	v, moves, err := s.replay()
	if err != nil {
		return nil, err
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("%s has no moves to analyse", s.Title)
	}
	return a.subscribe(ctx, by, &gameRecord{of: subject{sample: s.Title}, variant: v, moves: moves}, first)
}

// subject identifies the game to analyse: the game of a table, or an annotated game.
type subject struct {
	table  table.ID
	sample string
}

func (s subject) String() string {
	if s.sample != "" {
		return s.sample
	}
	return fmt.Sprintf("the game of table %d", s.table)
}

// gameRecord holds the moves of a game to analyse.
type gameRecord struct {
	of      subject
	variant rules.Variant
	moves   []table.MoveView
}

func actionsOf(moves []table.MoveView) []rules.Action {
	actions := make([]rules.Action, len(moves))
	for i := range moves {
		actions[i] = moves[i].Action
	}
	return actions
}

// finishedGame returns the game of a table, or an error if the game is not over.
func (a *Service) finishedGame(ctx context.Context, by player.ID, id table.ID) (*gameRecord, error) {
	v, err := a.cfg.View(ctx, by, id)
	if err != nil {
		return nil, err
	}
	switch {
	case v.Phase != table.Finished:
		return nil, fmt.Errorf("the game at table %d is not over: analyse it afterwards", id)
	case len(v.Moves) == 0:
		return nil, fmt.Errorf("the game at table %d has no moves to analyse", id)
	}
	return &gameRecord{of: subject{table: id}, variant: v.Variant, moves: v.Moves}, nil
}
