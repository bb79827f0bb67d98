package analysis

import (
	"context"
	"fmt"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Sample is a game to look at that nobody played here, one with notes.
type Sample struct {
	Title   string
	Game    string
	Options map[string]string
	Plain   []string // its actions from the start, in plain notation
}

// Actions are what was played.
func (s *Sample) Actions() ([]rules.Action, error) {
	_, moves, err := s.replay()
	if err != nil {
		return nil, err
	}
	return actionsOf(moves), nil
}

// replay plays the game once more; the error is a sentence.
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
			return nil, nil, fmt.Errorf("%s cannot be played again: action %d, %s: %w", s.Title, i+1, word, err)
		}
		if m.Plain = rules.Plain(v.Facts(), m.By, m.Action); m.Action.Type == rules.Resign || m.Action.Type == rules.Flag {
			m.By = m.Action.Seat
		}
		moves = append(moves, m)
	}
	return v, moves, nil
}

// Sample is [Service.Table] for a game that nobody played here. What
// somebody tries at its board is no part of it.
func (a *Service) Sample(by player.ID, s *Sample) (*Reading, error) {
	if a.cfg.Bots == nil {
		return nil, ErrNoAnalyst
	}
	v, moves, err := s.replay()
	if err != nil {
		return nil, err
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("nothing is played in %s: there is nothing to analyse", s.Title)
	}
	return a.read(by, &played{of: subject{sample: s.Title}, variant: v, moves: moves})
}

// subject is which game an analysis is of: that of a table, or a sample.
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

// played is a game to be analysed.
type played struct {
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

// playedAt is the game of a table, if it is over.
func (a *Service) playedAt(ctx context.Context, by player.ID, id table.ID) (*played, error) {
	t, err := a.cfg.Table(ctx, by, id)
	if err != nil {
		return nil, err
	}
	v := t.View()
	switch {
	case v.Phase != table.Finished:
		return nil, fmt.Errorf("table %d is still on: its game can be analysed when it is over", id)
	case len(v.Moves) == 0:
		return nil, fmt.Errorf("nothing was played at table %d: there is nothing to analyse", id)
	}
	return &played{of: subject{table: id}, variant: v.Variant, moves: v.Moves}, nil
}
