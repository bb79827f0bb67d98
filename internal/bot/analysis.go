package bot

import (
	"context"

	"quadrille/rules"
)

// Remark is what an analysis says of one action of a game.
type Remark struct {
	Played rules.Action
	Best   Choice // what the analyst would have played; nothing where there was nothing to choose on the board
	Value  int    // what came of the action played, for the same side, looked at no less far than the best
}

// Swing is what the action gave away, in hundredths of a pawn; never below zero.
func (r Remark) Swing() int { return max(0, r.Best.Value-r.Value) }

// Analyse plays the actions on in a game and tells of each, within the limits for
// each search: the same whenever it is asked for. The game is as it stands after the
// last one told of. Players come first, see [Pool.Consider]. It stops when the context
// is done.
func (p *Pool) Analyse(ctx context.Context, g *rules.Game, actions []rules.Action, l Limits, tell func(Remark)) error {
	for _, a := range actions {
		if err := g.Validate(a); err != nil {
			return err
		}
		r := Remark{Played: a}
		if a.IsBoardAction() {
			if err := p.remark(ctx, g, l, &r); err != nil {
				return err
			}
		}
		if _, err := g.Play(a); err != nil {
			return err
		}
		tell(r)
	}
	return nil
}

func (p *Pool) remark(ctx context.Context, g *rules.Game, l Limits, r *Remark) (err error) {
	if r.Best, err = p.Consider(ctx, g, l); err != nil {
		return err
	}
	if r.Value = r.Best.Value; r.Best.Action == r.Played {
		return nil
	}
	l.Depth, l.Only = r.Best.Depth, r.Played
	played, err := p.Consider(ctx, g, l)
	if r.Value = played.Value; err == nil && r.Value >= r.Best.Value { // a closer look: nothing better was found
		r.Best.Action, r.Best.Value = r.Played, r.Value
	}
	return err
}
