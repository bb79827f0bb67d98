package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/rules"
)

// goal describes an aim that a side can force within a given number of its own actions.
type goal struct {
	verb   string
	seats  rules.Seats // the seats that the goal names, such as red in "mates red"
	piece  string      // for the verb "takes": the piece to capture, as PieceName writes it
	within int
}

// readGoal parses one of these goals:
//
//	wins                  the side wins the game
//	freezes red black     both seats are in checkmate, and their pieces are inert
//	mates red             the seat is in checkmate, and no opponent of the side gets the credit
//	releases white        the seat is no longer in checkmate
//	outs red              the side has eliminated the seat
//	gains red black       the side controls the armies of these seats
//	takes red K           the side captures this piece
//
// A goal that takes more than one action ends with the number of actions, as in "within 2".
// A side that wins the game has also reached every other goal.
func readGoal(f *rules.Facts, text string) (goal, error) {
	text, within, counted := strings.Cut(text, " within ")
	words := strings.Fields(text)
	if len(words) == 0 {
		return goal{}, fmt.Errorf("no goal in %q", text)
	}
	a := goal{verb: words[0], within: 1}
	if counted {
		var err error
		if a.within, err = strconv.Atoi(within); err != nil {
			return a, err
		}
	}
	if a.verb == "takes" {
		a.piece = strings.Join(words[1:], " ")
		return a, nil
	}
	if !slices.Contains([]string{"wins", "freezes", "mates", "releases", "outs", "gains"}, a.verb) || a.verb != "wins" && len(words) == 1 {
		return a, fmt.Errorf("unknown goal %q", text)
	}
	for _, name := range words[1:] {
		seat, ok := f.Seat(name)
		if !ok {
			return a, fmt.Errorf("unknown seat %q", name)
		}
		a.seats = a.seats.With(seat)
	}
	return a, nil
}

// reached reports whether the side has reached the goal after an action of any seat.
func (a *goal) reached(v rules.Variant, p *rules.Position, e *rules.Effects, side rules.Seats) bool {
	if won := p.Outcome.Winners; a.verb == "wins" || won != 0 {
		return won != 0 && won&^side == 0
	}
	switch a.verb {
	case "takes":
		return e.Captured != 0 && v.Facts().PieceName(e.Captured) == a.piece
	case "mates":
		return a.seats&^(v.Mated(p)&^creditedTo(p, 0x0F&^side)) == 0
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if a.seats.Has(seat) && !a.reachedFor(p, seat, side) {
			return false
		}
	}
	return true
}

// creditedTo returns the mated seats whose checkmate is credited to one of the given seats.
func creditedTo(p *rules.Position, others rules.Seats) (mated rules.Seats) {
	for seat, c := range p.Credit {
		if c.Kind == rules.MateCredit && others.Has(c.By) {
			mated = mated.With(rules.Seat(seat))
		}
	}
	return mated
}

func (a *goal) reachedFor(p *rules.Position, seat rules.Seat, side rules.Seats) bool {
	switch a.verb {
	case "freezes":
		return p.State[seat] == rules.Frozen
	case "releases":
		return p.State[seat] == rules.Playing && p.Credit[seat].Kind != rules.MateCredit
	case "outs":
		return p.State[seat] == rules.Eliminated && side.Has(p.EliminatedBy[seat])
	}
	by := p.Controller[seat]
	return by != rules.NoSeat && side.Has(by)
}

// forces reports whether the side can force the goal with n actions of its own. It tries all
// actions.
func (a *goal) forces(v rules.Variant, p *rules.Position, side rules.Seats, n int) bool {
	own := side.Has(v.Actor(p))
	if p.Over() || own && n == 0 {
		return false
	}
	var buffer [256]rules.Action
	for _, act := range v.Legal(p, buffer[:0]) {
		if a.after(v, p, act, side, n) == own {
			return own
		}
	}
	return !own
}

// after reports whether `side` can force the goal after the action `act`, with at most n
// actions of its own. If `side` itself plays `act`, that action counts as one of the n.
func (a *goal) after(v rules.Variant, p *rules.Position, act rules.Action, side rules.Seats, n int) bool {
	var next rules.Position
	own := side.Has(v.Actor(p))
	e := v.Apply(&next, p, act)
	rules.EndWithoutProgress(v, &next)
	if own {
		n--
	}
	taken := a.verb == "takes" && !own // captures by the other side do not reach the goal "takes"
	return !taken && a.reached(v, &next, &e, side) || a.forces(v, &next, side, n)
}

// solutions returns the actions after which the side has reached the goal, or can force
// it with at most n actions of its own. If the side itself acts now, the returned action
// counts as one of the n.
func (a *goal) solutions(v rules.Variant, p *rules.Position, side rules.Seats, n int) (found []string) {
	for _, act := range v.Legal(p, nil) {
		if a.after(v, p, act, side, n) {
			found = append(found, rules.Plain(v.Facts(), v.Actor(p), act))
		}
	}
	slices.Sort(found)
	return found
}
