package table

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Decision is how somebody ends a game who stands above it.
type Decision struct {
	// To is who has it: all that still play have a draw. None: there is no result,
	// and the game counts for nothing.
	To  rules.Seats
	Why string // cleaned by the table; needed
}

// VerdictView is by whom a game was ended from above, and why.
type VerdictView struct {
	By  player.Player
	Why string
}

// nobody is the stored word of a decision that gives nobody anything.
const nobody = "nobody"

// Adjudicate ends a game that is on, or closes a table whose game has not begun,
// by the word of somebody who may; the caller has seen to that.
func (t *Table) Adjudicate(ctx context.Context, by player.Player, what Decision) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error { return d.adjudicate(by, what) }})
}

func (d *draft) adjudicate(by player.Player, what Decision) error {
	switch {
	case d.phase == Finished:
		return refuse(GameOver)
	case d.phase == Waiting && what.To != 0:
		return refuse(NotBegan)
	case what.To != 0 && what.To&d.game.Position.InPlay() == 0:
		return about(OutAlready, d.names(d.game.Position.InPlay()))
	}
	why, err := player.CleanLine(what.Why, MaxWhyCells)
	if err != nil {
		return err
	}
	word := nobody
	if what.To != 0 {
		word = strings.ReplaceAll(d.names(what.To), ",", "")
	}
	if err := d.emit(Event{Kind: Adjudicated, Player: &by, Action: word, Text: why}); err != nil {
		return err
	}
	if what.To == 0 {
		return d.emit(Event{Kind: Closed, Action: abandoned})
	}
	return d.end()
}

// adjudicated folds a decision from above.
func (s *state) adjudicated(e Event) error {
	s.verdict = &VerdictView{By: *e.Player, Why: e.Text}
	if e.Action == nobody {
		return nil
	}
	var to rules.Seats
	for _, word := range strings.Fields(e.Action) {
		seat, ok := s.variant.Facts().Seat(word)
		if !ok {
			return fmt.Errorf("adjudicated to %q", word)
		}
		to = to.With(seat)
	}
	if s.phase != Playing || !s.game.Adjudicate(to) {
		return fmt.Errorf("adjudicated to %q, which cannot be", e.Action)
	}
	return nil
}

// SendAway makes somebody stand up from all his seats before the game begins, by
// the word of somebody who may make him; the caller has seen to that.
func (t *Table) SendAway(ctx context.Context, by player.Player, whom player.ID, why string) error {
	return t.ask(ctx, request{received: t.now(), decide: func(d *draft) error {
		held := d.heldBy(whom)
		switch {
		case d.phase == Finished:
			return refuse(GameOver)
		case held == 0:
			return refuse(NotThere)
		case d.phase == Playing:
			return refuse(AlreadyBegan)
		}
		text, err := player.CleanLine(why, MaxWhyCells)
		if err != nil {
			return err
		}
		for seat := range members(held) {
			if err := d.emit(Event{Kind: Unseated, Seat: &seat, Player: &by, Text: text}); err != nil {
				return err
			}
		}
		return nil
	}})
}

// mayClose reports whether a table can be closed as it stands.
func (s *state) mayClose() bool {
	return s.phase == Waiting || s.over() || s.verdict != nil || !s.allGone().IsZero()
}
