package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/rules"
)

// aim is what a side is to bring about with so many actions of its own, whatever
// its adversaries do in between.
type aim struct {
	verb   string
	seats  rules.Seats // whom it is done to
	man    string      // for "takes": the man as a trace names him
	within int
}

// readAim reads
//
//	wins                  the game is over and won
//	freezes red black     both stand in checkmate, their men inert
//	mates red             it stands in checkmate, and not to the credit of others
//	releases white        it stands in checkmate no more
//	outs red              the side has put it out of the game
//	gains red black       their armies are moved by the side from now on
//	takes red K           one man that stands so on the board is taken
//
// followed by "within 2" unless one action does it. To win is as good as any of them.
func readAim(f *rules.Facts, text string) (aim, error) {
	text, within, counted := strings.Cut(text, " within ")
	words := strings.Fields(text)
	if len(words) == 0 {
		return aim{}, fmt.Errorf("no goal in %q", text)
	}
	a := aim{verb: words[0], within: 1}
	if counted {
		var err error
		if a.within, err = strconv.Atoi(within); err != nil {
			return a, err
		}
	}
	if a.verb == "takes" {
		a.man = strings.Join(words[1:], " ")
		return a, nil
	}
	if !slices.Contains([]string{"wins", "freezes", "mates", "releases", "outs", "gains"}, a.verb) || a.verb != "wins" && len(words) == 1 {
		return a, fmt.Errorf("what is %q?", text)
	}
	for _, name := range words[1:] {
		seat, ok := f.Seat(name)
		if !ok {
			return a, fmt.Errorf("%q is no seat", name)
		}
		a.seats = a.seats.With(seat)
	}
	return a, nil
}

// reached reports whether an action has brought the aim about. It may be one of
// the others: who is mated goes out, or the game ends, after they have moved.
func (a *aim) reached(v rules.Variant, p *rules.Position, e *rules.Effects, side rules.Seats) bool {
	if won := p.Outcome.Winners; a.verb == "wins" || won != 0 {
		return won != 0 && won&^side == 0
	}
	switch a.verb {
	case "takes":
		return e.Captured != 0 && v.Facts().PieceName(e.Captured) == a.man
	case "mates":
		return a.seats&^(v.Mated(p)&^creditedTo(p, 0x0F&^side)) == 0
	}
	for seat := range rules.Seat(rules.SeatCount) {
		if a.seats.Has(seat) && !a.doneTo(p, seat, side) {
			return false
		}
	}
	return true
}

// creditedTo is the seats whose mate counts for one of others, where mates are
// credited to somebody.
func creditedTo(p *rules.Position, others rules.Seats) (mated rules.Seats) {
	for seat, c := range p.Credit {
		if c.Kind == rules.MateCredit && others.Has(c.By) {
			mated = mated.With(rules.Seat(seat))
		}
	}
	return mated
}

func (a *aim) doneTo(p *rules.Position, seat rules.Seat, side rules.Seats) bool {
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

// forces tries everything: whether the side can bring the aim about with n actions
// of its own, by an action of its own. It knows the rules and nothing else.
func (a *aim) forces(v rules.Variant, p *rules.Position, side rules.Seats, n int) bool {
	ours := side.Has(v.Actor(p))
	if p.Over() || ours && n == 0 {
		return false
	}
	var buffer [256]rules.Action
	for _, act := range v.Legal(p, buffer[:0]) {
		if a.after(v, p, act, side, n) == ours {
			return ours
		}
	}
	return !ours
}

// after is whether the aim is reached, or forced, once an action has been made.
func (a *aim) after(v rules.Variant, p *rules.Position, act rules.Action, side rules.Seats, n int) bool {
	var next rules.Position
	ours := side.Has(v.Actor(p))
	e := v.Apply(&next, p, act)
	rules.EndWithoutProgress(v, &next)
	if ours {
		n--
	}
	taken := a.verb == "takes" && !ours // by the others, which is nothing to boast of
	return !taken && a.reached(v, &next, &e, side) || a.forces(v, &next, side, n)
}

// sideOf is a seat with its partners.
func sideOf(f *rules.Facts, seat rules.Seat) (side rules.Seats) {
	for s := range rules.Seat(rules.SeatCount) {
		if s == seat || f.Partners(s, seat) {
			side = side.With(s)
		}
	}
	return side
}

// leadTo lists the actions after which a side has what it aims at, or forces it;
// the actor's own side spends one of its n by that.
func (a *aim) leadTo(v rules.Variant, p *rules.Position, side rules.Seats, n int) (found []string) {
	for _, act := range v.Legal(p, nil) {
		if a.after(v, p, act, side, n) {
			found = append(found, rules.Plain(v.Facts(), v.Actor(p), act))
		}
	}
	slices.Sort(found)
	return found
}
